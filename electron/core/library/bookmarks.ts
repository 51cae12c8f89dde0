import type { Output, ParsedInput } from '../../../shared/contract.ts';
import type { Bookmark, BookmarkSort } from '../../../shared/library.ts';
import { findSession } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import type { ReaderParts } from '../parts.ts';
import { folded } from '../search/tokens.ts';
import { foundAt } from './found.ts';
import { placeColumns, toPlace, type Place } from './place.ts';
import { Resolver } from './resolve.ts';

/** A bookmark as it is kept. */
export interface Kept {
  readonly id: number;
  readonly place: Place;
  readonly note: string;
  readonly tags: readonly string[];
  readonly created: number;
  readonly changed: number;
}

type KeptRow = Omit<Kept, 'place' | 'tags'> & { tags: string } & Parameters<typeof toPlace>[0];

/** `rest` is what follows FROM: conditions, order, page. */
export function keptBookmarks(library: ReadDb, rest: string, bound: object = {}): Kept[] {
  const rows = library
    .prepare(
      `SELECT bookmark.id, note, created, changed, ${placeColumns},
         (SELECT json_group_array(name) FROM (SELECT name FROM bookmark_tag JOIN tag ON tag.id = bookmark_tag.tag
          WHERE bookmark_tag.bookmark = bookmark.id ORDER BY name)) AS tags
       FROM bookmark JOIN place USING (id) ${rest}`,
    )
    .all(bound) as KeptRow[];
  return rows.map(({ id, note, created, changed, tags, ...place }) => {
    return { id, note, created, changed, tags: JSON.parse(tags) as string[], place: toPlace(place) };
  });
}

export function toBookmark({ place, tags, ...kept }: Kept, resolver: Resolver): Bookmark {
  return { ...kept, ...foundAt(place, resolver), tags: [...tags] };
}

const orders: Record<BookmarkSort, string> = {
  newest: 'created DESC, id DESC',
  oldest: 'created, id',
  session: `max(created) OVER (PARTITION BY session_id) DESC, session_id, agent IS NOT NULL, agent, position, id`,
  said: 'time DESC NULLS LAST, id DESC',
};

const tagged = `id IN (SELECT bookmark FROM bookmark_tag JOIN tag ON tag.id = bookmark_tag.tag WHERE name = @tag)`;

export function listBookmarks(
  { index, library, shelf }: Pick<ReaderParts, 'index' | 'library' | 'shelf'>,
  { query, tag, scope, ids, sort, limit, offset }: ParsedInput<'bookmarks.list'>,
): Output<'bookmarks.list'> {
  const bound: Record<string, string> = {};
  const where: string[] = [];
  const narrow = (condition: string, name: string, value: string) => {
    where.push(condition);
    bound[name] = value;
  };
  if (tag !== undefined) narrow(tagged, 'tag', tag);
  if (scope !== undefined) narrow('scope = @scope', 'scope', scope);
  if (ids !== undefined) narrow('id IN (SELECT value FROM json_each(@ids))', 'ids', JSON.stringify(ids));
  const select = library.prepare(
    `SELECT id FROM bookmark JOIN place USING (id) ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
     ORDER BY ${orders[sort]}`,
  );
  const words = folded(query).split(/\s+/).filter(Boolean);
  const all = select.pluck().all(bound) as number[];
  const texts = words.length === 0 ? null : shelf.words();
  const chosen = texts ? all.filter((id) => words.every((word) => texts.get(id)?.includes(word))) : all;
  const page = new Map(chosen.slice(offset, offset + limit).map((id, nth) => [id, nth]));
  const resolver = new Resolver(index);
  const bookmarks = keptBookmarks(library, 'WHERE id IN (SELECT value FROM json_each(@ids))', {
    ids: JSON.stringify([...page.keys()]),
  }).map((kept) => toBookmark(kept, resolver));
  bookmarks.sort((a, b) => (page.get(a.id) ?? 0) - (page.get(b.id) ?? 0));
  return { total: chosen.length, bookmarks };
}

/** Those that are found in one session, all its transcripts, in order; also those whose own session is gone. */
export function bookmarksOf({ index, library }: { index: ReadDb; library: ReadDb }, ref: string): Bookmark[] {
  const { id, session_id: sessionId, family } = findSession(index, ref);
  const resolver = new Resolver(index);
  const likely = keptBookmarks(
    library,
    `WHERE session_id = @sessionId OR family = @family
     ORDER BY agent IS NOT NULL, agent, position IS NOT NULL, position, id`,
    { sessionId, family },
  );
  return likely
    .filter(({ place }) => resolver.stand(place).session?.id === id)
    .map((kept) => toBookmark(kept, resolver));
}
