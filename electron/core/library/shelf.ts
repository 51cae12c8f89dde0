import type { Bookmarked } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import { folded } from '../search/tokens.ts';
import { keptBookmarks, type Kept } from './bookmarks.ts';
import { Resolver, type Standing } from './resolve.ts';
import { listTags } from './tags.ts';

/** A bookmark, and where it stands. */
interface Placed {
  readonly kept: Kept;
  readonly standing: Standing;
}

/** What the list of sessions and the search ask about bookmarks, found again only when something has changed. */
export class Shelf {
  readonly #index: ReadDb;
  readonly #library: ReadDb;
  #seen = '';
  #sessions: Bookmarked | undefined;
  #standings: readonly Placed[] | undefined;
  #words: ReadonlyMap<number, string> | undefined;

  constructor(index: ReadDb, library: ReadDb) {
    this.#index = index;
    this.#library = library;
  }

  /** Tells the state of the library. */
  get version(): number {
    return this.#library.pragma('data_version', { simple: true }) as number;
  }

  sessions(): Bookmarked {
    this.#refresh();
    return (this.#sessions ??= bookmarkedSessions(this.#index, this.#library));
  }

  standings(): readonly Placed[] {
    this.#refresh();
    const resolver = new Resolver(this.#index);
    // Neighbours in a file are neighbours on disk.
    const find = () => keptBookmarks(this.#library, 'ORDER BY session_id, agent, position');
    return (this.#standings ??= find().map((kept) => ({ kept, standing: resolver.stand(kept.place) })));
  }

  /** By bookmark: its text, note, title and tags, folded for finding words in them. */
  words(): ReadonlyMap<number, string> {
    this.#refresh();
    return (this.#words ??= this.#readWords());
  }

  #readWords(): Map<number, string> {
    const resolver = new Resolver(this.#index);
    const words = this.standings().map(({ kept: { id, note, tags, place }, standing: { session, first } }) => {
      const excerpt = first ? resolver.excerpt(first) : place.excerpt;
      return [id, folded([note, session?.title ?? place.title, excerpt, ...tags].join('\n'))] as const;
    });
    return new Map(words);
  }

  /** Entries that a bookmark marks, by id. */
  entriesAt({ file, first, last }: Standing): number[] {
    if (!file || !first || !last) return first ? [first.id] : [];
    const within = 'SELECT id FROM entry WHERE file = ? AND position BETWEEN ? AND ?';
    return this.#index.prepare(within).pluck().all(file.id, first.position, last.position) as number[];
  }

  /** The most used first. */
  tags(): string[] {
    return listTags(this.#library)
      .sort((a, b) => b.bookmarks - a.bookmarks)
      .map(({ name }) => name);
  }

  #refresh(): void {
    const now = `${String(this.#index.pragma('data_version', { simple: true }))} ${this.version}`;
    if (now === this.#seen) return;
    [this.#sessions, this.#standings, this.#words] = [undefined, undefined, undefined];
    this.#seen = now;
  }
}

function bookmarkedSessions(index: ReadDb, library: ReadDb): Bookmarked {
  const resolver = new Resolver(index);
  const found = new Map<number, readonly string[]>();
  const names = library.prepare('SELECT DISTINCT session_id FROM bookmark JOIN place USING (id)').pluck().all();
  for (const sessionId of names as string[]) {
    const only = resolver.onlyWith(sessionId);
    if (only !== null) found.set(only, []);
    else for (const id of standing(library, resolver, 'session_id = @sessionId', { sessionId })) found.set(id, []);
  }
  for (const { place, tags } of keptBookmarks(library, "WHERE scope = 'session'")) {
    const { session } = resolver.stand(place);
    if (session) found.set(session.id, tags);
  }
  return found;
}

function standing(library: ReadDb, resolver: Resolver, where: string, bound: object): number[] {
  return keptBookmarks(library, `WHERE ${where}`, bound).flatMap(
    ({ place }) => resolver.stand(place).session?.id ?? [],
  );
}
