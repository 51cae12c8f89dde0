import type { Bookmarked } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import { keptBookmarks } from './bookmarks.ts';
import { Resolver } from './resolve.ts';

/** What the list of sessions and the search ask about bookmarks, found again only when something has changed. */
export class Shelf {
  readonly #index: ReadDb;
  readonly #library: ReadDb;
  #seen = '';
  #sessions: Bookmarked = new Map();

  constructor(index: ReadDb, library: ReadDb) {
    this.#index = index;
    this.#library = library;
  }

  /** Tells the state of the library. */
  get version(): number {
    return this.#library.pragma('data_version', { simple: true }) as number;
  }

  sessions(): Bookmarked {
    const now = `${String(this.#index.pragma('data_version', { simple: true }))} ${this.version}`;
    if (now !== this.#seen) {
      this.#sessions = bookmarkedSessions(this.#index, this.#library);
      this.#seen = now;
    }
    return this.#sessions;
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
