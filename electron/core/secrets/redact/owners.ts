import { sep } from 'node:path';
import type { ReadDb } from '../../db/handles.ts';

/** Whose a file is. */
export interface Owner {
  readonly sessionId: string | null;
  /** Its row in the index, where the file is one of its transcripts. */
  readonly row: number | null;
  /** The transcript of that session. */
  readonly main: string | null;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** By the index, where it knows the file; else by the id in the path, as Claude Code names what it keeps. */
export function openOwners(index: ReadDb): (path: string) => Owner {
  const known = index.prepare(
    'SELECT session.id AS row, session_id AS sessionId, session.file AS main FROM file JOIN session ON session.id = file.session WHERE path = ?',
  );
  const named = index.prepare(
    'SELECT id AS row, session_id AS sessionId, file AS main FROM session WHERE session_id = ? AND ghost = 0 LIMIT 1',
  );
  return (path) => {
    const owner = known.get(path) as Owner | undefined;
    if (owner) return owner;
    const sessionId =
      path
        .split(sep)
        .toReversed()
        .flatMap((part) => part.match(uuid)?.[0] ?? [])[0] ?? null;
    return (named.get(sessionId) as Owner | undefined) ?? { sessionId, row: null, main: null };
  };
}
