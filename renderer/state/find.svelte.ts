import { isCancelled, messageOf } from '../lib/failure.ts';
import type { Link } from './link.svelte.ts';
import type { Route } from './route.svelte.ts';

const pause = 150;

/** Find in the open transcript: all of it, not only what is on screen. */
export class Find {
  #open = $state(false);
  #query = $state('');
  #positions = $state.raw<readonly number[]>([]);
  #current = $state(-1);
  #message = $state<string | null>(null);
  #busy = $state(false);
  readonly #link: Link;
  readonly #route: Route;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort = new AbortController();

  constructor(link: Link, route: Route) {
    this.#link = link;
    this.#route = route;
  }

  get open(): boolean {
    return this.#open;
  }

  get query(): string {
    return this.#query;
  }

  /** Where the entries that match stand in the transcript, in order; none while the bar is closed. */
  get positions(): readonly number[] {
    return this.#positions;
  }

  /** Which of them the reader is at; -1 before the first step. */
  get current(): number {
    return this.#current;
  }

  /** What went wrong, or which part of the query was left out. */
  get message(): string | null {
    return this.#message;
  }

  /** Whether an answer to what is typed is still under way. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Opens the bar; at its first time with what was searched for everywhere. */
  show(): void {
    if (this.#route.place.session === null) return;
    this.#open = true;
    this.search(this.#query || this.#route.place.query.trim(), false);
  }

  close(): void {
    this.#drop();
    this.#open = false;
  }

  /** `go` takes the reader to the next match from where they are. */
  search(query: string, go = true): void {
    clearTimeout(this.#timer);
    this.#query = query;
    this.#busy = query.trim() !== '';
    if (this.#busy) this.#timer = setTimeout(() => void this.#fetch(go), pause);
    else this.#drop();
  }

  /** Another transcript was opened: its matches take the place of the old ones. */
  follow(): void {
    if (!this.#open) return;
    this.#drop();
    if (this.#route.place.session === null) this.#open = false;
    else this.search(this.#query, false);
  }

  step(steps: 1 | -1): void {
    const all = this.#positions;
    if (all.length === 0) return;
    const here = this.#route.place.position ?? 0;
    const isAt = all[this.#current] === here;
    const after = all.findIndex((position) => position >= here);
    const next = isAt ? this.#current + steps : steps > 0 ? after : (after < 0 ? all.length : after) - 1;
    this.#goTo((next + all.length) % all.length);
  }

  async #fetch(go: boolean): Promise<void> {
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    const { session, file, position } = this.#route.place;
    if (session === null) return;
    const one = file === null ? {} : { file };
    try {
      const found = await this.#link.call('search.find', { session, ...one, query: this.#query }, { signal });
      this.#positions = found.positions;
      this.#message = found.problems[0]?.message ?? null;
      const next = found.positions.findIndex((place) => place >= (position ?? 0));
      if (go && found.positions.length > 0) this.#goTo(Math.max(0, next));
      else this.#current = found.positions.indexOf(position ?? -1);
    } catch (error) {
      if (isCancelled(error)) return;
      this.#positions = [];
      this.#message = messageOf(error);
    }
    this.#busy = false;
  }

  #goTo(index: number): void {
    this.#current = index;
    const position = this.#positions[index];
    if (position !== undefined) this.#route.go({ position }, { replace: true, flash: true });
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#positions = [];
    this.#current = -1;
    this.#message = null;
    this.#busy = false;
  }
}
