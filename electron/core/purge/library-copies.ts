import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { WriteDb } from '../db/handles.ts';
import { childrenOf } from './footprint/named.ts';

/** Copies of the library that were made before its schema changed, or once in a while. */
export const libraryCopies = (dataDir: string) =>
  childrenOf(join(dataDir, 'backups'))
    .filter((child) => child.isFile())
    .map(({ name }) => join(dataDir, 'backups', name));

/** Opened in memory, so that looking at a copy leaves nothing beside it; null where it is no database. */
export function openCopy(path: string): WriteDb | null {
  try {
    const bytes = readFileSync(path);
    bytes.fill(1, 18, 20); // not in WAL mode, which there is none of in memory
    const db = new Database(bytes) as WriteDb;
    db.pragma('foreign_keys = ON');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return db;
  } catch {
    return null;
  }
}
