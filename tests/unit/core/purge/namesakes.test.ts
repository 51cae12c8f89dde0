import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Archive } from '../../../../electron/core/archive/archive.ts';
import { openArchiveList } from '../../../../electron/core/archive/list.ts';
import { History } from '../../../../electron/core/library/history.ts';
import { addBookmark } from '../../../../electron/core/library/keep.ts';
import { quiet } from '../../../support/indexing.ts';
import { Script } from '../../../support/script.ts';
import { folder, gone } from '../../../support/traces.ts';
import { Purging } from './support.ts';

let purging: Purging;
let [one, twin] = ['', ''];
beforeEach(async () => {
  purging = new Purging();
  one = purging.indexing.at('projects', folder, `${gone}.jsonl`);
  const script = new Script({ session: gone, seed: 7, cwd: '/home/dev/other' });
  script.prompt('a session of the same id in another project');
  twin = purging.indexing.put(`projects/-home-dev-other/${gone}.jsonl`, script.text);
  purging.traces.settle();
  await purging.index();
});
afterEach(() => purging.close());

const list = () => openArchiveList(purging.library, purging.dataDir);
const folders = () => readdirSync(join(purging.dataDir, 'archive'));
const bookmarks = () => purging.library.prepare('SELECT file FROM place ORDER BY id').pluck().all();

async function keepBoth(): Promise<void> {
  const { dataDir, library, indexing } = purging;
  const archive = new Archive({ data: { dataDir }, index: indexing.db, library, announce: () => undefined });
  expect(await archive.add([one, twin], quiet)).toMatchObject({ archived: 2, failed: [] });
  const history = new History(library, () => undefined);
  for (const session of [one, twin]) addBookmark({ index: indexing.db, library, history }, { spot: { session } });
}

test('what is kept of the other one stays', async () => {
  await keepBoth();
  expect(folders()).toHaveLength(2);
  const copy = list().copyOf(twin) ?? '';
  expect(await purging.run({ sessions: [one] })).toMatchObject({ done: true, verified: true, remaining: [] });
  expect([existsSync(one), existsSync(twin)]).toEqual([false, true]);
  expect(
    list()
      .all()
      .map(({ file, main }) => [file, main]),
  ).toEqual([[twin, twin]]);
  expect([existsSync(copy), folders().length]).toEqual([true, 1]);
  expect(bookmarks()).toEqual([twin]);
});

test('an export of either may hold the other one: it is kept, and the plan says why', async () => {
  const exported = join(purging.indexing.folders.base, 'both.md');
  writeFileSync(exported, 'exported');
  purging.library.prepare('INSERT INTO export_log VALUES (?, ?, ?)').run(exported, gone, Date.now());
  const { plan } = await purging.plan({ sessions: [one] });
  expect(plan.find(({ path }) => path === exported)).toMatchObject({
    action: 'keep',
    why: 'Another session has the same id.',
  });
});

test('of both nothing stays', async () => {
  await keepBoth();
  expect(await purging.run({ sessions: [one, twin] })).toMatchObject({ done: true, verified: true });
  expect([list().all(), folders(), bookmarks()]).toEqual([[], [], []]);
});
