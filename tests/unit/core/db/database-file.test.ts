import { readFileSync, readSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFile } from '../../../../electron/core/db/database-file.ts';
import { indexPath, openIndex } from '../../../../electron/core/db/open.ts';
import { Needles } from '../../../../electron/core/purge/verify/needles.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';

let folders: Folders;
beforeEach(() => void (folders = emptyFolders()));
afterEach(() => folders.remove());

/** Locks that this process holds on a file. */
const locksOn = (path: string) =>
  readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${statSync(path).ino} `));

test.runIf(process.platform === 'linux')(
  'who looks at the bytes of a database lets go of none of its locks',
  async () => {
    const { db } = openIndex(folders.dataDir);
    const path = indexPath(folders.dataDir);
    db.exec('CREATE TABLE own (x)');
    const before = locksOn(path);
    expect(before).toHaveLength(1);
    await new Needles(['nothing of this']).inOpen(databaseFile(path));
    expect(locksOn(path)).toEqual(before);
    db.close();
  },
);

test.runIf(process.platform === 'linux')('nor does who opens it once more', () => {
  const path = indexPath(folders.dataDir);
  const first = openIndex(folders.dataDir).db;
  const second = openIndex(folders.dataDir).db;
  expect(locksOn(path)).toHaveLength(1);
  second.close();
  first.close();
});

test('a database that took the place of another is the one that is looked at', () => {
  const path = indexPath(folders.dataDir);
  openIndex(folders.dataDir).db.close();
  const first = databaseFile(path);
  expect(databaseFile(path)).toBe(first);
  folders.remove();
  openIndex(folders.dataDir).db.close();
  expect(readSync(databaseFile(path), Buffer.alloc(16), 0, 16, 0)).toBe(16);
  expect(databaseFile(path)).not.toBe(first);
});
