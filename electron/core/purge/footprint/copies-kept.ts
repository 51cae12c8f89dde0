import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadDb } from '../../db/handles.ts';
import { keep, wholePlace, type Place } from './place.ts';
import type { Target } from './target.ts';

/** Between writing an export and noting that it was written. */
const slack = 10_000;

/** Copies that people had this app make: in the archive, and exports wherever they were put. */
export function keptCopies(library: ReadDb, dataDir: string, targets: readonly Target[]): Place[] {
  const refs = new Map(targets.filter(({ shared }) => !shared).map(({ sessionId, ref }) => [sessionId, ref]));
  const ids = JSON.stringify([...refs.keys()]);
  return [...archivePlaces(library, dataDir, ids, refs), ...exportPlaces(library, ids, refs)];
}

const hasTable = (library: ReadDb, name: string) =>
  library.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

interface Kept {
  readonly path: string;
  readonly session: string;
  /** Whether another session is in the same file. */
  readonly others: number;
  readonly time: number;
}

const among = '(SELECT value FROM json_each(?))';

function archivePlaces(library: ReadDb, dataDir: string, ids: string, refs: ReadonlyMap<string, string>): Place[] {
  if (!hasTable(library, 'archived')) return [];
  const rows = library
    .prepare(
      `SELECT copy AS path, session_id AS session, time, EXISTS (SELECT 1 FROM archived other
         WHERE other.copy = archived.copy AND other.session_id <> archived.session_id) AS others
       FROM archived WHERE session_id IN ${among}`,
    )
    .all(ids) as Kept[];
  return rows.flatMap((row) => {
    const places = wholePlace(join(dataDir, 'archive', row.path), 'archive', refs.get(row.session) ?? '');
    return row.others ? keep(places, 'The same bytes are another session’s as well.') : places;
  });
}

function exportPlaces(library: ReadDb, ids: string, refs: ReadonlyMap<string, string>): Place[] {
  if (!hasTable(library, 'export_log')) return [];
  const rows = library
    .prepare(
      `SELECT path, session_id AS session, time, EXISTS (SELECT 1 FROM export_log other
         WHERE other.path = export_log.path AND other.session_id NOT IN ${among}) AS others
       FROM export_log WHERE session_id IN ${among}`,
    )
    .all(ids, ids) as Kept[];
  return rows.flatMap((row) => {
    const places = wholePlace(row.path, 'export', refs.get(row.session) ?? '');
    if (row.others) return keep(places, 'Other sessions are in it as well.');
    const changed = (statSync(row.path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > row.time + slack;
    return changed ? keep(places, 'It was changed after it was exported.') : places;
  });
}
