import type { Input } from '../../shared/contract.ts';
import { bookmarkSorts, type Bookmark, type BookmarkSort } from '../../shared/library.ts';
import { isCancelled, messageOf } from '../lib/failure.ts';
import { counted } from '../lib/format.ts';
import type { Place } from '../lib/route.ts';
import { remember, remembered } from '../lib/storage.ts';
import { throttled } from '../lib/throttle.ts';
import type { Changes } from './changes.svelte.ts';
import type { Link } from './link.svelte.ts';
import type { ListPlace } from './list-place.ts';

const firstPage = 100;
const nextPage = 400;
const mostAtOnce = 1000;
const keystroke = 120;
const pause = 250;

export type Scope = NonNullable<Input<'bookmarks.list'>['scope']>;

/** The list of bookmarks, as far as it was scrolled, and how many there are in all. */
export class Bookmarks {
  #items = $state.raw<readonly Bookmark[]>([]);
  #total = $state(0);
  #all = $state<number | null>(null);
  #ready = $state(false);
  #error = $state<string | null>(null);
  #selected = $state<number | null>(null);
  #query = $state('');
  #scope = $state<Scope | null>(null);
  #sort = $state<BookmarkSort>(bookmarkSorts.find((sort) => sort === remembered('bookmarks.sort')) ?? 'newest');
  #tag = $state<string | null>(null);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew, never changed
  readonly #places = $derived(new Map(this.#items.map(({ id }, index) => [id, index])));
  readonly #link: Link;
  readonly #changes: Changes;
  readonly place: ListPlace = { offset: 0 };
  #shown = false;
  #abort = new AbortController();
  #more: Promise<void> | null = null;
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

  get items(): readonly Bookmark[] {
    return this.#items;
  }

  /** How many the filters let through. */
  get total(): number {
    return this.#total;
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
    return this.#items[this.active];
  }

  /** Lists those with a tag, or all; until `hide`, changes are followed. */
  show(tag: string | null): void {
    this.#shown = true;
    if (this.#ready && this.#tag === tag) return void this.#reload();
    this.#tag = tag;
    this.#ready = false;
    void this.#reload(firstPage);
  }

  hide(): void {
    this.#shown = false;
  }

  type(query: string): void {
    this.#query = query;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#reload(firstPage), keystroke);
  }

  narrow(scope: Scope | null): void {
    this.#scope = scope;
    void this.#reload(firstPage);
  }

  order(sort: BookmarkSort): void {
    this.#sort = sort;
    remember('bookmarks.sort', sort);
    void this.#reload(firstPage);
  }

  select({ id }: Bookmark): void {
    this.#selected = id;
  }

  /** Selects the one that the transcript shows, where it is among those loaded. */
  follow({ session, file, position }: Place): void {
    const at = (one: Bookmark) => one.session === session && one.file === file;
    const shown = this.#items.find((one) => at(one) && one.position === position) ?? null;
    this.#selected = shown?.id ?? null;
  }

  step(steps: number): Bookmark | undefined {
    const next = Math.max(0, Math.min(this.#items.length - 1, this.active + steps));
    const bookmark = this.#items[next];
    if (bookmark) this.select(bookmark);
    return bookmark;
  }

  async more(limit = nextPage): Promise<void> {
    if (this.#more || !this.#ready || this.#items.length >= this.#total) return this.#more ?? undefined;
    this.#more = this.#append(limit);
    await this.#more;
    this.#more = null;
  }

  /** Loads all there are: whoever goes to the end means the true one. */
  async rest(): Promise<void> {
    let before = -1;
    while (this.#items.length > before && this.#items.length < this.#total) {
      before = this.#items.length;
      await this.more(mostAtOnce);
    }
  }

  async refresh(): Promise<void> {
    await Promise.all([this.#count(), this.#reload()]);
  }

  /** It leaves the list at once; the selection goes to the next. */
  async remove(bookmark: Bookmark): Promise<void> {
    const at = this.#places.get(bookmark.id) ?? -1;
    this.#selected = (this.#items[at + 1] ?? this.#items[at - 1])?.id ?? null;
    this.#items = this.#items.filter(({ id }) => id !== bookmark.id);
    this.#total -= 1;
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

  /** Fetches as much as is shown anew, unless told how much, and swaps it in whole. */
  async #reload(wanted = Math.max(firstPage, this.#items.length)): Promise<void> {
    if (!this.#shown) return;
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    const items: Bookmark[] = [];
    try {
      let total = 0;
      do {
        const page = await this.#page(items.length, Math.min(mostAtOnce, wanted - items.length), signal);
        total = page.total;
        if (page.bookmarks.length === 0) break;
        items.push(...page.bookmarks);
      } while (items.length < Math.min(wanted, total));
      this.#items = items;
      this.#total = total;
      this.#ready = true;
      this.#error = null;
    } catch (error) {
      if (!isCancelled(error)) this.#error = messageOf(error);
    }
  }

  async #append(limit: number): Promise<void> {
    const { signal } = this.#abort;
    try {
      const { total, bookmarks } = await this.#page(this.#items.length, limit, signal);
      if (signal.aborted) return;
      this.#items = [...this.#items, ...bookmarks.filter(({ id }) => !this.#places.has(id))];
      this.#total = total;
    } catch (error) {
      if (!isCancelled(error)) this.#error = messageOf(error);
    }
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
