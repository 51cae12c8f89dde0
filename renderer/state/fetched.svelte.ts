import { isCancelled, messageOf } from '../lib/failure.ts';

/** Something that is asked for again and again: the last answer stays until the next is there. */
export class Fetched<T> {
  #value = $state.raw<T | null>(null);
  #error = $state<string | null>(null);
  #busy = $state(false);
  #abort = new AbortController();
  readonly #fetch: (signal: AbortSignal) => Promise<T>;

  constructor(fetch: (signal: AbortSignal) => Promise<T>) {
    this.#fetch = fetch;
  }

  get value(): T | null {
    return this.#value;
  }

  get error(): string | null {
    return this.#error;
  }

  get busy(): boolean {
    return this.#busy;
  }

  load = async (): Promise<void> => {
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    this.#busy = true;
    try {
      const value = await this.#fetch(signal);
      if (signal.aborted) return;
      this.#value = value;
      this.#error = null;
    } catch (error) {
      if (isCancelled(error) || signal.aborted) return;
      this.#error = messageOf(error);
    }
    this.#busy = false;
  };
}
