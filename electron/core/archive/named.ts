import { AppError } from '../../../shared/errors.ts';
import { findSession, refOf, type SessionRow } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import type { ArchiveList } from './list.ts';
import type { Kept } from './session-files.ts';

/** A session that still has something to copy. */
export function sessionToKeep(index: ReadDb, ref: string): Kept {
  const row = findSession(index, ref);
  if (row.ghost !== 0) throw new AppError('refused', `Nothing but its prompts is left of session ${row.session_id}.`);
  const root = index
    .prepare(
      'SELECT root.path FROM file JOIN root ON root.id = file.root WHERE session = ? AND deleted IS NULL LIMIT 1',
    )
    .pluck()
    .get(row.id) as string | undefined;
  if (root === undefined) {
    throw new AppError('refused', `The transcript of session ${row.session_id} is gone: there is nothing to copy.`);
  }
  return { id: row.id, sessionId: row.session_id, main: row.file, root };
}

/** How the archive names a session, which the index may not know. */
export function archivedRef(index: ReadDb, list: ArchiveList, ref: string): string {
  if (list.of(ref).length > 0) return ref;
  const row: SessionRow = findSession(index, ref);
  const known = refOf(row);
  if (list.of(known).length === 0) {
    throw new AppError('not_found', `No copy of session ${row.session_id} is in the archive.`);
  }
  return known;
}
