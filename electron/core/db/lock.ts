import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/errors.ts';

/**
 * One Turnstone at a time changes the index, whoever it is: window, server or terminal. The lock is SQLite's own on
 * an empty database, so the operating system lets go of it when a process dies.
 */
export async function withIndexLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = new Database(join(dataDir, 'index.lock'), { timeout: 2000 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new AppError('busy', `Another Turnstone is indexing into ${dataDir}. Let it finish, or close it.`);
  }
  try {
    return await work();
  } finally {
    lock.close();
  }
}
