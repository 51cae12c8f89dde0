import { existsSync, mkdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { indexPath } from '../../../../electron/core/db/open.ts';
import { runIndex } from '../../../../electron/core/ingest/run.ts';
import { fixtures } from '../../../support/folders.ts';
import { expectSound, Indexing, quiet } from '../../../support/indexing.ts';

let indexing: Indexing;
beforeEach(() => void (indexing = new Indexing()));
afterEach(() => indexing.close());

const session = fixtures.tide;
const folder = 'projects/-home-dev-x';
const path = `${folder}/${session}.jsonl`;
const line = (text: string) => `${JSON.stringify({ type: 'user', cwd: '/home/dev/x', message: { content: text } })}\n`;
const texts = () => indexing.texts(session);

test('reads what is there, then only what was added', async () => {
  indexing.put(path, line('alpha') + line('beta'));
  expect((await indexing.run()).changedFiles).toBe(1);
  expect(texts()).toEqual(['alpha', 'beta']);
  expect((await indexing.run()).changedFiles).toBe(0);
  indexing.append(path, line('gamma'));
  expect((await indexing.run()).changedFiles).toBe(1);
  expect(texts()).toEqual(['alpha', 'beta', 'gamma']);
  expect(indexing.session(session).prompts).toBe(3);
});

test('a run that finds nothing new writes nothing', async () => {
  indexing.put(path, line('alpha') + line('half').slice(0, 20));
  indexing.put('history.jsonl', '{"display":"x","timestamp":1,"sessionId":"gone"}\n');
  await indexing.run();
  indexing.db.pragma('wal_checkpoint(TRUNCATE)');
  const log = `${indexPath(indexing.folders.dataDir)}-wal`;
  expect(await indexing.run()).toMatchObject({ changedFiles: 0, sessions: new Set() });
  expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
});

test('a line that is still being written is read once it is whole', async () => {
  const whole = line('delta');
  indexing.put(path, line('alpha') + whole.slice(0, 20));
  await indexing.run();
  expect(texts()).toEqual(['alpha']);
  indexing.append(path, whole.slice(20));
  await indexing.run();
  expect(texts()).toEqual(['alpha', 'delta']);
});

test.each([
  ['cut short', () => indexing.put(path, line('alpha'))],
  ['emptied', () => indexing.put(path, '')],
  ['rewritten and longer', () => indexing.put(path, line('omega') + line('psi') + line('chi'))],
  ['rewritten with as many bytes', () => rewritten(line('alpha') + line('BETA'))],
  [
    'replaced by another file',
    () => {
      indexing.put(`${path}.new`, line('alpha') + line('beta') + line('gamma'));
      renameSync(indexing.at(`${path}.new`), indexing.at(path));
    },
  ],
])('a file that was %s is read again from its beginning', async (_, change) => {
  indexing.put(path, line('alpha') + line('beta'));
  await indexing.run();
  change();
  await indexing.run();
  const shown = texts();
  expect(new Set(shown).size).toBe(shown.length);
  for (const word of ['alpha', 'gamma', 'omega']) expect(indexing.found(word)).toBe(shown.includes(word) ? 1 : 0);
  expect(indexing.sessions()).toMatchObject([{ sessionId: session, prompts: shown.length }]);
  expectSound(indexing.db);
});

function rewritten(content: string): void {
  writeFileSync(indexing.at(path), content);
  utimesSync(indexing.at(path), new Date(), new Date(Date.now() + 5000)); // a clock too coarse must not hide it
}

test('reading everything again changes nothing', async () => {
  indexing.put(path, line('alpha') + 'bad\n' + line('beta'));
  await indexing.run();
  const before = [texts(), indexing.sessions()];
  expect((await indexing.run({ full: true })).changedFiles).toBe(1);
  expect([texts(), indexing.sessions()]).toEqual(before);
  expectSound(indexing.db);
});

test('a folder that cannot be listed deletes nothing', async () => {
  indexing.put(path, line('alpha'));
  await indexing.run();
  renameSync(indexing.root, `${indexing.root}-unmounted`);
  const { unreadable } = await indexing.run({ whenDeleted: 'follow' });
  expect(unreadable[0]?.reason).toBe('ENOENT');
  expect(indexing.session(session).sourceDeleted).toBe(false);
});

test('a cancelled run keeps what it read and the next one goes on', async () => {
  const lines = Array.from({ length: 40_000 }, (_, at) => line(`word${at} ${'filler '.repeat(20)}`));
  indexing.put(path, lines.join(''));
  const stop = new AbortController();
  const running = runIndex(indexing.db, { roots: [indexing.root] }, { ...quiet, signal: stop.signal });
  setImmediate(() => stop.abort());
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  const kept = indexing.value('SELECT count(*) FROM entry');
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(40_000);
  await indexing.run();
  expect(indexing.value('SELECT count(*) FROM entry')).toBe(40_000);
  expect(indexing.found('word39999')).toBe(1);
});

test('progress counts the bytes that are left to read, up to all of them', async () => {
  indexing.put(path, line('alpha').repeat(1000));
  await indexing.run();
  const added = line('beta').repeat(10);
  indexing.append(path, added);
  const seen: { done: number; total: number }[] = [];
  await runIndex(indexing.db, { roots: [indexing.root] }, { ...quiet, progress: (progress) => seen.push(progress) });
  expect(seen.at(-1)).toMatchObject({ done: added.length, total: added.length, unit: 'bytes' });
});

test('a folder that is called like a transcript is none', async () => {
  indexing.put(path, line('alpha'));
  mkdirSync(indexing.at(folder, 'folder.jsonl'));
  expect((await indexing.run()).unreadable).toEqual([]);
  expect(indexing.found('alpha')).toBe(1);
});

describe('what the doctor is told', () => {
  const diagnosis = () => indexing.diagnosis();

  test('bad lines with their places, also of lines that were added later', async () => {
    indexing.put(path, `${line('alpha')}bad\n`);
    await indexing.run();
    indexing.append(path, `${line('beta')}worse\n`);
    await indexing.run();
    const file = indexing.at(path);
    expect(diagnosis().badLines).toEqual([
      { file, line: 2, reason: 'not a JSON object' },
      { file, line: 4, reason: 'not a JSON object' },
    ]);
  });

  test('types nobody knows, by version, with the first place of each', async () => {
    const hologram = (version: string) => `${JSON.stringify({ type: 'hologram', version })}\n`;
    indexing.put(path, line('alpha') + hologram('2.1.1') + hologram('2.1.1') + hologram('3.0.0'));
    await indexing.run();
    indexing.append(path, hologram('3.0.0'));
    await indexing.run();
    const file = indexing.at(path);
    const { unknown, unknownTypes } = diagnosis();
    expect(unknownTypes).toEqual({ hologram: 4 });
    expect(unknown).toEqual([
      { type: 'hologram', version: '2.1.1', count: 2, file, line: 2 },
      { type: 'hologram', version: '3.0.0', count: 2, file, line: 4 },
    ]);
    expect(indexing.entries(session).map(({ kind }) => kind)).toEqual(['prompt', ...Array<string>(4).fill('unknown')]);
  });

  test('nothing of a file that was read again', async () => {
    indexing.put(path, `bad\n${line('alpha')}`);
    await indexing.run();
    indexing.put(path, line('beta'));
    await indexing.run();
    expect(diagnosis()).toMatchObject({ badLines: [], unknown: [] });
  });
});
