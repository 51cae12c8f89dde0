import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { Entry } from '../../shared/schemas.ts';
import type { Link } from './link.svelte.ts';

/** Characters of a text that are fetched before somebody asks for all of it. */
export const firstFetch = 16_000;
const mostKept = 6_000;
const neighbourhood = 500;
const perCall = 400;

export interface TranscriptName {
  readonly session: string;
  readonly file: string;
}

/** The entries of one transcript that were fetched so far, by position. Those far from where the reader is are let go. */
export class EntryStore {
  readonly #entries = new SvelteMap<number, Entry>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen shows it
  readonly #coming = new Map<number, Promise<void>>();
  readonly #link: Link;
  readonly #name: TranscriptName;

  constructor(link: Link, name: TranscriptName, first: readonly Entry[] = []) {
    this.#link = link;
    this.#name = name;
    for (const entry of first) this.#entries.set(entry.position, entry);
  }

  at(position: number): Entry | undefined {
    return this.#entries.get(position);
  }

  /** Sees to it that these are there. */
  async fetch(positions: readonly number[], signal?: AbortSignal): Promise<void> {
    const wanted = untrack(() => positions.filter((position) => !this.#entries.has(position)));
    const absent = wanted.filter((position) => !this.#coming.has(position));
    for (let from = 0; from < absent.length; from += perCall) {
      const some = absent.slice(from, from + perCall);
      const work = this.#load(some, signal).finally(() => some.forEach((position) => this.#coming.delete(position)));
      for (const position of some) this.#coming.set(position, work);
    }
    await Promise.all(wanted.flatMap((position) => this.#coming.get(position) ?? []));
  }

  /** The whole text of one. */
  async whole(position: number): Promise<void> {
    const { entries } = await this.#link.call('sessions.entries', { ...this.#name, positions: [position] });
    for (const entry of entries) this.#entries.set(position, entry);
  }

  clear(): void {
    this.#entries.clear();
  }

  async #load(positions: readonly number[], signal?: AbortSignal): Promise<void> {
    const input = { ...this.#name, positions: [...positions], most: firstFetch };
    const { entries } = await this.#link.call('sessions.entries', input, signal ? { signal } : {});
    for (const entry of entries) this.#entries.set(entry.position, entry);
    if (this.#entries.size > mostKept) this.#letGo(Math.min(...positions), Math.max(...positions));
  }

  #letGo(from: number, to: number): void {
    for (const position of this.#entries.keys()) {
      if (position < from - neighbourhood || position > to + neighbourhood) this.#entries.delete(position);
    }
  }
}
