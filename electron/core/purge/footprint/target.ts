import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refOf } from '../../browse/sessions.ts';
import type { ReadDb } from '../../db/handles.ts';
import { ghostMark } from '../../ingest/history.ts';

/** A session to look for everywhere. */
export interface Target {
  readonly ref: string;
  readonly sessionId: string;
  readonly title: string;
  /** Its row in the index; null where only traces are left of it. */
  readonly row: number | null;
  /** The Claude folders that it is in. */
  readonly roots: readonly string[];
  /** Its transcripts, the main one first. */
  readonly files: readonly { readonly path: string; readonly agent: string | null }[];
  /** The folders it ran in. */
  readonly projects: readonly string[];
  /** Names of its plan files. */
  readonly slugs: readonly string[];
  readonly started: number | null;
  readonly ended: number | null;
  /** Another session that stays has the same id: what is only named after the id stays with it. */
  readonly shared: boolean;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Only such an id is looked for in names: a transcript called `memory.jsonl` must not lead to a folder `memory`. */
export const isUuid = (id: string) => uuid.test(id);
/** An id that is no more than an id: nothing that leads to another folder. */
// eslint-disable-next-line no-control-regex -- those are meant
export const isPlain = (id: string) => /^[^/\\\u0000-\u001f]{1,200}$/.test(id) && !/^\.+$/.test(id);

export const isClaudeFolder = (root: string) => existsSync(join(root, 'projects'));

interface SessionRow {
  readonly id: number;
  readonly session_id: string;
  readonly file: string;
  readonly title: string;
  readonly project: string;
  readonly started: number | null;
  readonly ended: number | null;
  readonly namesakes: number;
}

interface FileRow {
  readonly session: number;
  readonly path: string;
  readonly agent: string | null;
  readonly root: string;
  readonly cwds: string | null;
  readonly slugs: string | null;
}

/** A part of what a file said about its session; '' where nothing was read of it yet. */
export const factIn = (name: string) => `json_extract(CASE facts WHEN '' THEN '{}' ELSE facts END, '$.${name}')`;

/** Sessions of the index, by row; all of them where none are named. */
export function targetsIn(index: ReadDb, rows: readonly number[] | null): Target[] {
  const chosen = rows === null ? null : JSON.stringify(rows);
  const among = (column: string) => `(@chosen IS NULL OR ${column} IN (SELECT value FROM json_each(@chosen)))`;
  const sessions = index
    .prepare(
      `SELECT id, session_id, file, title, project, started, ended,
         (SELECT count(*) FROM session other WHERE other.session_id = session.session_id) AS namesakes
       FROM session WHERE ${among('id')} ORDER BY coalesce(ended, modified) DESC, id DESC`,
    )
    .all({ chosen }) as SessionRow[];
  const files = index
    .prepare(
      `SELECT session, file.path, agent, root.path AS root, ${factIn('cwds')} AS cwds, ${factIn('slugs')} AS slugs
       FROM file JOIN root ON root.id = file.root WHERE session IS NOT NULL AND ${among('session')}
       ORDER BY agent IS NOT NULL, file.id`,
    )
    .all({ chosen }) as FileRow[];
  const filesOf = Map.groupBy(files, ({ session }) => session);
  const stay = index
    .prepare(`SELECT DISTINCT session_id FROM session WHERE ghost = 0 AND NOT ${among('id')}`)
    .pluck()
    .all({ chosen });
  const staying = new Set(stay as string[]);
  return sessions.map((row) => targetOf(row, filesOf.get(row.id) ?? [], staying.has(row.session_id)));
}

function targetOf(row: SessionRow, files: readonly FileRow[], shared: boolean): Target {
  const all = (pick: (file: FileRow) => string | null) =>
    files.flatMap((file) => JSON.parse(pick(file) ?? '[]') as string[]);
  return {
    ref: refOf(row),
    sessionId: row.session_id,
    title: row.title,
    row: row.id,
    roots: [...new Set(files.map(({ root }) => root))].filter(isClaudeFolder),
    files: files.filter(({ agent }) => agent !== ghostMark).map(({ path, agent }) => ({ path, agent })),
    projects: [...new Set([...all(({ cwds }) => cwds), row.project])],
    slugs: [...new Set(all(({ slugs }) => slugs))],
    started: row.started,
    ended: row.ended,
    shared,
  };
}

/** A session that the index does not know, of which there may be traces. */
export const lostTarget = (sessionId: string, roots: readonly string[]): Target => ({
  ...{ ref: sessionId, sessionId, title: '', row: null, files: [], projects: [], slugs: [] },
  roots: roots.filter(isClaudeFolder),
  ...{ started: null, ended: null, shared: false },
});
