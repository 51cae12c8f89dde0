import type { WriteDb } from '../db/handles.ts';
import { nameOnStone } from '../purge/tombstones.ts';
import type { ArchivedFile } from './list.ts';

export interface Failure {
  readonly file: string;
  readonly sessionId: string;
  readonly main: string;
  readonly reason: string;
  readonly time: number;
}

export type ArchiveStore = ReturnType<typeof openArchiveStore>;

/** Every change of the list of copies. */
export function openArchiveStore(library: WriteDb) {
  const put = library.prepare(
    `INSERT OR REPLACE INTO archived (file, root, session_id, main, size, mtime, mode, inode, sha256, copy, bytes, time)
     VALUES (@file, @root, @sessionId, @main, @size, @mtime, @mode, @inode, @sha256, @copy, @bytes, @time)`,
  );
  const restamp = library.prepare('UPDATE archived SET mtime = ?, inode = ? WHERE file = ?');
  const drop = library.prepare('DELETE FROM archived WHERE file = ?');
  const fail = library.prepare(
    'INSERT OR REPLACE INTO archive_failure VALUES (@file, @sessionId, @main, @reason, @time)',
  );
  const mend = library.prepare('DELETE FROM archive_failure WHERE file = ?');
  const mendSession = library.prepare('DELETE FROM archive_failure WHERE main = ?');
  const buried = library.prepare('SELECT 1 FROM tombstone WHERE path IN (?, ?)').pluck();
  return {
    /** Whether a purge is about to erase it, or did. */
    isBuried: (file: string, main: string) => buried.get(nameOnStone(file), main) !== undefined,
    put(row: ArchivedFile): void {
      put.run(row);
      mend.run(row.file);
    },
    /** A file that was put back is another one to the system, and of the same content. */
    restamp: ({ file, mtime, inode }: Pick<ArchivedFile, 'file' | 'mtime' | 'inode'>) =>
      void restamp.run(mtime, inode, file),
    drop: (file: string) => void drop.run(file),
    fail: (failure: Failure) => void fail.run(failure),
    /** What failed is no longer asked for, or about to be tried again. */
    mend: (main: string) => void mendSession.run(main),
  };
}
