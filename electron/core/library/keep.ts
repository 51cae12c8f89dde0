import type { ParsedInput } from '../../../shared/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Bookmark } from '../../../shared/library.ts';
import type { WriteDb } from '../db/handles.ts';
import { storable } from '../ingest/normalise/block.ts';
import { keptBookmarks, toBookmark, type Kept } from './bookmarks.ts';
import type { History } from './history.ts';
import { openPlaceStore, placeOf, type Place } from './place.ts';
import { Resolver } from './resolve.ts';
import { readSettings } from './settings.ts';
import { openTagging } from './tags.ts';

export interface Desk {
  readonly index: WriteDb;
  readonly library: WriteDb;
  readonly history: History;
}

/** The same place again changes the bookmark that is there. */
export function addBookmark(
  { index, library, history }: Desk,
  { spot, note, tags }: ParsedInput<'bookmarks.add'>,
): Bookmark {
  const place = placeOf(index, spot, readSettings(library).keepExcerpts);
  const there = sameAs(place, library, new Resolver(index));
  if (there) return changeBookmark({ index, library, history }, { id: there.id, note, tags });
  const id = history.change('Add bookmark', () => {
    const id = openPlaceStore(library)(place);
    const now = Date.now();
    library.prepare('INSERT INTO bookmark VALUES (?, ?, ?, ?)').run(id, storable(note ?? ''), now, now);
    openTagging(library).set(id, tags ?? []);
    return id;
  });
  return bookmarkOf({ index, library }, id);
}

/** By where they are found now: the bookmark of a session that is gone may stand in this one. */
function sameAs(place: Place, library: WriteDb, resolver: Resolver): Kept | undefined {
  const wanted = resolver.stand(place);
  const { sessionId, family, scope } = place;
  const likely = keptBookmarks(library, 'WHERE scope = @scope AND (session_id = @sessionId OR family = @family)', {
    ...{ scope, sessionId, family },
  });
  return likely.find((kept) => {
    const { session, first, last } = resolver.stand(kept.place);
    return session?.id === wanted.session?.id && first?.id === wanted.first?.id && last?.id === wanted.last?.id;
  });
}

export function changeBookmark(
  { index, library, history }: Desk,
  { id, note, tags }: ParsedInput<'bookmarks.change'>,
): Bookmark {
  const before = bookmarkOf({ index, library }, id);
  const isOther = note !== undefined && note !== before.note;
  if (!isOther && (!tags || listed(tags) === listed(before.tags))) return before;
  history.change(isOther ? 'Change note' : 'Change tags', () => {
    library
      .prepare('UPDATE bookmark SET note = ?, changed = ? WHERE id = ?')
      .run(storable(note ?? before.note), Date.now(), id);
    if (tags) openTagging(library).set(id, tags);
  });
  return bookmarkOf({ index, library }, id);
}

export function removeBookmarks({ library, history }: Desk, ids: readonly number[]): { removed: number } {
  const list = JSON.stringify(ids);
  const named = 'id IN (SELECT value FROM json_each(?)) AND id IN (SELECT id FROM bookmark)';
  const count = library.prepare(`SELECT count(*) FROM place WHERE ${named}`).pluck().get(list) as number;
  const label = count === 1 ? 'Remove bookmark' : `Remove ${count} bookmarks`;
  const { changes } = history.change(label, () => library.prepare(`DELETE FROM place WHERE ${named}`).run(list));
  return { removed: changes };
}

function bookmarkOf({ index, library }: Pick<Desk, 'index' | 'library'>, id: number): Bookmark {
  const [kept] = keptBookmarks(library, 'WHERE bookmark.id = @id', { id });
  if (!kept) throw new AppError('not_found', `There is no bookmark ${id}. It may have been removed.`);
  return toBookmark(kept, new Resolver(index));
}

const listed = (tags: readonly string[]) => JSON.stringify([...new Set(tags)].sort());
