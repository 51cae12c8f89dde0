import { closeSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchiveList } from '../../electron/core/archive/list.ts';
import type { WriteDb } from '../../electron/core/db/handles.ts';
import { openLibrary } from '../../electron/core/db/open.ts';
import { Indexer } from '../../electron/core/ingest/indexer.ts';
import { readSettings } from '../../electron/core/library/settings.ts';
import { openTombstones } from '../../electron/core/purge/tombstones.ts';
import { threads } from '../support/folders.ts';
import { planFolder, writePlan } from '../support/generate.ts';
import { expectSound, Indexing, quiet } from '../support/indexing.ts';
import { Script } from '../support/script.ts';

let indexing: Indexing;
let library: WriteDb;
let indexer: Indexer;
beforeEach(() => {
  indexing = new Indexing();
  const { dataDir, claudeDir } = indexing.folders;
  library = openLibrary(dataDir);
  indexer = new Indexer({
    db: indexing.db,
    location: { dataDir, claudeDirs: [claudeDir] },
    parser: threads.parser,
    settings: () => readSettings(library),
    archive: openArchiveList(library, dataDir),
    hidden: () => openTombstones(library),
    announce: () => undefined,
    changed: () => undefined,
  });
});
afterEach(() => {
  indexer.stop();
  library.close();
  indexing.close();
});

const index = (full = false) => indexer.run(full, quiet);

function put(nth: number, word: string): Script {
  const script = new Script({ seed: nth, cwd: '/home/dev/kiln' });
  script.prompt(`fire the kiln ${word}`);
  script.answer('at cone six');
  indexing.put(`projects/-home-dev-kiln/${script.session}.jsonl`, script.text);
  return script;
}

test('a disk that is full while indexing: what is known stays searchable, and it goes on when there is room', async () => {
  put(1, 'porcelain');
  await index();
  const { db } = indexing;
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true }) as number}`); // no page more
  writePlan(indexing.root, planFolder(5, { sessions: 4, turns: 60 }));
  await expect(index()).rejects.toThrow('disk is full');
  expect(indexer.state.running).toBe(false);
  expect(indexing.found('porcelain')).toBe(1);
  expectSound(db);

  db.pragma('max_page_count = 1000000');
  const { sessions } = await index();
  expect(sessions).toBeGreaterThan(4);
  expect(indexing.value('SELECT count(*) FROM file WHERE offset < size')).toBe(0);
  expectSound(db);
});

test('a damaged full text alone is written anew: everything else stays as it was', async () => {
  const first = put(1, 'porcelain');
  put(2, 'stoneware');
  await index();
  const entries = indexing.rows('SELECT * FROM entry ORDER BY id');
  indexing.db.unsafeMode(true); // else SQLite keeps us from what FTS5 keeps there
  indexing.db.exec("UPDATE fts_data SET block = x'0bad' WHERE id > 10");
  indexing.db.unsafeMode(false);
  first.prompt('and the glaze is celadon');
  indexing.put(`projects/-home-dev-kiln/${first.session}.jsonl`, first.text);
  await index(true);
  expect(['porcelain', 'stoneware', 'celadon'].map((word) => indexing.found(word))).toEqual([1, 1, 1]);
  expect(indexing.rows('SELECT * FROM entry ORDER BY id')).toEqual(expect.arrayContaining(entries));
  expectSound(indexing.db);
});

test(
  'a file of more than two gigabytes is streamed: what stands behind them is found at its place',
  { timeout: 120_000 },
  async () => {
    const script = put(1, 'porcelain');
    const path = indexing.at(`projects/-home-dev-kiln/${script.session}.jsonl`);
    const before = script.text.length;
    script.prompt('and at the very end celadon');
    const size = 2 ** 31 + 1000;
    const file = openSync(path, 'r+');
    ftruncateSync(file, size); // no byte of it is on the disk
    writeSync(file, `\n${script.text.slice(before)}`, size);
    closeSync(file);
    const memory = process.memoryUsage.rss();
    await indexing.run();
    expect(process.memoryUsage.rss() - memory).toBeLessThan(300e6);
    expect(['porcelain', 'celadon'].map((word) => indexing.found(word))).toEqual([1, 1]);
    const [last] = indexing.rows('SELECT offset, length FROM entry ORDER BY position DESC LIMIT 1');
    expect(last).toEqual({ offset: size + 1, length: statSync(path).size - size - 2 });
  },
);
