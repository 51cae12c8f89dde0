import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadDb } from '../../db/handles.ts';
import { indexPath, libraryPath } from '../../db/open.ts';
import { libraryCopies, openCopy } from '../library-copies.ts';
import { rowsOf, type Named } from '../library-rows.ts';
import { childrenOf } from './named.ts';
import { wholePlace, type Place } from './place.ts';
import type { Target } from './target.ts';

/** What this app itself keeps of sessions. */
export function ownPlaces(index: ReadDb, library: ReadDb, dataDir: string, targets: readonly Target[]): Place[] {
  return [...indexPlace(index, dataDir, targets), ...libraryPlaces(library, dataDir, targets)];
}

function indexPlace(index: ReadDb, dataDir: string, targets: readonly Target[]): Place[] {
  const refs = new Map(targets.flatMap(({ row, ref }) => (row === null ? [] : [[row, ref] as const])));
  const rows = JSON.stringify([...refs.keys()]);
  const files = index
    .prepare('SELECT path FROM file WHERE session IN (SELECT value FROM json_each(?))')
    .pluck()
    .all(rows) as string[];
  if (files.length === 0) return [];
  // A length in bytes is told by the row's header: the texts themselves are not read.
  const sums = index
    .prepare(
      `SELECT session, count(*), total(octet_length(text)) FROM file JOIN entry ON entry.file = file.id
         JOIN entry_text ON entry_text.id = entry.id
       WHERE session IN (SELECT value FROM json_each(?)) GROUP BY session`,
    )
    .raw()
    .all(rows) as [number, number, number][];
  const of = new Map(sums.map(([row, , bytes]) => [refs.get(row) ?? '', bytes]));
  const bytes = [...of.values()].reduce((sum, one) => sum + one, 0);
  const lines = sums.reduce((sum, [, count]) => sum + count, 0);
  const ids = targets.map(({ sessionId }) => sessionId);
  const detail = { kind: 'index', files, ids } as const;
  return [{ path: indexPath(dataDir), what: 'index', bytes, action: 'rewrite', lines, of, detail }];
}

/** Bookmarks and what else people kept, and the same in copies of the library. */
function libraryPlaces(library: ReadDb, dataDir: string, targets: readonly Target[]): Place[] {
  const named = namesOf(targets);
  const path = libraryPath(dataDir);
  const { rows: lines, bytes } = rowsOf(library, named);
  const of = new Map<string, number>();
  const detail = { kind: 'rows', ...named } as const;
  const why = 'Bookmarks and items of collections, with their notes and excerpts.';
  const kept: Place[] = lines > 0 ? [{ path, what: 'library', bytes, action: 'rewrite', lines, of, detail, why }] : [];
  const copies = libraryCopies(dataDir).flatMap((copy): Place[] => {
    const found = rowsInCopy(copy, named);
    if (!found) return wholePlace(copy, 'library', '', [], 'A copy of the library that cannot be read.');
    const { rows, bytes } = found;
    const why = 'A copy of the library.';
    return rows === 0 ? [] : [{ path: copy, what: 'library', bytes, action: 'rewrite', lines: rows, of, detail, why }];
  });
  return [...kept, ...copies];
}

const namesOf = (targets: readonly Target[]): Named => ({
  ids: targets.filter(({ shared }) => !shared).map(({ sessionId }) => sessionId),
  mains: targets.flatMap(({ files }) => files.filter(({ agent }) => agent === null).map(({ path }) => path)),
});

function rowsInCopy(path: string, named: Named): ReturnType<typeof rowsOf> | null {
  const db = openCopy(path);
  try {
    return db && rowsOf(db, named);
  } finally {
    db?.close();
  }
}

/** A damaged index that was set aside, and what a crashed window left: nobody can tell what is in them, so they go. */
export function unsortedPlaces(dataDir: string): Place[] {
  const dumps = join(dataDir, 'window', 'Crashpad');
  const paths = [
    `${indexPath(dataDir)}.corrupt`,
    ...['completed', 'pending', 'reports', 'new'].map((name) => join(dumps, name)),
  ];
  return paths.filter((path) => existsSync(path) && isFilled(path)).flatMap((path) => wholePlace(path, 'index', ''));
}

const isFilled = (path: string) => !path.includes('Crashpad') || childrenOf(path).length > 0;
