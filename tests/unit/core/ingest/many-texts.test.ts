import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSecure } from '../../../../electron/core/db/full-text.ts';
import { Indexing } from '../../../support/indexing.ts';

let indexing: Indexing;
beforeEach(() => (indexing = new Indexing()));
afterEach(() => indexing.close());

const session = '11111111-1111-4111-8111-111111111111';
const path = `projects/-p/${session}.jsonl`;
const prompts = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      type: 'user',
      sessionId: session,
      uuid: `${word}-${at}`,
      message: { content: `${word}${at} said` },
    }),
  ).join('\n');

const terms = (like: string) => {
  indexing.db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab('main', 'fts', 'row')");
  return indexing.db.prepare('SELECT count(*) FROM temp.terms WHERE term GLOB ?').pluck().get(like);
};
/** Also where no query looks any more. */
const bytesHold = (word: string) =>
  (indexing.db.prepare('SELECT block FROM fts_data').pluck().all() as Buffer[]).some((block) => block.includes(word));

test('where very many texts are written at once, what they replace is gone from the full text all the same', async () => {
  indexing.put(path, prompts('zebra', 3000) + '\n');
  await indexing.run();
  expect([terms('zebra*'), isSecure(indexing.db)]).toEqual([3000, true]);

  indexing.put(path, prompts('quagga', 4000) + '\n');
  await indexing.run();
  expect([terms('zebra*'), terms('quagga*'), isSecure(indexing.db)]).toEqual([0, 4000, true]);
  expect(bytesHold('zebra')).toBe(false);
  indexing.db.exec("INSERT INTO fts (fts, rank) VALUES ('integrity-check', 1)");
});

test('an index that a purge left to be written anew is not taken for a finished one', async () => {
  indexing.db.exec("INSERT INTO fts (fts, rank) VALUES ('secure-delete', 0)");
  indexing.put(path, prompts('zebra', 3000) + '\n');
  await indexing.run();
  expect(isSecure(indexing.db)).toBe(false);
});
