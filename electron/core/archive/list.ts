import { join } from 'node:path';
import type { ReadDb } from '../db/handles.ts';

/** A file of which a copy is kept, as it was when it was copied. */
export interface ArchivedFile {
  readonly file: string;
  readonly root: string;
  readonly sessionId: string;
  /** The transcript that names its session. */
  readonly main: string;
  readonly size: number;
  readonly mtime: number;
  readonly mode: number;
  readonly inode: number;
  readonly sha256: string;
  /** Path within the archive's folder. */
  readonly copy: string;
  readonly bytes: number;
  readonly time: number;
}

/** The same, with the place of the copy. */
export type Archived = ArchivedFile & { readonly path: string };

/** Where the copy of a file is; null where none is kept. */
export type CopyOf = (file: string) => string | null;
export const noCopies: CopyOf = () => null;

export const archiveDir = (dataDir: string) => join(dataDir, 'archive');

const columns = 'file, root, session_id AS sessionId, main, size, mtime, mode, inode, sha256, copy, bytes, time';

/** What could not be copied, and why. */
export const archiveFailures = (library: ReadDb) =>
  library.prepare('SELECT file, reason FROM archive_failure ORDER BY file').all() as {
    file: string;
    reason: string;
  }[];

export type ArchiveList = ReturnType<typeof openArchiveList>;

/** What the archive holds. */
export function openArchiveList(library: ReadDb, dataDir: string) {
  const dir = archiveDir(dataDir);
  const one = library.prepare(`SELECT ${columns} FROM archived WHERE file = ?`);
  const all = library.prepare(`SELECT ${columns} FROM archived ORDER BY main, file`);
  // By id or by transcript, as sessions are named everywhere.
  const named = library.prepare(`SELECT ${columns} FROM archived WHERE session_id = @ref OR main = @ref ORDER BY file`);
  const transcripts = library.prepare("SELECT file FROM archived WHERE size > 0 AND file GLOB '*.jsonl'").pluck();
  const mains = library.prepare('SELECT DISTINCT main FROM archived').pluck();
  const hasMain = library.prepare('SELECT 1 FROM archived WHERE main = ? LIMIT 1').pluck();
  return {
    pathOf: ({ copy }: Pick<ArchivedFile, 'copy'>) => join(dir, copy),
    find: (file: string) => one.get(file) as ArchivedFile | undefined,
    all: () => all.all() as ArchivedFile[],
    places: (): Archived[] => (all.all() as ArchivedFile[]).map((row) => ({ ...row, path: join(dir, row.copy) })),
    of: (ref: string) => named.all({ ref }) as ArchivedFile[],
    mains: () => new Set(mains.all() as string[]),
    transcripts: () => transcripts.all() as string[],
    /** Whether a copy of the session with this transcript is kept. */
    has: (main: string) => hasMain.get(main) !== undefined,
    copyOf: ((file) => {
      const row = one.get(file) as ArchivedFile | undefined;
      return row ? join(dir, row.copy) : null;
    }) satisfies CopyOf,
  };
}
