import { refOf } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import type { PurgePlan } from '../../../shared/purge.ts';
import type { Target } from './footprint/target.ts';

export type CopyHolder = PurgePlan['copies'][number] & { readonly row: number };

/**
 * Other sessions that hold the same records: forks, resumed and backgrounded sessions repeat them with their uuids.
 * No index is kept for this: it is one pass over the entries, and asked for only by somebody who is about to erase.
 */
export function copyHolders(index: ReadDb, targets: readonly Target[]): CopyHolder[] {
  const rows = JSON.stringify(targets.flatMap(({ row }) => row ?? []));
  const holders = index
    .prepare(
      `WITH own AS MATERIALIZED (SELECT id FROM file WHERE session IN (SELECT value FROM json_each(?))),
         wanted AS MATERIALIZED (SELECT DISTINCT uuid FROM entry WHERE file IN own AND uuid IS NOT NULL),
         held AS (SELECT file.session AS row, count(DISTINCT uuid) AS records FROM entry JOIN file ON file.id = entry.file
           WHERE entry.file NOT IN own AND uuid IN wanted AND file.session IS NOT NULL GROUP BY file.session)
       SELECT row, records, title, session_id, file,
         (SELECT count(*) FROM session other WHERE other.session_id = session.session_id) AS namesakes
       FROM held JOIN session ON session.id = row ORDER BY records DESC`,
    )
    .all(rows) as {
    row: number;
    records: number;
    title: string;
    session_id: string;
    file: string;
    namesakes: number;
  }[];
  return holders.map(({ row, records, title, ...session }) => ({
    ...{ row, records, title, sessionId: session.session_id, session: refOf(session) },
  }));
}
