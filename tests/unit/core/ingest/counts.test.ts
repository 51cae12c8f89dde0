import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseBeside } from '../../../../electron/core/ingest/source.ts';
import { stats } from '../../../../electron/core/insight/stats.ts';
import { totals } from '../../../../electron/core/insight/totals.ts';
import { countFolder, outputOfAll, type FileCount } from '../../../support/count.ts';
import { threads } from '../../../support/folders.ts';
import { planFolder, writePlan } from '../../../support/generate.ts';
import { expectSound, Indexing } from '../../../support/indexing.ts';

// The product against a count of its own kind: tests/support/count.ts shares no code with it.

let indexing: Indexing;
beforeEach(() => void (indexing = new Indexing()));
afterEach(() => indexing.close());

const sum = (files: readonly FileCount[], pick: (file: FileCount) => number) =>
  files.reduce((total, file) => total + pick(file), 0);

test.each([1, 2, 3])('everything in a folder is counted as an independent count does, seed %i', async (seed) => {
  writePlan(indexing.root, planFolder(seed, { sessions: 12, turns: 12 }));
  const { unreadable } = await indexing.run({ source: () => parseBeside(threads.parser) });
  expect(unreadable).toEqual([]);
  const counted = countFolder(indexing.root);
  expect(sum(counted, ({ badLines }) => badLines)).toBeGreaterThan(10);

  const rows = indexing.rows(
    `SELECT path, records, bad_lines AS badLines, messages, prompts FROM file WHERE agent IS NOT '#history' ORDER BY path`,
  );
  const expected = counted.map(({ path, records, badLines, messages, prompts }) => ({
    path,
    records,
    badLines,
    messages,
    prompts,
  }));
  expect(rows).toEqual(expected.sort((a, b) => (a.path < b.path ? -1 : 1)));

  for (const { id, session_id: name, output } of indexing.rows('SELECT * FROM session WHERE ghost = 0')) {
    const files = indexing.rows('SELECT path FROM file WHERE session = ?', id).map(({ path }) => path);
    const mine = counted.filter(({ path }) => files.includes(path));
    expect(mine.map(({ session }) => session)).toEqual(mine.map(() => name));
    expect(output).toBe(outputOfAll(mine));
  }

  expect(totals(indexing.read)).toMatchObject({
    files: counted.length,
    sessions: counted.filter(({ agent }) => !agent).length,
    subagents: counted.filter(({ agent }) => agent).length,
    records: sum(counted, ({ records }) => records),
    messages: sum(counted, ({ messages }) => messages),
    badLines: sum(counted, ({ badLines }) => badLines),
  });
  const { tokens, prompts } = stats(indexing.read, 'day').totals;
  expect(tokens.output).toBe(outputOfAll(counted));
  expect(prompts).toBe(sum(counted, (file) => file.prompts));
  expectSound(indexing.db);
});
