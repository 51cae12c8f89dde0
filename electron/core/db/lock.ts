import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/errors.ts';

/** One Turnstone at a time changes the index, whoever it is: window, server or terminal. */
export const withIndexLock = <T>(dataDir: string, work: () => Promise<T>) =>
  withLock(
    join(dataDir, 'index.lock'),
    `Another Turnstone is indexing into ${dataDir}. Let it finish, or close it.`,
    work,
  );

/** The same for the archive: a copy is made by one process only. */
export const withArchiveLock = <T>(dataDir: string, work: () => Promise<T>) =>
  withLock(
    join(dataDir, 'archive.lock'),
    `Another Turnstone is changing the archive in ${dataDir}. Let it finish, or close it.`,
    work,
  );

/** SQLite's own lock on an empty database: the operating system lets go of it when a process dies. */
async function withLock<T>(path: string, refusal: string, work: () => Promise<T>): Promise<T> {
  const lock = new Database(path, { timeout: 2000 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new AppError('busy', refusal);
  }
  try {
    return await work();
  } finally {
    lock.close();
  }
}
