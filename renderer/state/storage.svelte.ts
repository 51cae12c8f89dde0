import type { TraceItem } from '../../shared/purge.ts';
import { bytes } from '../../shared/text/amounts.ts';
import { messageOf } from '../lib/failure.ts';
import { Fetched } from './fetched.svelte.ts';
import type { Link } from './link.svelte.ts';
import type { Notices } from './notices.svelte.ts';

/** What takes up room on the disk. */
export class Disk extends Fetched<{ readonly places: readonly TraceItem[]; readonly bytes: number }> {
  #compacting = $state(false);
  readonly #link: Link;
  readonly #notices: Notices;

  constructor(link: Link, notices: Notices) {
    super((signal) => link.call('purge.footprint', {}, { signal }));
    this.#link = link;
    this.#notices = notices;
    link.on('purge.done', () => this.value && void this.load());
  }

  get compacting(): boolean {
    return this.#compacting;
  }

  /** Rebuilds our own databases without what is no longer used in them. */
  async compact(): Promise<void> {
    this.#compacting = true;
    try {
      const { before, after } = await this.#link.call('purge.compact', {});
      const freed = before - after;
      this.#notices.say(freed > 0 ? `${bytes(freed)} less: ${bytes(after)} now` : 'Nothing to gain');
      await this.load();
    } catch (error) {
      this.#notices.say(`Not compacted: ${messageOf(error)}`);
    }
    this.#compacting = false;
  }
}
