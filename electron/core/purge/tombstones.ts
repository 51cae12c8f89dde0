import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { basename, sep } from 'node:path';
import type { WriteDb } from '../db/handles.ts';
import type { Transcript } from '../ingest/discover.ts';

interface Stone {
  readonly path: string;
  readonly head: string | null;
  readonly verb: string;
  readonly ended: number | null;
  readonly started: number;
  readonly done: number;
}

/** What an index run must not take in, though it may be there. */
export interface Hidden {
  transcript(found: Transcript): boolean;
  /** A prompt in the history of a root. */
  prompt(history: string, sessionId: string, time: number | null): boolean;
}

export const nothingHidden: Hidden = { transcript: () => false, prompt: () => false };
export const promptsOf = (history: string, sessionId: string) => `${history}#${sessionId}`;

export const isOfSubagent = (path: string) => basename(path).startsWith('agent-');
/** What a stone knows a transcript by. A subagent's id is in its records: of that, no more is kept than it takes. */
export const nameOnStone = (path: string) => (isOfSubagent(path) ? `agent ${hashOf(path)}` : path);
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const headSize = 16 << 10;

/** A hash of how a file begins; null where it cannot be read. */
export function headOf(path: string): string | null {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return null; // gone, or closed to us: then nobody can tell
  }
  try {
    const bytes = Buffer.alloc(headSize);
    const [line = ''] = bytes.toString('latin1', 0, readSync(fd, bytes, 0, headSize, 0)).split('\n', 1);
    return hashOf(line);
  } finally {
    closeSync(fd);
  }
}

/**
 * Keeps what was erased from coming back: half of it, because a purge could not be finished, or all of it, because a
 * backup brought it. What Claude Code writes anew is another transcript, though it has the same name: it begins with
 * another line and was written after. And what was in the trash and is back where it was, somebody has put back.
 */
export function openTombstones(library: WriteDb): Hidden {
  const stones = library
    .prepare(
      `SELECT path, head, verb, started, ended,
         NOT EXISTS (SELECT 1 FROM purge_step WHERE purge = purge.id AND state <> 'done') AS done
       FROM tombstone JOIN purge ON purge.id = tombstone.purge`,
    )
    .all() as Stone[];
  if (stones.length === 0) return nothingHidden;
  const byPath = new Map(stones.map((stone) => [stone.path, stone]));
  const lift = library.prepare('DELETE FROM tombstone WHERE path = ?');
  const isBack = ({ head, verb, started, ended, done }: Stone, { path, mtime, copies }: Transcript) => {
    if (copies) return false; // only the archive has it
    if (done === 1 && verb === 'trash') return true;
    return mtime > (ended ?? started) && (head === null || headOf(path) !== head);
  };
  return {
    transcript(found) {
      const stone = byPath.get(nameOnStone(found.path)) ?? byPath.get(folderOf(found.path));
      if (!stone) return false;
      if (!isBack(stone, found)) return true;
      lift.run(stone.path);
      return false;
    },
    prompt(history, sessionId, time) {
      const stone = byPath.get(promptsOf(history, sessionId));
      return stone !== undefined && (time === null || time <= (stone.ended ?? stone.started));
    },
  };
}

/** The session's folder, for a transcript in it. */
function folderOf(path: string): string {
  const at = path.indexOf(`${sep}subagents${sep}`);
  return at === -1 ? path : path.slice(0, at);
}
