import type { CallContext } from '../../shared/channel.ts';
import { AppError } from '../../shared/errors.ts';
import type { Receipt } from '../../shared/purge.ts';
import type { Progress } from '../../shared/schemas.ts';
import { isCancelled, messageOf } from '../lib/failure.ts';

/** What is to be done, by somebody who has seen the plan of it. */
export interface Work<P> {
  plan(signal: AbortSignal): Promise<P>;
  run(plan: P, context: Partial<CallContext>): Promise<Receipt>;
  /** What is different in a plan that took the place of another. */
  changes(before: P, after: P): string[];
}

export type Phase = 'preview' | 'confirm' | 'running' | 'done';

/** Something that changes files for good: planned, confirmed, done, told. */
export class Errand<P> {
  #phase = $state<Phase>('preview');
  #plan = $state.raw<P | null>(null);
  #planning = $state(false);
  #error = $state<string | null>(null);
  #changes = $state.raw<readonly string[]>([]);
  #progress = $state.raw<Progress | null>(null);
  #receipt = $state.raw<Receipt | null>(null);
  #abort = new AbortController();
  readonly #work: Work<P>;

  constructor(work: Work<P>) {
    this.#work = work;
  }

  get phase(): Phase {
    return this.#phase;
  }

  get plan(): P | null {
    return this.#plan;
  }

  /** Whether the plan that is shown is about to be replaced. */
  get planning(): boolean {
    return this.#planning;
  }

  get error(): string | null {
    return this.#error;
  }

  /** Why the plan had to be made anew after it was confirmed. */
  get changes(): readonly string[] {
    return this.#changes;
  }

  get progress(): Progress | null {
    return this.#progress;
  }

  get receipt(): Receipt | null {
    return this.#receipt;
  }

  async look(): Promise<void> {
    this.#changes = [];
    await this.#fetch();
  }

  ask(): void {
    if (this.#plan && !this.#planning && !this.#error) this.#phase = 'confirm';
  }

  back(): void {
    if (this.#phase === 'confirm') this.#phase = 'preview';
  }

  /** Stops waiting for a plan. What has begun to be done goes on. */
  leave(): void {
    this.#abort.abort();
  }

  async run(): Promise<Receipt | null> {
    const plan = this.#plan;
    if (!plan || this.#phase !== 'confirm') return null;
    this.#phase = 'running';
    this.#progress = null;
    try {
      this.#receipt = await this.#work.run(plan, { progress: (progress) => (this.#progress = progress) });
      this.#phase = 'done';
      return this.#receipt;
    } catch (error) {
      this.#phase = 'preview';
      if (error instanceof AppError && error.code === 'refused') await this.#again(plan, error.message);
      else this.#error = messageOf(error);
      return null;
    }
  }

  /** The plan no longer held: shows the one that does, and what is different. */
  async #again(before: P, refusal: string): Promise<void> {
    await this.#fetch();
    const after = this.#plan;
    const changes = after && after !== before ? this.#work.changes(before, after) : [];
    if (changes.length > 0) this.#changes = changes;
    else this.#error ??= refusal;
  }

  async #fetch(): Promise<void> {
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    this.#planning = true;
    this.#error = null;
    try {
      const plan = await this.#work.plan(signal);
      if (signal.aborted) return;
      this.#plan = plan;
    } catch (error) {
      if (isCancelled(error) || signal.aborted) return;
      this.#error = messageOf(error);
    }
    this.#planning = false;
  }
}
