import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WriteDb } from '../../../../electron/core/db/handles.ts';
import { migrate, type Migration } from '../../../../electron/core/db/migrate.ts';
import { indexMigrations, libraryMigrations } from '../../../../electron/core/db/migrations/all.ts';
import { indexPath, libraryPath, markIndexSuspect, openIndex, openLibrary } from '../../../../electron/core/db/open.ts';
import { readSettings } from '../../../../electron/core/library/settings.ts';
import { AppError } from '../../../../shared/errors.ts';
import { emptyFolders, repository, type Folders } from '../../../support/folders.ts';

let folders: Folders;
beforeEach(() => {
  folders = emptyFolders();
  mkdirSync(folders.dataDir);
});
afterEach(() => folders.remove());

const tables = (db: WriteDb) =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'fts_*' ORDER BY name")
    .pluck()
    .all();
const version = (db: WriteDb) => db.pragma('user_version', { simple: true });
const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe.each([
  ['index', indexMigrations],
  ['library', libraryMigrations],
])('the %s migrations', (_, migrations) => {
  test('are numbered from 1 without a gap', () => {
    expect(migrations.map((migration) => migration.version)).toEqual(migrations.map((_, at) => at + 1));
  });
});

test('index 1: roots, files, sessions, entries and their full text', () => {
  const { db } = openIndex(folders.dataDir);
  expect(tables(db)).toEqual(
    expect.arrayContaining(['entry', 'entry_text', 'file', 'fts', 'history', 'root', 'session', 'usage']),
  );
  expect(version(db)).toBe(indexMigrations.length);
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(db.pragma('secure_delete', { simple: true })).toBe(1);
  expect(db.prepare("SELECT v FROM fts_config WHERE k = 'secure-delete'").pluck().get()).toBe(1);
  db.close();
});

test('index 3: an index of before is searched as before', () => {
  const old = new Database(indexPath(folders.dataDir)) as WriteDb;
  migrate(old, indexMigrations.slice(0, 2));
  old.exec("INSERT INTO entry_text VALUES (7, 'a heron'); INSERT INTO fts (rowid, text) VALUES (7, 'a heron')");
  old.close();
  const { db, setAside } = openIndex(folders.dataDir);
  expect([setAside, version(db)]).toEqual([false, indexMigrations.length]);
  expect(db.prepare("SELECT rowid FROM fts WHERE fts MATCH 'heron'").pluck().all()).toEqual([7]);
  expect(db.prepare("SELECT v FROM fts_config WHERE k = 'automerge'").pluck().get()).toBe(8);
  db.close();
});

test('library 1: settings', () => {
  const db = openLibrary(folders.dataDir);
  expect(tables(db)).toEqual(expect.arrayContaining(['setting']));
  expect(version(db)).toBe(libraryMigrations.length);
  db.close();
});

test('library 2: bookmarks, tags, searches and collections beside the settings that are there', () => {
  openLibrary(folders.dataDir, libraryMigrations.slice(0, 1)).close();
  const old = new Database(libraryPath(folders.dataDir));
  old.exec("INSERT INTO setting VALUES ('theme', '\"dark\"'), ('sources', '[\"/logs\"]')");
  old.close();
  const db = openLibrary(folders.dataDir, libraryMigrations.slice(0, 2));
  expect(version(db)).toBe(2);
  expect(tables(db)).toEqual(
    expect.arrayContaining([
      'bookmark',
      'bookmark_tag',
      'collection',
      'collection_item',
      'place',
      'saved_search',
      'tag',
    ]),
  );
  expect(readSettings(db)).toMatchObject({ theme: 'dark', sources: ['/logs'], keepExcerpts: false });
  db.close();
});

describe('migrating', () => {
  const create: Migration = { version: 1, name: 'create', up: (db) => void db.exec('CREATE TABLE a (x)') };
  const extend: Migration = { version: 2, name: 'extend', up: (db) => void db.exec('ALTER TABLE a ADD y') };
  const broken: Migration = {
    version: 2,
    name: 'broken',
    up(db) {
      db.exec('DROP TABLE a');
      throw new Error('power cut');
    },
  };
  const open = () => new Database(join(folders.dataDir, 'test.db')) as WriteDb;

  test('runs only what is due, and calls for a backup only when there is something to lose', () => {
    const db = open();
    const from: number[] = [];
    migrate(db, [create], (current) => from.push(current));
    db.exec('INSERT INTO a VALUES (1)');
    migrate(db, [create, extend], (current) => from.push(current));
    migrate(db, [create, extend], (current) => from.push(current));
    expect(from).toEqual([1]);
    expect(db.prepare('SELECT * FROM a').all()).toEqual([{ x: 1, y: null }]);
    db.close();
  });

  test('that is killed halfway is rolled back at the next start', () => {
    open().close();
    const path = (name: string) => join(repository, 'electron', 'core', 'db', name);
    const script = `import Database from 'better-sqlite3';
      import { migrate } from ${JSON.stringify(path('migrate.ts'))};
      const die = (db) => { db.exec('DROP TABLE a; CREATE TABLE b (x)'); process.kill(process.pid, 'SIGKILL'); };
      const db = new Database(${JSON.stringify(join(folders.dataDir, 'test.db'))});
      db.pragma('journal_mode = WAL');
      migrate(db, [{ version: 1, name: 'create', up: (db) => db.exec('CREATE TABLE a (x)') }]);
      migrate(db, [{ version: 1 }, { version: 2, name: 'die', up: die }]);`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: repository });
    expect(signal).toBe('SIGKILL');
    const db = open();
    expect([version(db), tables(db)]).toEqual([1, ['a']]);
    migrate(db, [create, extend]);
    expect(version(db)).toBe(2);
    db.close();
  });

  test('that fails halfway leaves the schema as it was', () => {
    const db = open();
    migrate(db, [create]);
    expect(() => migrate(db, [create, broken])).toThrow('power cut');
    expect(version(db)).toBe(1);
    expect(tables(db)).toEqual(['a']);
    db.close();
  });
});

test('the library is copied before its schema changes', () => {
  const old = new Database(libraryPath(folders.dataDir));
  old.exec(
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL); INSERT INTO setting VALUES ('theme', '\"dark\"')",
  );
  old.pragma('user_version = 1');
  old.close();
  const next: Migration = { version: 2, name: 'next', up: (db) => void db.exec('CREATE TABLE next (x)') };
  openLibrary(folders.dataDir, [...libraryMigrations.slice(0, 1), next]).close();
  const [copy = ''] = readdirSync(join(folders.dataDir, 'backups'));
  expect(copy).toMatch(/^library-schema-1-\d+\.db$/);
  const backup = new Database(join(folders.dataDir, 'backups', copy), { readonly: true });
  expect(backup.prepare('SELECT value FROM setting').pluck().get()).toBe('"dark"');
  expect(backup.pragma('user_version', { simple: true })).toBe(1);
  backup.close();
});

test.each([
  ['index.db', openIndex, indexPath],
  ['library.db', openLibrary, libraryPath],
])('%s from a newer version is refused and not touched', (name, open, path) => {
  const db = new Database(path(folders.dataDir));
  db.exec('CREATE TABLE future (x)');
  db.pragma('user_version = 99');
  db.close();
  const before = hash(path(folders.dataDir));
  const refusal = catchError(() => open(folders.dataDir));
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({
    code: 'too_new',
    message: expect.stringContaining(`${name} was written by a newer`) as string,
  });
  expect(hash(path(folders.dataDir))).toBe(before);
  expect(readdirSync(folders.dataDir)).toEqual([name]);
});

test('a damaged index is set aside and an empty one takes its place', () => {
  writeFileSync(indexPath(folders.dataDir), 'this was a database once, '.repeat(400));
  const { db, setAside } = openIndex(folders.dataDir);
  expect(setAside).toBe(true);
  expect(tables(db)).toContain('entry');
  expect(readFileSync(`${indexPath(folders.dataDir)}.corrupt`, 'utf8')).toContain('this was a database once');
  db.close();
});

test('an index that a running thread found damaged is set aside at the next start', () => {
  openIndex(folders.dataDir).db.close();
  markIndexSuspect(folders.dataDir);
  const first = openIndex(folders.dataDir);
  expect(first.setAside).toBe(true);
  first.db.close();
  const second = openIndex(folders.dataDir);
  expect(second.setAside).toBe(false);
  second.db.close();
  expect(existsSync(`${indexPath(folders.dataDir)}.corrupt`)).toBe(true);
});

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('did not throw');
}
