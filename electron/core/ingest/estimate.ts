import type { Progress } from '../../../shared/schemas.ts';
import type { Transcript } from './discover.ts';
import type { Job } from './parse-file.ts';

const settled = 500; // before this the pace says little

/** How far a run is and how long it will still take, by the bytes it has to read. */
export class Estimate {
  readonly total: number;
  readonly #begun = performance.now();
  #done = 0;

  constructor(due: readonly Transcript[], jobs: readonly Job[]) {
    this.total = due.reduce((sum, { size }, index) => sum + Math.max(0, size - (jobs[index]?.offset ?? 0)), 0);
  }

  add(bytes: number): void {
    this.#done = Math.min(this.total, this.#done + bytes);
  }

  get progress(): Progress {
    const elapsed = performance.now() - this.#begun;
    const left = this.total - this.#done;
    const remaining = elapsed < settled || this.#done === 0 ? null : Math.round((elapsed / this.#done) * left);
    return { done: this.#done, total: this.total, unit: 'bytes', remaining };
  }
}
