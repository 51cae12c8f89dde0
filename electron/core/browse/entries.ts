import { AppError } from '../../../shared/errors.ts';
import type { Entry } from '../../../shared/schemas.ts';
import type { ReadDb } from '../db/handles.ts';
import { findSession } from './sessions.ts';
import { skeletonOf } from './skeleton.ts';

export interface EntryPage {
  readonly session: string;
  readonly file?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  /** These instead of a stretch. */
  readonly positions?: readonly number[] | undefined;
  /** Characters of each text. */
  readonly most?: number | undefined;
}

export interface OpenFile {
  readonly id: number;
  readonly path: string;
  readonly entries: number;
  readonly session: number;
}

const longestText = 2 ** 31 - 1; // what SQLite can hold

/** A stretch of one transcript: the session's main one unless a subagent's file is named. */
export function listEntries(index: ReadDb, page: EntryPage): { total: number; entries: Entry[] } {
  const file = findFile(index, page.session, page.file);
  const { graph, agents } = skeletonOf(index, file);
  const { byCall, byAgent } = agentFiles(index, file.session);
  const { positions, most, limit, offset } = page;
  const which = positions
    ? 'position IN (SELECT value FROM json_each(@positions))'
    : 'position >= @offset ORDER BY position LIMIT @limit';
  const rows = index
    .prepare(
      `SELECT position, uuid, parent_uuid AS parentUuid, parent, call, kind, subtype, role, time AS timestamp,
         substr(text, 1, @most) AS text, length(text) AS characters, tool, tool_use_id AS toolUseId, error, image, line
       FROM entry JOIN entry_text USING (id) WHERE file = @id AND ${which}`,
    )
    .all({
      id: file.id,
      most: most ?? longestText,
      ...(positions ? { positions: JSON.stringify(positions) } : { limit, offset }),
    }) as EntryRow[];
  const entries = rows.map(({ toolUseId, characters, ...row }): Entry => {
    const calls = row.kind === 'tool_call';
    const agentFile = calls ? (byCall.get(toolUseId) ?? byAgent.get(agents.get(row.position) ?? '') ?? null) : null;
    return {
      ...row,
      ...(most !== undefined && characters > most ? { more: characters - most } : {}),
      agentFile,
      error: row.error !== 0,
      image: row.image !== 0,
      branch: graph.branches[row.position] ?? 0,
    };
  });
  return { total: file.entries, entries };
}

type EntryRow = Omit<Entry, 'error' | 'image' | 'branch' | 'agentFile' | 'more'> & {
  error: number;
  image: number;
  toolUseId: string | null;
  characters: number;
};

/** Transcripts of subagents: by the call that their own note names, and by the subagent's id. */
export function agentFiles(index: ReadDb, session: number) {
  const rows = index
    .prepare('SELECT path, agent, agent_call AS call FROM file WHERE session = ? AND agent IS NOT NULL')
    .all(session) as { path: string; agent: string; call: string | null }[];
  return {
    byCall: new Map(rows.filter(({ call }) => call !== null).map(({ call, path }) => [call, path])),
    byAgent: new Map(rows.map(({ agent, path }) => [agent, path])),
  };
}

export function findFile(index: ReadDb, session: string, file: string | undefined): OpenFile {
  const row = findSession(index, session);
  const path = file ?? row.file;
  const found = index
    .prepare('SELECT id, path, entries, session FROM file WHERE path = ? AND session = ?')
    .get(path, row.id);
  if (!found) throw new AppError('not_found', `“${path}” is not a transcript of session ${row.session_id}.`);
  return found as OpenFile;
}
