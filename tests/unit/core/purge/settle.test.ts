import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { indexPath, openForReading } from '../../../../electron/core/db/open.ts';
import { settle, vacuum } from '../../../../electron/core/purge/verify/settle.ts';
import { gone } from '../../../support/traces.ts';
import { Purging } from './support.ts';

let purging: Purging;
beforeEach(async () => {
  purging = new Purging();
  await purging.index();
});
afterEach(() => purging.close());

/** A reader in the middle of reading: what it may still read cannot be cleaned away under it. */
function reading() {
  const db = openForReading(indexPath(purging.dataDir));
  const rows = db.prepare('SELECT text FROM entry_text').iterate();
  rows.next();
  return { end: () => (rows.return?.(), db.close()) };
}

test('a purge while somebody reads is done, but not verified', { timeout: 30_000 }, async () => {
  const reader = reading();
  const receipt = await purging.run({ sessions: [gone] });
  reader.end();
  expect(receipt).toMatchObject({ done: true, verified: false });
  expect(receipt.remaining).toContainEqual(expect.stringContaining('index.db-wal could not be emptied'));
});

test('it is tried again for a while, so that a reader who lets go does no harm', async () => {
  const reader = reading();
  setTimeout(() => reader.end(), 300);
  expect(await purging.run({ sessions: [gone] })).toMatchObject({ done: true, verified: true, remaining: [] });
  expect(statSync(`${indexPath(purging.dataDir)}-wal`).size).toBe(0);
});

test('compacting gives free pages back and keeps everything', async () => {
  purging.indexing.db.exec(
    'CREATE TABLE ballast (x); INSERT INTO ballast VALUES (zeroblob(4000000)); DROP TABLE ballast',
  );
  expect(await settle(purging.indexing.db)).toBe(true);
  const { before, after } = await purging.purger().compact();
  expect(before - after).toBeGreaterThan(3_000_000);
  expect(purging.indexing.texts(gone).length).toBeGreaterThan(5);
  expect(readFileSync(join(purging.dataDir, 'library.db')).length).toBeGreaterThan(0);
});

test('building anew keeps its working files in memory unless they are large', () => {
  vacuum(purging.indexing.db, indexPath(purging.dataDir));
  expect(purging.indexing.db.pragma('temp_store', { simple: true })).toBe(2);
});
