import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { jointed } from '../../../shared/marks.ts';
import type { ReadDb, WriteDb } from './handles.ts';
import { migrate, refuseNewer, versionOnDisk, type Migration } from './migrate.ts';
import { indexMigrations, libraryMigrations } from './migrations/all.ts';

export const indexPath = (dataDir: string) => join(dataDir, 'index.db');
export const libraryPath = (dataDir: string) => join(dataDir, 'library.db');
/** Measured on real transcripts: long texts and large segments want large pages, and dirty ones a place to wait. */
const pageSize = 16_384;
const writerCacheKb = 96 << 10;
/** The log is folded in when a run has ended; within one only where it would take half a gigabyte. */
const checkpointPages = 32_000;
const longLog = 64 << 20;
const suspectPath = (dataDir: string) => join(dataDir, 'index.db.suspect');

function openForWriting(
  path: string,
  migrations: readonly Migration[],
  beforeUpgrade?: (db: WriteDb, from: number) => void,
) {
  refuseNewer(path, versionOnDisk(path), migrations);
  const db = new Database(path, { timeout: 5000 }) as WriteDb;
  try {
    db.pragma(`page_size = ${pageSize}`); // counts for a new file only
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('temp_store = MEMORY');
    db.pragma('secure_delete = ON');
    db.pragma('foreign_keys = ON');
    addFunctions(db);
    migrate(db, migrations, (from) => beforeUpgrade?.(db, from));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The index can be built again, so a damaged one is set aside rather than mourned. */
export function openIndex(dataDir: string): { db: WriteDb; setAside: boolean } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = indexPath(dataDir);
  const open = () => {
    const db = openForWriting(path, indexMigrations);
    db.pragma(`cache_size = -${writerCacheKb}`);
    db.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    db.pragma(`journal_size_limit = ${longLog}`);
    return db;
  };
  const suspect = existsSync(suspectPath(dataDir));
  if (!suspect) {
    try {
      return { db: open(), setAside: false };
    } catch (error) {
      if (!isCorrupt(error)) throw error;
    }
  }
  setAsideIndex(path);
  rmSync(suspectPath(dataDir), { force: true });
  return { db: open(), setAside: true };
}

/** Folds a long log into the database, without waiting for who reads from it; it is made short when it begins anew. */
export function foldLongLog(db: WriteDb): void {
  const log = db.open ? statSync(`${db.name}-wal`, { throwIfNoEntry: false }) : undefined;
  if (log && log.size > longLog && !db.inTransaction) db.pragma('wal_checkpoint(PASSIVE)');
}

function setAsideIndex(path: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  if (existsSync(path)) renameSync(path, `${path}.corrupt`);
}

export const isCorrupt = (error: unknown) =>
  error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);

/** Leaves word for the next start of the writer: what a running thread found to be damaged cannot be replaced under it. */
export function markIndexSuspect(dataDir: string): void {
  writeFileSync(suspectPath(dataDir), '');
}

/** The library is precious: a copy is kept before its schema changes. */
export function openLibrary(dataDir: string, migrations = libraryMigrations): WriteDb {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return openForWriting(libraryPath(dataDir), migrations, (db, from) => {
    const folder = join(dataDir, 'backups');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const copy = join(folder, `library-schema-${from}-${Date.now()}.db`);
    db.prepare('VACUUM INTO ?').run(copy);
  });
}

export function openForReading(path: string): ReadDb {
  const db = new Database(path, { readonly: true, timeout: 5000 });
  db.pragma('temp_store = MEMORY');
  db.pragma('cache_size = -32768');
  addFunctions(db);
  return db as unknown as ReadDb;
}

/** Functions of ours that the schema calls. */
function addFunctions(db: Database.Database): void {
  db.function('jointed', { deterministic: true }, (text) => jointed(String(text)));
}
