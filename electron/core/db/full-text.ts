import Database from 'better-sqlite3';
import type { WriteDb } from './handles.ts';

/**
 * Whether words that are taken out leave the full text at once. Kept in the index itself: where it is off and nobody is
 * at work, a purge was stopped before the whole was written anew.
 */
export const isSecure = (index: WriteDb) =>
  index.prepare("SELECT v FROM fts_config WHERE k = 'secure-delete'").pluck().get() === 1;

/** What was written before is settled as it was. */
export function setSecure(index: WriteDb, secure: boolean): void {
  index.exec(`INSERT INTO fts (fts, rank) VALUES ('secure-delete', ${secure ? 1 : 0})`);
}

/** Where some work meets a damaged full text, that is written anew from the texts, and the work is done again. */
export async function mendingFullText<T>(index: WriteDb, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Database.SqliteError && error.code === 'SQLITE_CORRUPT_VTAB')) throw error;
    index.exec("INSERT INTO fts (fts) VALUES ('rebuild')");
    return work();
  }
}
