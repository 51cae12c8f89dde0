import { afterEach, beforeEach, expect, test } from 'vitest';
import { listProjects, openTranscript } from '../../electron/core/browse/sessions.ts';
import { parseBeside } from '../../electron/core/ingest/source.ts';
import { stats } from '../../electron/core/insight/stats.ts';
import { statsBy } from '../../shared/schemas.ts';
import { threads } from '../support/folders.ts';
import { expectSound, Indexing } from '../support/indexing.ts';
import { mutate } from '../support/mutate.ts';
import { Random } from '../support/random.ts';
import { everyKindOfRecord } from '../support/samples.ts';

// TURNSTONE_FUZZ=200000 TURNSTONE_SEED=7 npx vitest run tests/faults/fuzz.test.ts
const amount = Number(process.env['TURNSTONE_FUZZ'] ?? 5000);
const seed = Number(process.env['TURNSTONE_SEED'] ?? 1);
const linesPerFile = Math.max(250, Math.ceil(amount / 100));

let indexing: Indexing;
beforeEach(() => void (indexing = new Indexing()));
afterEach(() => indexing.close());

interface Fuzzed {
  readonly session: string;
  readonly path: string;
  readonly lines: Buffer[];
}

function fuzzed(random: Random): Fuzzed[] {
  return Array.from({ length: Math.ceil(amount / linesPerFile) }, (): Fuzzed => {
    const session = random.uuid();
    const name = random.pick([
      session,
      `${session}/subagents/agent-${session.slice(0, 8)}`,
      `agent-${session.slice(0, 8)}`,
    ]);
    const records = everyKindOfRecord(session, random.below(1e9));
    const lines = Array.from({ length: linesPerFile }, () => mutate(random.pick(records), random));
    return { session, path: `projects/-home-dev-x/${name}.jsonl`, lines };
  });
}

const joined = (lines: readonly Buffer[]) => Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));

/** Lines that are not blank, and those of them that are as JSON has it. */
function countLines(content: Buffer): { lines: number; whole: number } {
  const lines = content
    .toString('utf8')
    .split('\n')
    .map((line) => line.replace(/^\uFEFF/, '').trim())
    .filter((line) => line !== '');
  return { lines: lines.length, whole: lines.filter(isWhole).length };
}

function isWhole(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

test(
  `${amount} lines with something wrong in them: nothing breaks, nothing is lost`,
  { timeout: 900_000 },
  async () => {
    const random = new Random(seed);
    const files = fuzzed(random);
    const run = () => indexing.run({ source: () => parseBeside(threads.parser) });
    for (const { path, lines } of files) indexing.put(path, joined(lines.slice(0, linesPerFile / 2)));
    const prompts = everyKindOfRecord('gone').map((record, at) => ({ ...record, display: `p${at}`, timestamp: at }));
    indexing.put('history.jsonl', joined(Array.from({ length: 500 }, () => mutate(random.pick(prompts), random))));
    expect((await run()).unreadable).toEqual([]);
    for (const { path, lines } of files) indexing.append(path, joined(lines.slice(linesPerFile / 2)));
    expect((await run()).unreadable).toEqual([]);

    for (const { path, lines } of files) {
      const counted = countLines(joined(lines));
      const [row] = indexing.rows(
        'SELECT records, bad_lines AS bad, size, offset FROM file WHERE path = ?',
        indexing.at(path),
      );
      const { records, bad, size, offset } = row as Record<'records' | 'bad' | 'size' | 'offset', number>;
      expect(offset).toBe(size);
      expect(records + bad).toBeGreaterThanOrEqual(counted.lines);
      expect(records).toBeGreaterThanOrEqual(counted.whole);
      expect(bad).toBeLessThanOrEqual(counted.lines - counted.whole);
    }
    expect(indexing.rows("SELECT * FROM bad_line WHERE reason LIKE 'not understood%' LIMIT 3")).toEqual([]);
    expectSound(indexing.db);
    expect((await run()).changedFiles).toBe(0);
  },
);

test('everything that was read from such lines can be shown', { timeout: 900_000 }, async () => {
  const files = fuzzed(new Random(seed + 1)).slice(0, 20);
  for (const { path, lines } of files) indexing.put(path, joined(lines));
  await indexing.run();
  for (const { ref } of indexing.sessions()) {
    const { files: shown } = openTranscript(indexing.read, ref);
    for (const { file, entries } of shown) expect(indexing.entries(ref, file)).toHaveLength(entries);
  }
  for (const by of statsBy)
    expect(JSON.parse(JSON.stringify(stats(indexing.read, by)))).toEqual(stats(indexing.read, by));
  expect(listProjects(indexing.read).length).toBeGreaterThan(0);
  expect(indexing.diagnosis().ok).toBe(true);
});
