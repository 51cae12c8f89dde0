import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kinds } from '../../../../shared/schemas.ts';
import { fixtures } from '../../../support/folders.ts';
import { expectSound, Indexing } from '../../../support/indexing.ts';
import { noon, Script } from '../../../support/script.ts';

let indexing: Indexing;
beforeEach(() => void (indexing = new Indexing()));
afterEach(() => indexing.close());

const session = fixtures.tide;
const path = `projects/-home-dev-x/${session}.jsonl`;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`);
const line = (text: string, more = {}) => `${JSON.stringify({ type: 'user', message: { content: text }, ...more })}\n`;
const ids = () => indexing.db.prepare('SELECT id FROM entry ORDER BY position').pluck().all() as number[];

function expectKindsInIds(): void {
  for (const { id, kind } of indexing.rows('SELECT id & 15 AS id, kind FROM entry'))
    expect(kinds[id as number]).toBe(kind);
}

test('records without a time stay in the order of the file, and so do their ids', async () => {
  indexing.put(
    path,
    numbers(500)
      .map((word) => line(word))
      .join(''),
  );
  utimesSync(indexing.at(path), noon / 1000, noon / 1000 + 0.1234567);
  await indexing.run();
  expect(indexing.texts(session)).toEqual(numbers(500));
  expect(ids()).toEqual(ids().toSorted((a, b) => a - b));
  expectKindsInIds();
});

test('a clock that goes back changes nothing in the order', async () => {
  const times = [noon, noon + 60_000, noon - 3_600_000, noon + 1];
  const words = numbers(times.length);
  indexing.put(
    path,
    words.map((word, at) => line(word, { timestamp: new Date(times[at] ?? 0).toISOString() })).join(''),
  );
  await indexing.run();
  expect(indexing.texts(session)).toEqual(words);
  expect(indexing.session(session)).toMatchObject({ started: noon - 3_600_000, ended: noon + 60_000 });
});

test('ids rise with time over all sessions, so that the newest hits are the highest', async () => {
  const late = new Script({ session, start: noon + 10_000_000 });
  const early = new Script({ session: fixtures.importer, start: noon, seed: 2 });
  for (const [script, word] of [
    [late, 'late'],
    [early, 'early'],
  ] as const) {
    script.prompt(`${word} prompt`);
    script.answer(`${word} answer`);
    indexing.put(`projects/-home-dev-x/${script.session}.jsonl`, script.text);
  }
  await indexing.run();
  const texts = indexing.rows('SELECT text FROM entry_text ORDER BY id').map(({ text }) => text);
  expect(texts).toEqual(['early prompt', 'early answer', 'late prompt', 'late answer']);
  expectKindsInIds();
});

test('5,000 records of one and the same moment are all there, in order, and soon', async () => {
  const timestamp = new Date(noon).toISOString();
  indexing.put(
    path,
    numbers(5000)
      .map((word) => line(word, { timestamp }))
      .join(''),
  );
  const begun = performance.now();
  await indexing.run();
  expect(performance.now() - begun).toBeLessThan(5000);
  expect(indexing.texts(session)).toEqual(numbers(5000));
  expectKindsInIds();
  expectSound(indexing.db);
});

test('times that no clock shows are kept or dropped, never a crash', async () => {
  const times = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 8.64e15, -8.64e15, 1e300, 'never', {}, 1.5, null];
  indexing.put(path, times.map((timestamp, at) => line(`word${at}`, { timestamp })).join(''));
  await indexing.run();
  expect(indexing.texts(session)).toEqual(numbers(times.length));
  expectKindsInIds();
  expectSound(indexing.db);
});

test('two terminals in one session: what they wrote stays where they wrote it', async () => {
  const one = new Script({ session });
  const root = one.prompt('the common prompt');
  const two = new Script({ session, seed: 2 }).follow(root);
  one.answer('an answer in the first');
  two.answer('an answer in the second');
  const [prompt = '', first = ''] = one.lines;
  indexing.put(path, prompt + (two.lines[0] ?? '') + first);
  await indexing.run();
  expect(indexing.texts(session)).toEqual(['the common prompt', 'an answer in the second', 'an answer in the first']);
});
