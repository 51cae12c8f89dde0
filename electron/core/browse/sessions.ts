import { AppError } from '../../../shared/errors.ts';
import type {
  Session,
  SessionDetails,
  SessionMark,
  SessionSort,
  SessionView,
  Transcript,
} from '../../../shared/schemas.ts';
import type { ReadDb } from '../db/handles.ts';
import { keptStatement } from '../db/statements.ts';
import { secretsIn, sessionsWithAny } from '../secrets/counted.ts';
import { isLive, liveSessions } from './live.ts';

export interface SessionRow {
  readonly id: number;
  readonly session_id: string;
  readonly file: string;
  readonly project: string;
  readonly branch: string | null;
  readonly title: string;
  readonly started: number | null;
  readonly ended: number | null;
  readonly messages: number;
  readonly prompts: number;
  readonly models: string;
  readonly subagents: number;
  readonly errors: number;
  readonly bytes: number;
  readonly cost: number | null;
  readonly context: number;
  readonly modified: number;
  readonly family: string | null;
  readonly details: string;
  readonly ghost: number;
  readonly source_deleted: number;
  readonly namesakes: number;
  readonly forks: number;
  readonly secrets: number;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
}

const namesakesOf = (session: string) =>
  `(SELECT count(*) FROM session other WHERE other.session_id = ${session}.session_id)`;

/** Sessions with what is counted rather than stored; `WHERE`, `ORDER BY` and `LIMIT` follow inside `page`. */
const selectSessions = (page: string) => /* sql */ `
  WITH chosen AS (SELECT session.* FROM session ${page})
  SELECT chosen.*,
    ${namesakesOf('chosen')} AS namesakes,
    (SELECT count(*) - 1 FROM session other WHERE other.family = chosen.family) AS forks,
    ${secretsIn('chosen')} AS secrets
  FROM chosen`;

/** Sessions that are bookmarked, or hold what is, by row: the tags of the bookmark on each of them. */
export type Bookmarked = ReadonlyMap<number, readonly string[]>;
const noBookmarks: Bookmarked = new Map();

export function toSession(row: SessionRow, bookmarked: Bookmarked): Session {
  return {
    ref: refOf(row),
    sessionId: row.session_id,
    file: row.file,
    project: row.project,
    branch: row.branch,
    title: row.title,
    started: row.started,
    ended: row.ended,
    modified: row.modified,
    messages: row.messages,
    prompts: row.prompts,
    tokens: { input: row.input, output: row.output, cacheRead: row.cache_read, cacheWrite: row.cache_write },
    cost: row.cost,
    context: row.context,
    models: JSON.parse(row.models) as string[],
    subagents: row.subagents,
    errors: row.errors,
    bytes: row.bytes,
    forks: Math.max(0, row.forks),
    bookmarked: bookmarked.has(row.id),
    tags: [...(bookmarked.get(row.id) ?? [])],
    secrets: row.secrets,
    archived: false,
    live: row.source_deleted === 0 && row.ghost === 0 && isLive(row.session_id, row.file, row.modified),
    ghost: row.ghost !== 0,
    sourceDeleted: row.source_deleted !== 0,
  };
}

/** Two projects may hold a session of the same id; then only the file tells them apart. */
export const refOf = (row: Pick<SessionRow, 'session_id' | 'file' | 'namesakes'>) =>
  row.namesakes > 1 ? row.file : row.session_id;

export interface SessionPage {
  readonly project?: string | undefined;
  readonly view?: SessionView;
  readonly marks?: readonly SessionMark[];
  readonly sort?: SessionSort;
  readonly limit: number;
  readonly offset: number;
}

const views: Record<SessionView, string> = {
  all: 'ghost = 0',
  live: 'ghost = 0 AND id IN (SELECT value FROM json_each(@live))',
  ghosts: 'ghost = 1',
};

const marks: Record<SessionMark, string> = {
  errors: 'errors > 0',
  subagents: 'subagents > 0',
  forks: 'EXISTS (SELECT 1 FROM session other WHERE other.family = session.family AND other.id <> session.id)',
  deleted: 'source_deleted <> 0',
  secrets: `id IN (${sessionsWithAny})`,
  bookmarked: 'id IN (SELECT value FROM json_each(@bookmarked))',
};

const orders: Record<SessionSort, string> = {
  newest: 'coalesce(ended, modified) DESC',
  oldest: 'coalesce(ended, modified)',
  prompts: 'prompts DESC',
  tokens: 'input + output + cache_write DESC',
  cost: 'cost DESC',
  size: 'bytes DESC',
};

/** In a folder or below it, whichever way its paths are written. */
export const inProject = `(@project IS NULL OR project = @project OR substr(project, 1, length(@project) + 1) IN (@project || '/', @project || '\\'))`;

export function listSessions(index: ReadDb, page: SessionPage, bookmarked = noBookmarks) {
  const { where, ordered, bound } = clausesFor(index, page, bookmarked);
  const { limit, offset } = page;
  const total = index.prepare(`SELECT count(*) FROM session ${where}`).pluck().get(bound) as number;
  const rows = index.prepare(`${selectSessions(`${where} ${ordered} LIMIT @limit OFFSET @offset`)} ${ordered}`);
  const found = rows.all({ ...bound, limit, offset }) as SessionRow[];
  return { total, sessions: found.map((row) => toSession(row, bookmarked)) };
}

/** Rows of all of them, in order. */
export function sessionRows(
  index: ReadDb,
  page: Omit<SessionPage, 'limit' | 'offset'>,
  bookmarked: Bookmarked,
): number[] {
  const { where, ordered, bound } = clausesFor(index, page, bookmarked);
  return index.prepare(`SELECT id FROM session ${where} ${ordered}`).pluck().all(bound) as number[];
}

function clausesFor(index: ReadDb, page: Omit<SessionPage, 'limit' | 'offset'>, bookmarked: Bookmarked) {
  const { project = null, view = 'all', sort = 'newest', marks: wanted = [] } = page;
  const where = ['WHERE', [inProject, views[view], ...wanted.map((mark) => marks[mark])].join(' AND ')].join(' ');
  const bound = {
    project,
    ...(view === 'live' ? { live: JSON.stringify(liveSessions(index)) } : {}),
    ...(wanted.includes('bookmarked') ? { bookmarked: JSON.stringify([...bookmarked.keys()]) } : {}),
  };
  return { where, ordered: `ORDER BY ${orders[sort]}, id DESC`, bound };
}

/** Sessions by row, in the order asked for. */
export function sessionsById(index: ReadDb, ids: readonly number[], bookmarked: Bookmarked): Session[] {
  const one = keptStatement(index, selectSessions('WHERE id = ?'));
  return ids.flatMap((id) => {
    const row = one.get(id) as SessionRow | undefined;
    return row ? [toSession(row, bookmarked)] : [];
  });
}

/** The names of sessions, by row. One that is gone has none. */
export function openRefs(index: ReadDb): (ids: readonly number[]) => string[] {
  const one = index.prepare(
    `SELECT session_id, file, ${namesakesOf('session')} AS namesakes FROM session WHERE id = ?`,
  );
  return (ids) => ids.flatMap((id) => one.all(id).map((row) => refOf(row as SessionRow)));
}

/** Finds a session by its id, by the beginning of one, or by the path of its transcript. */
export function findSession(index: ReadDb, ref: string): SessionRow {
  const byPath = `WHERE id = (SELECT session FROM file WHERE path = @ref)`;
  const byId = 'WHERE session_id = @ref';
  const byPrefix = 'WHERE length(@ref) >= 4 AND substr(session_id, 1, length(@ref)) = @ref LIMIT 5';
  for (const where of [byPath, byId, byPrefix]) {
    const rows = index.prepare(selectSessions(where)).all({ ref }) as SessionRow[];
    if (rows.length > 1) {
      const candidates = rows.map(({ file }) => file);
      throw new AppError(
        'ambiguous',
        `“${ref}” names ${rows.length} sessions. Give one file: ${candidates.join(', ')}`,
        {
          candidates,
        },
      );
    }
    if (rows[0]) return rows[0];
  }
  throw new AppError('not_found', `No session “${ref}” in the index. \`turnstone sessions\` lists what there is.`);
}

export function openTranscript(index: ReadDb, ref: string, bookmarked = noBookmarks): Transcript {
  const row = findSession(index, ref);
  const files = index
    .prepare(
      `SELECT path AS file, agent, agent_type AS agentType, agent_task AS task, entries FROM file WHERE session = ?
       ORDER BY agent IS NOT NULL, id`,
    )
    .all(row.id) as Transcript['files'];
  const touched = index
    .prepare(
      `SELECT touched.path, sum(reads) AS reads, sum(changes) AS changes FROM file JOIN touched ON touched.file = file.id
       WHERE session = ? GROUP BY touched.path ORDER BY changes DESC, reads DESC, touched.path`,
    )
    .all(row.id) as Transcript['touched'];
  const relatives = index
    .prepare(selectSessions('WHERE family = ? AND id <> ? ORDER BY started LIMIT 100'))
    .all(row.family, row.id) as SessionRow[];
  const family = relatives.map((one) => ({ ref: refOf(one), title: one.title, started: one.started }));
  return {
    session: toSession(row, bookmarked),
    details: JSON.parse(row.details) as SessionDetails,
    files,
    touched,
    family,
  };
}

export function listProjects(index: ReadDb) {
  return index
    .prepare(
      `SELECT project, count(*) AS sessions, max(coalesce(ended, modified)) AS lastActive FROM session
       WHERE ghost = 0 GROUP BY project ORDER BY lastActive DESC`,
    )
    .all() as { project: string; sessions: number; lastActive: number | null }[];
}
