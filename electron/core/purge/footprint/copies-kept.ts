import { statSync } from 'node:fs';
import { downloads } from '../../../../shared/export.ts';
import { openArchiveFolders } from '../../archive/folders.ts';
import type { ReadDb } from '../../db/handles.ts';
import { keep, wholePlace, type Place } from './place.ts';
import type { Target } from './target.ts';

const among = '(SELECT value FROM json_each(?))';
/** Between writing an export and noting that it was written. */
const slack = 10_000;

/** Copies that people had this app make: in the archive, and exports wherever they were put. */
export function keptCopies(library: ReadDb, dataDir: string, targets: readonly Target[]): Place[] {
  const exports = (shared: boolean) => {
    const refs = new Map(targets.filter((one) => one.shared === shared).map(({ sessionId, ref }) => [sessionId, ref]));
    return exportPlaces(library, JSON.stringify([...refs.keys()]), refs);
  };
  return [
    ...archivePlaces(library, dataDir, targets),
    ...exports(false),
    ...keep(exports(true), 'Another session has the same id.'),
  ];
}

/** Names of exports that a browser was handed: where it put them nobody told. */
export const downloadsOf = (library: ReadDb, targets: readonly Target[]): string[] =>
  (
    library
      .prepare(`SELECT DISTINCT path FROM export_log WHERE session_id IN ${among} AND path GLOB '${downloads}*'`)
      .pluck()
      .all(JSON.stringify(targets.map(({ sessionId }) => sessionId))) as string[]
  ).map((path) => path.slice(downloads.length));

interface Kept {
  readonly path: string;
  readonly session: string;
  /** Whether another session is in the same file. */
  readonly others: number;
  readonly time: number;
}

/** Each session’s folder as a whole: in it may be more than is listed. */
function archivePlaces(library: ReadDb, dataDir: string, targets: readonly Target[]): Place[] {
  const foldersOf = openArchiveFolders(library, dataDir);
  return targets.flatMap(({ ref }) => foldersOf(ref).flatMap((folder) => wholePlace(folder, 'archive', ref)));
}

function exportPlaces(library: ReadDb, ids: string, refs: ReadonlyMap<string, string>): Place[] {
  const rows = library
    .prepare(
      `SELECT path, session_id AS session, time, EXISTS (SELECT 1 FROM export_log other
         WHERE other.path = export_log.path AND other.session_id NOT IN ${among}) AS others
       FROM export_log WHERE session_id IN ${among} AND path NOT GLOB '${downloads}*'`,
    )
    .all(ids, ids) as Kept[];
  return rows.flatMap((row) => {
    const places = wholePlace(row.path, 'export', refs.get(row.session) ?? '');
    if (row.others) return keep(places, 'Other sessions are in it as well.');
    const changed = (statSync(row.path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > row.time + slack;
    return changed ? keep(places, 'It was changed after it was exported.') : places;
  });
}
