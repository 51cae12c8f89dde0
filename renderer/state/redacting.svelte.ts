import type { Input } from '../../shared/contract.ts';
import type { RedactionPlan } from '../../shared/secrets.ts';
import { redactionChanges } from '../lib/plan-changes.ts';
import { Errand } from './errand.svelte.ts';
import type { Link } from './link.svelte.ts';
import type { Receipts } from './receipts.svelte.ts';

export type RedactionChoice = Input<'redact.plan'>;

const pause = 300;
/** The contract allows no shorter text: a replacement of "of" would ruin everything. */
export const shortest = 4;

/** The redaction that is being looked at. */
export class Redacting {
  #errand = $state.raw<Errand<RedactionPlan> | null>(null);
  #choice = $state.raw<RedactionChoice>({});
  #what = $state('');
  /** Whether the text has changed since the plan was asked for. */
  #typing = $state(false);
  readonly #link: Link;
  readonly #receipts: Receipts;
  readonly #gone: (text: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `gone` is told the text that nothing may remember any more. */
  constructor(link: Link, receipts: Receipts, gone: (text: string) => void) {
    this.#link = link;
    this.#receipts = receipts;
    this.#gone = gone;
  }

  get errand(): Errand<RedactionPlan> | null {
    return this.#errand;
  }

  /** What is to be taken out, in words that do not show it. */
  get what(): string {
    return this.#what;
  }

  /** The text that a person chose; null where secrets are to go. */
  get text(): string | null {
    return this.#choice.text ?? null;
  }

  set text(text: string) {
    this.#choice = { ...this.#choice, text };
    this.#typing = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), pause);
  }

  /** Whether the plan on show is the plan of what is chosen. */
  get settled(): boolean {
    const errand = this.#errand;
    return errand !== null && errand.plan !== null && !errand.planning && errand.error === null && !this.#typing;
  }

  /** Shows where it would be taken out. Nothing is done until that was confirmed. */
  open(choice: RedactionChoice, what: string): void {
    this.close();
    this.#choice = choice;
    this.#what = what;
    this.#typing = choice.text !== undefined;
    this.#errand = new Errand({
      plan: (signal) => this.#link.call('redact.plan', this.#choice, { signal }),
      run: ({ token }, context) => this.#link.call('redact.run', { choice: this.#choice, token }, context),
      changes: redactionChanges,
    });
    this.#look();
  }

  async run(): Promise<void> {
    const { text } = this.#choice;
    const errand = this.#errand;
    const receipt = await errand?.run();
    if (!receipt) return;
    if (text !== undefined) this.#gone(text);
    this.#receipts.add(receipt, this.#errand === errand);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#errand?.leave();
    this.#errand = null;
  }

  #look(): void {
    if (this.text !== null && this.text.length < shortest) return;
    this.#typing = false;
    void this.#errand?.look();
  }
}
