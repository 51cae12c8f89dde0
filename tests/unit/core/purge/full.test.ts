import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readReceipts } from '../../../../electron/core/purge/journal.ts';
import { planFolder, writePlan } from '../../../support/generate.ts';
import { expectSound } from '../../../support/indexing.ts';
import { filesBelow } from '../../../support/residue.ts';
import { gone } from '../../../support/traces.ts';
import { Purging } from './support.ts';

let purging: Purging;
beforeEach(() => void (purging = new Purging()));
afterEach(() => purging.close());

test('a disk that is full: the purge is incomplete and says so, and is finished when there is room', async () => {
  writePlan(purging.indexing.root, planFolder(5, { sessions: 4, turns: 120 }));
  purging.traces.settle();
  await purging.index();
  const { db } = purging.indexing;
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true }) as number}`); // no page more
  const file = String(purging.indexing.value('SELECT file FROM session ORDER BY bytes DESC LIMIT 1'));
  const receipt = await purging.run({ sessions: [file] });
  expect(receipt).toMatchObject({ done: false, verified: false });
  expect(receipt.remaining).toEqual([expect.stringMatching(/index\.db: database or disk is full/)]);

  db.pragma('max_page_count = 1000000');
  await purging.purger().resume();
  expect(readReceipts(purging.library)[0]).toMatchObject({ done: true });
  expect(purging.indexing.value('SELECT count(*) FROM file WHERE path = ?', file)).toBe(0);
  expectSound(db);
});

test('a disk that is full when the index is built anew: the purge is incomplete, and the next start finishes it', async () => {
  await purging.index();
  const { db } = purging.indexing;
  const exec = db.exec.bind(db);
  const full = vi.spyOn(db, 'exec').mockImplementation((sql) => {
    if (sql === 'VACUUM') throw new Error('database or disk is full');
    return exec(sql);
  });
  const receipt = await purging.run({ sessions: [gone] });
  expect(receipt).toMatchObject({ done: false, verified: false });
  expect(receipt.remaining).toEqual([expect.stringMatching(/^The purge is incomplete.*disk is full/)]);

  full.mockRestore();
  await purging.purger().resume();
  expect(readReceipts(purging.library)[0]).toMatchObject({ done: true });
  expect(readReceipts(purging.library)[0]?.remaining.join()).not.toContain('incomplete');
  expectSound(db);
});

test('what cannot be written down beforehand is not begun', async () => {
  await purging.index();
  const before = filesBelow(purging.indexing.root);
  purging.library.pragma('query_only = ON');
  await expect(purging.run({ sessions: [gone] })).rejects.toThrow('readonly');
  purging.library.pragma('query_only = OFF');
  expect([...filesBelow(purging.indexing.root)]).toEqual([...before]);
  expect(readReceipts(purging.library)).toEqual([]);
});
