import type { WriteDb } from '../db/handles.ts';
import { runDueRules, type Purging } from './run.ts';

const startMilliseconds = 60_000;
const lookMilliseconds = 3_600_000;

/** While the app runs: looks every hour whether a rule is due. */
export class Ruler {
  readonly #library: WriteDb;
  readonly #purging: Purging;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(library: WriteDb, purging: Purging) {
    this.#library = library;
    this.#purging = purging;
  }

  /** Not at once: the index is brought up to date first. */
  follow(): void {
    this.#after(startMilliseconds);
  }

  stop(): void {
    this.#stopping.abort();
    clearTimeout(this.#timer);
  }

  #after(milliseconds: number): void {
    if (!this.#stopping.signal.aborted) this.#timer = setTimeout(() => void this.#look(), milliseconds);
  }

  async #look(): Promise<void> {
    const context = { signal: this.#stopping.signal, progress: () => undefined };
    await runDueRules(this.#library, Date.now(), this.#purging, context);
    this.#after(lookMilliseconds);
  }
}
