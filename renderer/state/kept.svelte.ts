import { messageOf } from '../lib/failure.ts';
import { throttled } from '../lib/throttle.ts';
import type { Link } from './link.svelte.ts';

const pause = 250;

/** A short list of the library, fetched anew whenever the library changes. */
export class Kept<T> {
  #items = $state.raw<readonly T[]>([]);
  #ready = $state(false);
  #error = $state<string | null>(null);
  readonly #fetch: () => Promise<readonly T[]>;

  constructor(link: Link, fetch: () => Promise<readonly T[]>) {
    this.#fetch = fetch;
    const refresh = throttled(() => this.load(), pause);
    link.on('library.changed', refresh);
    link.onBack(refresh);
  }

  get items(): readonly T[] {
    return this.#items;
  }

  get ready(): boolean {
    return this.#ready;
  }

  get error(): string | null {
    return this.#error;
  }

  async load(): Promise<void> {
    try {
      this.#items = await this.#fetch();
      this.#ready = true;
      this.#error = null;
    } catch (error) {
      this.#error = messageOf(error);
    }
  }
}
