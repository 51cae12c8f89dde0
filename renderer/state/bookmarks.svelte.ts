import type { Input } from '../../shared/contract.ts';
import { bookmarkSorts, type Bookmark, type BookmarkSort } from '../../shared/library.ts';
import { isCancelled, messageOf } from '../lib/failure.ts';
import { counted } from '../lib/format.ts';
import type { Place } from '../lib/route.ts';
import { remember, remembered } from '../lib/storage.ts';
import { throttled } from '../lib/throttle.ts';
import type { Changes } from './changes.svelte.ts';
import type { Link } from './link.svelte.ts';

const pageSize = 100;
/** Rows that are fetched with those in view, on either side. */
const margin = 40;
const keystroke = 120;
const pause = 250;

export type Scope = NonNullable<Input<'bookmarks.list'>['scope']>;

interface View {
  readonly from: number;
  readonly to: number;
}

/** The list of bookmarks: as long as it is from the beginning, its pages fetched where somebody looks. */
export class Bookmarks {
  /** Null for what was not fetched yet. */
  #items = $state.raw<readonly (Bookmark | null)[]>([]);
  #all = $state<number | null>(null);
  #ready = $state(false);
  #error = $state<string | null>(null);
  #selected = $state<number | null>(null);
  #query = $state('');
  #scope = $state<Scope | null>(null);
  #sort = $state<BookmarkSort>(bookmarkSorts.find((sort) => sort === remembered('bookmarks.sort')) ?? 'newest');
  #tag = $state<string | null>(null);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew, never changed
  readonly #places = $derived(new Map(this.#items.flatMap((one, index) => (one ? [[one.id, index] as const] : []))));
  readonly #link: Link;
  readonly #changes: Changes;
  /** Pages that hold what there is now; what is in the others may be old. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shows it
  readonly #fresh = new Set<number>();
  #view: View = { from: 0, to: 0 };
  #fetching = false;
  #shown = false;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: Link, changes: Changes) {
    this.#link = link;
    this.#changes = changes;
    const refresh = throttled(() => this.refresh(), pause);
    link.on('library.changed', refresh);
    link.on(
      'sessions.changed',
      throttled(() => this.#reload(), 1_000),
    );
    link.onBack(refresh);
  }

  get items(): readonly (Bookmark | null)[] {
    return this.#items;
  }

  /** How many the filters let through. */
  get total(): number {
    return this.#items.length;
  }

  /** How many there are, whatever is filtered; null while nobody knows. */
  get all(): number | null {
    return this.#all;
  }

  get ready(): boolean {
    return this.#ready;
  }

  get error(): string | null {
    return this.#error;
  }

  get query(): string {
    return this.#query;
  }

  get scope(): Scope | null {
    return this.#scope;
  }

  get sort(): BookmarkSort {
    return this.#sort;
  }

  /** Whether less is listed than there is. */
  get filtered(): boolean {
    return this.#query.trim() !== '' || this.#scope !== null || this.#tag !== null;
  }

  /** The selected one's place; -1 for none. */
  get active(): number {
    return this.#selected === null ? -1 : (this.#places.get(this.#selected) ?? -1);
  }

  get selected(): Bookmark | undefined {
    return this.#items[this.active] ?? undefined;
  }

  /** Lists those with a tag, or all; until `hide`, changes are followed. */
  show(tag: string | null): void {
    this.#shown = true;
    if (this.#ready && this.#tag === tag) return void this.#reload();
    this.#tag = tag;
    this.#ready = false;
    void this.#begin();
  }

  hide(): void {
    this.#shown = false;
  }

  type(query: string): void {
    this.#query = query;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#begin(), keystroke);
  }

  narrow(scope: Scope | null): void {
    this.#scope = scope;
    void this.#begin();
  }

  order(sort: BookmarkSort): void {
    this.#sort = sort;
    remember('bookmarks.sort', sort);
    void this.#begin();
  }

  select({ id }: Bookmark): void {
    this.#selected = id;
  }

  /** Selects the one that the transcript shows, where it is among those loaded. */
  follow({ session, file, position }: Place): void {
    const at = (one: Bookmark) => one.session === session && one.file === file;
    const shown = this.#items.find((one) => one && at(one) && one.position === position) ?? null;
    this.#selected = shown?.id ?? null;
  }

  /** However far away it is: only what is there is fetched. */
  async step(steps: number): Promise<Bookmark | undefined> {
    const next = Math.max(0, Math.min(this.total - 1, this.active + steps));
    if (!this.#items[next]) await this.#fetch(this.#missing({ from: next, to: next }));
    const bookmark = this.#items[next] ?? undefined;
    if (bookmark) this.select(bookmark);
    return bookmark;
  }

  /** Fetches what is in view; of a view that is scrolled past nothing. */
  async look(from: number, to: number): Promise<void> {
    this.#view = { from: from - margin, to: to + margin };
    if (this.#fetching) return;
    this.#fetching = true;
    for (let pages = this.#missing(); pages.length > 0; pages = this.#missing()) {
      if (!(await this.#fetch(pages))) break;
    }
    this.#fetching = false;
  }

  async refresh(): Promise<void> {
    await Promise.all([this.#count(), this.#reload()]);
  }

  /** It leaves the list at once; the selection goes to the next. */
  async remove(bookmark: Bookmark): Promise<void> {
    const at = this.#places.get(bookmark.id) ?? -1;
    this.#selected = (this.#items[at + 1] ?? this.#items[at - 1])?.id ?? null;
    this.#items = this.#items.filter((one) => one?.id !== bookmark.id);
    const removed = await this.#changes.make({
      work: () => this.#link.call('bookmarks.remove', { ids: [bookmark.id] }),
      done: ({ removed }) => `${counted(removed, 'bookmark')} removed`,
      failed: 'The bookmark was not removed',
    });
    if (!removed) await this.#reload();
  }

  async change({ id }: Bookmark, words: Pick<Bookmark, 'note' | 'tags'>): Promise<void> {
    await this.#changes.make({
      work: () => this.#link.call('bookmarks.change', { id, ...words }),
      done: 'Bookmark changed',
      failed: 'The bookmark was not changed',
    });
  }

  async #count(): Promise<void> {
    const answer = await this.#link.call('bookmarks.list', { limit: 1 }).catch(() => null);
    if (answer) this.#all = answer.total; // else the number stays as it was
  }

  /** Lists something else: what is shown stays until its first page is there. */
  async #begin(): Promise<void> {
    this.#view = { from: 0, to: 0 };
    this.#renew();
    await this.#fetch([0], true);
  }

  /** Fetches anew what is in view and what is selected; the rest when somebody looks at it. */
  async #reload(): Promise<void> {
    if (!this.#shown) return;
    const { active } = this;
    this.#renew();
    await this.#fetch(this.#missing());
    await this.#fetch(this.#missing()); // of a list that has become shorter
    if (active >= 0) await this.#fetch(this.#missing({ from: active, to: active }));
  }

  #renew(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#fresh.clear();
  }

  #missing({ from, to } = this.#view): number[] {
    const page = (row: number) => Math.floor(Math.max(0, Math.min(this.total - 1, row)) / pageSize);
    const pages = Array.from({ length: page(to) - page(from) + 1 }, (_, nth) => page(from) + nth);
    return pages.filter((one) => !this.#fresh.has(one));
  }

  /** Says whether they came. */
  async #fetch(pages: readonly number[], anew = false): Promise<boolean> {
    const [first, last] = [pages[0], pages.at(-1)];
    if (first === undefined || last === undefined) return true;
    const { signal } = this.#abort;
    const offset = first * pageSize;
    try {
      const { total, bookmarks } = await this.#page(offset, (last + 1) * pageSize - offset, signal);
      if (signal.aborted) return false;
      this.#place(offset, bookmarks, total, anew);
      for (let page = first; page <= last; page += 1) this.#fresh.add(page);
      this.#ready = true;
      this.#error = null;
      return true;
    } catch (error) {
      if (!isCancelled(error) && !signal.aborted) this.#error = messageOf(error);
      return false;
    }
  }

  /** What is beside it stays only where nothing has moved. */
  #place(offset: number, bookmarks: readonly Bookmark[], total: number, anew: boolean): void {
    const before = this.#items;
    const stays = ({ id }: Bookmark, nth: number) => (before[offset + nth]?.id ?? id) === id;
    const isSame = !anew && total === before.length && bookmarks.every(stays);
    if (!isSame) this.#fresh.clear();
    const base = isSame ? before : Array<null>(total).fill(null);
    this.#items = base.toSpliced(offset, bookmarks.length, ...bookmarks);
  }

  #page(offset: number, limit: number, signal: AbortSignal) {
    const narrowed = {
      ...(this.#tag === null ? {} : { tag: this.#tag }),
      ...(this.#scope === null ? {} : { scope: this.#scope }),
    };
    const input = { query: this.#query.trim(), sort: this.#sort, ...narrowed, limit, offset };
    return this.#link.call('bookmarks.list', input, { signal });
  }
}
