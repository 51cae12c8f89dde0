import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WriteDb } from '../../../../electron/core/db/handles.ts';
import { openLibrary } from '../../../../electron/core/db/open.ts';
import { backUp, backupsIn, libraryState } from '../../../../electron/core/library/backup.ts';
import { writeSettings } from '../../../../electron/core/library/settings.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';

let folders: Folders;
let library: WriteDb;
let backups: string;
beforeEach(() => {
  folders = emptyFolders();
  library = openLibrary(folders.dataDir);
  backups = join(folders.dataDir, 'backups');
});
afterEach(() => {
  library.close();
  folders.remove();
});

const noon = Date.UTC(2026, 10, 18, 12);
const day = 24 * 60 * 60_000;
let changes = 0;
const change = () => library.prepare("INSERT INTO tag (name, colour) VALUES (?, 'red')").run(`tag ${(changes += 1)}`);
const onDay = (nth: number) => backUp(library, folders.dataDir, noon + nth * day);
const names = () => backupsIn(folders.dataDir).map(({ path }) => path.slice(backups.length + 1));

test('an empty library is not worth a copy', () => {
  onDay(0);
  expect(libraryState(library, folders.dataDir)).toEqual({
    bookmarks: 0,
    backups: 0,
    lastBackup: null,
    failure: null,
  });
});

test('once a day, what has changed is copied whole', () => {
  writeSettings(library, { theme: 'dark' });
  onDay(0);
  change();
  onDay(0.9);
  expect(names()).toEqual(['library-2026-11-18T12-00-00.db']);
  onDay(1.1);
  expect(names()).toEqual(['library-2026-11-19T14-24-00.db', 'library-2026-11-18T12-00-00.db']);
  const copy = new Database(backupsIn(folders.dataDir)[0]?.path, { readonly: true });
  expect(copy.prepare('SELECT count(*) FROM tag').pluck().get()).toBe(1);
  expect(copy.prepare('SELECT value FROM setting').pluck().get()).toBe('"dark"');
  copy.close();
});

test('what has not changed is not copied again', () => {
  change();
  onDay(0);
  onDay(2);
  onDay(5);
  expect(names()).toEqual(['library-2026-11-18T12-00-00.db']);
  expect(libraryState(library, folders.dataDir)).toMatchObject({ backups: names().length, lastBackup: noon + 5 * day });
});

test('seven are kept, and copies made before a migration beside them', () => {
  mkdirSync(backups);
  writeFileSync(join(backups, 'library-schema-1-1795000000000.db'), '');
  for (let nth = 0; nth < 10; nth += 1) {
    change();
    onDay(nth * 2);
  }
  expect(names()).toHaveLength(7);
  expect(names()[0]).toMatch(/^library-2026-12-06/);
  expect(readdirSync(backups)).toHaveLength(8);
});

test('while another Turnstone is at it, nothing is done; what one left behind when it was killed is no obstacle', () => {
  change();
  mkdirSync(backups);
  const part = join(backups, 'library.db.part');
  writeFileSync(part, 'half');
  utimesSync(part, noon / 1000, noon / 1000);
  backUp(library, folders.dataDir, noon + 60_000);
  expect(readdirSync(backups)).toEqual(['library.db.part']);
  onDay(1);
  expect(readdirSync(backups)).toEqual(names());
  expect(names()).toHaveLength(1);
});

test('a failure is told until the next one succeeds, and stops nobody', () => {
  change();
  writeFileSync(backups, 'a file where the folder should be');
  onDay(0);
  expect(libraryState(library, folders.dataDir)).toMatchObject({ lastBackup: null, failure: 'ENOTDIR' });
  rmSync(backups);
  onDay(0);
  expect(libraryState(library, folders.dataDir)).toMatchObject({ lastBackup: noon, failure: null });
});
