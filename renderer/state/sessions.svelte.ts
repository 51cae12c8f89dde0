import type { Input } from '../../shared/contract.ts';
import type { Session } from '../../shared/schemas.ts';
import { isCancelled, messageOf } from '../lib/failure.ts';
import { dayLabel, startOfDay, timeOf } from '../lib/time.ts';
import { clock } from './clock.svelte.ts';
import type { Link } from './link.svelte.ts';

const firstPage = 200;
const nextPage = 1000;
const trusted = 60_000;

/** Which sessions are listed, in which order. */
export type Which = Pick<Input<'sessions.list'>, 'project' | 'view' | 'marks' | 'sort'>;

export type Row =
  | { readonly key: string; readonly day: string }
  | { readonly key: string; readonly session: Session; readonly index: number };

/**
 * The sessions of the chosen view, newest first. The first page shows at once; the rest follows in the background, so
 * that the scroll bar, End and the days are true for thousands.
 */
export class Sessions {
  #items = $state.raw<readonly Session[]>([]);
  #total = $state(0);
  /** Whether the order is one of time, so that days make headings. */
  #dated = $state(true);
  #ready = $state(false);
  #error = $state<string | null>(null);
  readonly #today = $derived(startOfDay(clock.now));
  readonly #rows = $derived(this.#dated ? byDay(this.#items, this.#today) : this.#items.map(plainRow));
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew, never changed
  readonly #places = $derived(new Map(this.#items.map(({ ref }, index) => [ref, index])));
  readonly #link: Link;
  #complete = -Infinity;
  #which: Which = {};
  #abort = new AbortController();

  constructor(link: Link) {
    this.#link = link;
  }

  get items(): readonly Session[] {
    return this.#items;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  get total(): number {
    return this.#total;
  }

  /** Whether what is shown belongs to the chosen view. */
  get ready(): boolean {
    return this.#ready;
  }

  get error(): string | null {
    return this.#error;
  }

  indexOf(ref: string | null): number {
    return ref === null ? -1 : (this.#places.get(ref) ?? -1);
  }

  async show(which: Which): Promise<void> {
    this.#which = which;
    this.#ready = false;
    await this.#load(false);
  }

  /** Fetches what is shown anew and swaps it in whole, so that nothing on screen jumps. */
  async refresh(): Promise<void> {
    await this.#load(this.#ready);
  }

  /**
   * `inPlace` keeps the old rows until the new ones are complete. What changed is mostly among the newest: if the
   * first page and the old rows make up the total, the other pages need not travel again, for a minute.
   */
  async #load(inPlace: boolean): Promise<void> {
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a local one
    const fetched = new Map<string, Session>(); // by name: while indexing, a session can slip from one page to the next
    let offset = 0;
    try {
      do {
        const { total, sessions } = await this.#page(offset, signal);
        for (const session of sessions) fetched.set(session.ref, session);
        offset += sessions.length;
        const fresh = inPlace && performance.now() - this.#complete < trusted;
        if (fresh && offset === sessions.length) this.#addKnown(fetched, total);
        const last = sessions.length === 0 || offset >= total || fetched.size === total;
        if (!inPlace || last) this.#take([...fetched.values()], total);
        if (last && !fresh) this.#complete = performance.now();
        if (last) return;
      } while (!signal.aborted);
    } catch (error) {
      if (!isCancelled(error)) this.#error = messageOf(error);
    }
  }

  /** Adds the old rows if the sum is right: then nothing was removed and nothing further down is new. */
  #addKnown(fetched: Map<string, Session>, total: number): void {
    const older = this.#items.filter(({ ref }) => !fetched.has(ref));
    if (fetched.size + older.length === total) for (const session of older) fetched.set(session.ref, session);
  }

  #page(offset: number, signal: AbortSignal) {
    const limit = offset === 0 ? firstPage : nextPage;
    return this.#link.call('sessions.list', { ...this.#which, limit, offset }, { signal });
  }

  #take(items: readonly Session[], total: number): void {
    this.#dated = ['newest', 'oldest', undefined].includes(this.#which.sort);
    this.#items = items;
    this.#total = total;
    this.#ready = true;
    this.#error = null;
  }
}

const plainRow = (session: Session, index: number): Row => ({ key: session.ref, session, index });

function byDay(sessions: readonly Session[], now: number): Row[] {
  const rows: Row[] = [];
  let day = '';
  for (const [index, session] of sessions.entries()) {
    const label = dayLabel(timeOf(session), now);
    if (label !== day) rows.push({ key: `day ${session.ref}`, day: label });
    day = label;
    rows.push({ key: session.ref, session, index });
  }
  return rows;
}
