import type { ReadDb } from '../db/handles.ts';
import { liveSessions } from '../browse/live.ts';
import type { ArchiveList } from './list.ts';
import type { Kept } from './session-files.ts';

/** How long nothing was written before a session is copied: Claude Code sweeps none that is so young. */
export const idleMilliseconds = 3_600_000;
/** What failed is tried again after so long. */
const retryMilliseconds = 3_600_000;

interface Row extends Kept {
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
  readonly inode: number;
}

/** The sessions whose copies are missing or out of date; those that will be swept first come first. */
export function dueSessions(index: ReadDb, library: ReadDb, list: ArchiveList, everything: boolean): Kept[] {
  const rows = index
    .prepare(
      `SELECT session.id, session_id AS sessionId, session.file AS main, root.path AS root, file.path, file.size,
         file.mtime, file.inode
       FROM session JOIN file ON file.session = session.id JOIN root ON root.id = file.root
       WHERE ghost = 0 AND deleted IS NULL`,
    )
    .all() as Row[];
  const archived = list.all();
  const copies = new Map(archived.map((one) => [one.file, one]));
  const chosen = new Set(archived.flatMap(({ main, inode }) => [main, inode])); // by inode too: a transcript may move
  const failed = recentFailures(library);
  const live = new Set(liveSessions(index));
  const sessions = Map.groupBy(rows, ({ id }) => id);
  const due = [...sessions.values()].filter((files) => {
    const [first] = files;
    if (!first || live.has(first.id) || failed.has(first.main)) return false;
    if (!everything && !chosen.has(first.main) && !files.some(({ inode }) => inode !== 0 && chosen.has(inode)))
      return false;
    const newest = Math.max(...files.map(({ mtime }) => mtime));
    return newest < Date.now() - idleMilliseconds && files.some((file) => !isCopied(file, copies.get(file.path)));
  });
  const oldest = (files: readonly Row[]) => Math.min(...files.map(({ mtime }) => mtime));
  return due
    .sort((a, b) => oldest(a) - oldest(b))
    .flatMap(([one]) => (one ? [{ id: one.id, sessionId: one.sessionId, main: one.main, root: one.root }] : []));
}

type Nature = Pick<Row, 'size' | 'mtime' | 'inode'>;
const isCopied = (file: Nature, copy: Nature | undefined) =>
  copy?.size === file.size && copy.mtime === file.mtime && copy.inode === file.inode;

function recentFailures(library: ReadDb): Set<string> {
  const since = Date.now() - retryMilliseconds;
  return new Set(library.prepare('SELECT main FROM archive_failure WHERE time > ?').pluck().all(since) as string[]);
}
