import type { Receipt } from '../../shared/purge.ts';
import { outcomeOf, receiptWords } from '../lib/plan-words.ts';
import { Fetched } from './fetched.svelte.ts';
import type { Link } from './link.svelte.ts';
import type { Notices } from './notices.svelte.ts';

/** What was purged, moved to the trash and redacted. */
export class Receipts extends Fetched<readonly Receipt[]> {
  readonly #link: Link;
  readonly #notices: Notices;

  constructor(link: Link, notices: Notices) {
    super(async (signal) => (await link.call('purge.receipts', {}, { signal })).receipts);
    this.#link = link;
    this.#notices = notices;
    link.on('purge.done', () => this.value && void this.load());
  }

  /** Something is done. Says so, unless that is on screen. */
  add(receipt: Receipt, seen: boolean): void {
    if (!seen) this.#notices.say(`${receiptWords(receipt)}. ${outcomeOf(receipt).text}`);
    if (this.value) void this.load();
  }

  async restore({ id }: Receipt): Promise<void> {
    const receipt = await this.#link.call('purge.restore', { receipt: id });
    this.#notices.say(receipt.remaining[0] ?? 'Put back');
    await this.load();
  }
}
