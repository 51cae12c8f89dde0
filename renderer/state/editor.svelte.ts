import type { Bookmark, Spot } from '../../shared/library.ts';
import type { Bookmarks } from './bookmarks.svelte.ts';
import type { Marks } from './marks.svelte.ts';

export interface Editing {
  /** What is or will be bookmarked; null where only the bookmark is left of it. */
  readonly spot: Spot | null;
  readonly bookmark: Bookmark | undefined;
  readonly excerpt: string | null;
  /** Beside what the editor opens, and where the focus goes back to. */
  readonly anchor: HTMLElement | null;
}

/** The one editor for the note and the tags of a bookmark, old or new. */
export class Editor {
  #editing = $state.raw<Editing | null>(null);
  readonly #marks: Marks;
  readonly #bookmarks: Bookmarks;

  constructor(marks: Marks, bookmarks: Bookmarks) {
    this.#marks = marks;
    this.#bookmarks = bookmarks;
  }

  get editing(): Editing | null {
    return this.#editing;
  }

  /** Opens for a place, with the words of its bookmark where it has one. */
  async openAt(spot: Spot, excerpt: string | null, anchor: HTMLElement | null): Promise<void> {
    if (!this.#marks.knows(spot.session)) await this.#marks.open(spot.session).catch(() => {}); // saving says what is wrong
    this.#editing = { spot, bookmark: this.#marks.find(spot), excerpt, anchor };
  }

  openFor(bookmark: Bookmark, anchor: HTMLElement | null): void {
    this.#editing = { spot: spotOf(bookmark), bookmark, excerpt: bookmark.excerpt ?? bookmark.title, anchor };
  }

  close(): void {
    this.#editing = null;
  }

  async save(words: Pick<Bookmark, 'note' | 'tags'>): Promise<void> {
    const { spot, bookmark, excerpt } = this.#editing ?? {};
    if (bookmark && !spot) await this.#bookmarks.change(bookmark, words);
    else if (spot) await this.#marks.keep(spot, words, excerpt ?? null);
  }

  async remove(): Promise<void> {
    const { spot, bookmark } = this.#editing ?? {};
    if (!bookmark) return;
    if (spot) await this.#marks.remove(spot.session, bookmark);
    else await this.#bookmarks.remove(bookmark);
  }
}

/** The place of a bookmark, as it is asked for again; null where it is gone. */
export function spotOf({ session, file, position, end, scope }: Bookmark): Spot | null {
  if (session === null) return null;
  if (scope === 'session') return { session };
  if (position === null) return null;
  return { session, ...(file === null ? {} : { file }), position, ...(end === null ? {} : { end }) };
}
