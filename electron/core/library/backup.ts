import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ReadDb, WriteDb } from '../db/handles.ts';
import { reasonOf } from '../ingest/discover.ts';

const kept = 7;
const day = 24 * 60 * 60_000;
/** What a back-up that was killed left behind is nobody's work any longer. */
const abandoned = 10 * 60_000;
const named = /^library-\d{4}-\d\d-\d\dT[\d-]+\.db$/;

export interface Backup {
  readonly path: string;
  /** When it was made, or last found to hold the library as it was. */
  readonly time: number;
}

/** The newest first. Copies that were made before a migration are none of these. */
export function backupsIn(dataDir: string): Backup[] {
  const folder = join(dataDir, 'backups');
  return names(folder)
    .filter((name) => named.test(name))
    .sort()
    .reverse()
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat ? [{ path, time: stat.mtimeMs }] : [];
    });
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // none was made yet
    throw error;
  }
}

/** Copies the library once a day where it has changed. What goes wrong is noted for the doctor, and stops nobody. */
export function backUp(library: WriteDb, dataDir: string, now = Date.now()): void {
  try {
    const [newest] = backupsIn(dataDir);
    if (newest ? now - newest.time < day : isEmpty(library)) return;
    library.prepare('DELETE FROM backup_failure').run(); // before the copy, which would keep it for ever
    copy(library, dataDir, newest, now);
  } catch (error) {
    noteFailure(library, reasonOf(error), now);
  }
}

function noteFailure(library: WriteDb, reason: string, now: number): void {
  try {
    library.prepare('INSERT OR REPLACE INTO backup_failure VALUES (1, ?, ?)').run(now, reason);
  } catch (error) {
    console.error(`The library could not be backed up (${reason}), nor that noted: ${reasonOf(error)}`);
  }
}

function copy(library: WriteDb, dataDir: string, newest: Backup | undefined, now: number): void {
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, 'library.db.part');
  if (!claim(part, now)) return; // another Turnstone is at it
  try {
    library.prepare('VACUUM INTO ?').run(part);
    if (newest && hashOf(part) === hashOf(newest.path)) return utimesSync(newest.path, now / 1000, now / 1000);
    const path = join(folder, `library-${new Date(now).toISOString().replace(/[:.]/g, '-').slice(0, 19)}.db`);
    renameSync(part, path);
    utimesSync(path, now / 1000, now / 1000);
    for (const old of backupsIn(dataDir).slice(kept)) rmSync(old.path);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Makes an empty file, which SQLite fills: only one Turnstone can. */
function claim(part: string, now: number): boolean {
  const there = statSync(part, { throwIfNoEntry: false });
  if (there && now - there.mtimeMs > abandoned) rmSync(part, { force: true });
  try {
    closeSync(openSync(part, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const isEmpty = (library: ReadDb) =>
  ['setting', 'place', 'tag', 'saved_search', 'collection'].every(
    (table) => library.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined,
  );

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

export interface LibraryState {
  readonly bookmarks: number;
  readonly backups: number;
  readonly lastBackup: number | null;
  /** Why the last back-up failed. */
  readonly failure: string | null;
}

export function libraryState(library: ReadDb, dataDir: string): LibraryState {
  const bookmarks = library.prepare('SELECT count(*) FROM bookmark').pluck().get() as number;
  const failure = library.prepare('SELECT reason FROM backup_failure').pluck().get() as string | undefined;
  try {
    const backups = backupsIn(dataDir);
    const [newest] = backups;
    return {
      bookmarks,
      backups: backups.length,
      lastBackup: newest ? Math.trunc(newest.time) : null,
      failure: failure ?? null,
    };
  } catch (error) {
    return { bookmarks, backups: 0, lastBackup: null, failure: failure ?? reasonOf(error) };
  }
}
