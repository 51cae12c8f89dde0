import { SvelteSet } from 'svelte/reactivity';
import type { Session } from '../../shared/schemas.ts';
import type { Sessions } from './sessions.svelte.ts';

/** Sessions picked for something to be done to all of them at once. */
export class Picked {
  readonly #refs = new SvelteSet<string>();
  readonly #sessions: Sessions;
  #last: string | null = null;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  get size(): number {
    return this.#refs.size;
  }

  /** In the order of the list; what is no longer listed is not among them. */
  get list(): readonly Session[] {
    return this.#sessions.items.filter(({ ref }) => this.#refs.has(ref));
  }

  has(ref: string): boolean {
    return this.#refs.has(ref);
  }

  toggle(ref: string): void {
    if (!this.#refs.delete(ref)) this.#refs.add(ref);
    this.#last = ref;
  }

  /** Everything from the last one picked to this one. */
  through(ref: string): void {
    const [from, to] = [this.#sessions.indexOf(this.#last), this.#sessions.indexOf(ref)].sort((a, b) => a - b);
    const start = from === undefined || from < 0 ? (to ?? 0) : from;
    for (const session of this.#sessions.items.slice(start, (to ?? 0) + 1)) this.#refs.add(session.ref);
    this.#last = ref;
  }

  all(): void {
    for (const { ref } of this.#sessions.items) this.#refs.add(ref);
  }

  /** Lets go of what is gone. */
  drop(isGone: (ref: string) => boolean): void {
    for (const ref of [...this.#refs]) if (isGone(ref)) this.#refs.delete(ref);
  }

  clear(): void {
    this.#refs.clear();
    this.#last = null;
  }
}
