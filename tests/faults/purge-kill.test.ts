import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIndex } from '../../electron/core/db/open.ts';
import type { Receipt } from '../../shared/purge.ts';
import { emptyFolders, program, repository, type Folders } from '../support/folders.ts';
import { expectSound } from '../support/indexing.ts';
import { Random } from '../support/random.ts';
import { filesBelow } from '../support/residue.ts';
import { gone, stays, writeTraces, type Traces } from '../support/traces.ts';

// TURNSTONE_KILLS=100 TURNSTONE_SEED=7 npx vitest run tests/faults/purge-kill.test.ts
const kills = Number(process.env['TURNSTONE_KILLS'] ?? 12);
const seed = Number(process.env['TURNSTONE_SEED'] ?? 1);
const die = pathToFileURL(join(repository, 'tests', 'support', 'die.mjs')).href;

let folders: Folders;
let traces: Traces;
let before: Map<string, Buffer>;
const place = (name: string) => join(folders.base, name);
const temporary = () => join(place('tmp'), `claude-${process.getuid?.() ?? 0}`);

beforeAll(async () => {
  folders = emptyFolders();
  traces = writeTraces(folders.claudeDir, temporary());
  await turnstone(['index']);
  for (const name of ['claude', 'data', 'tmp'])
    cpSync(place(name), place(`saved-${name}`), { recursive: true, preserveTimestamps: true });
  before = filesBelow(folders.claudeDir);
});
afterAll(() => folders.remove());

function reset(): void {
  for (const name of ['claude', 'data', 'tmp']) {
    rmSync(place(name), { recursive: true });
    cpSync(place(`saved-${name}`), place(name), { recursive: true, preserveTimestamps: true });
  }
}

/** The real program as a process of its own; what it printed, or null where it was killed. */
async function turnstone(args: readonly string[], env: Record<string, string> = {}): Promise<string | null> {
  mkdirSync(place('tmp'), { recursive: true });
  const where = ['--claude-dir', folders.claudeDir, '--data-dir', folders.dataDir, '--json'];
  const child = spawn(process.execPath, ['--import', die, program, ...args, ...where], {
    env: { ...process.env, ...env, TMPDIR: place('tmp') },
  });
  let [said, complained] = ['', ''];
  child.stdout.on('data', (words: Buffer) => (said += words.toString()));
  child.stderr.on('data', (words: Buffer) => (complained += words.toString()));
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL') return null;
  expect([code, complained]).toEqual([0, '']);
  return said;
}

const purge = (env: Record<string, string> = {}) => turnstone(['purge', gone, '--yes'], env);

function receipts(said: string | null): Receipt[] {
  return (JSON.parse(said ?? '{}') as { receipts: Receipt[] }).receipts;
}

const shared = ['history.jsonl', 'projects/-home-dev-kiln/sessions-index.json'];
const isOfGone = (path: string) => path.includes(gone) || /old0|wren-0|abcd00|jobs\/a1b2c3d4|900000000/.test(path);

function expectUntouched(): void {
  expect([...filesBelow(folders.claudeDir)]).toEqual([...before]);
}

/** Nothing of the one, and everything of the others as it was. */
function expectErased(): void {
  const after = filesBelow(folders.claudeDir);
  expect([...after.keys()]).toEqual([...before.keys()].filter((path) => !isOfGone(path)));
  for (const [path, bytes] of after)
    if (!shared.includes(path)) expect(bytes.equals(before.get(path) ?? Buffer.alloc(0)), path).toBe(true);
  const words = (session: string) => [...(traces.said.get(session)?.values() ?? [])];
  const pieces = (files: ReadonlyMap<string, Buffer>) =>
    files
      .get('history.jsonl')
      ?.toString()
      .split(/(?<=\n)|(?<=\})(?=\{")/) ?? [];
  expect(pieces(after)).toEqual(pieces(before).filter((piece) => !words(gone).some((word) => piece.includes(word))));
  const everything = [...after, ...filesBelow(folders.dataDir), ...filesBelow(temporary())];
  for (const [path, bytes] of everything)
    for (const word of words(gone)) expect(bytes.includes(word), `${path} ${word}`).toBe(false);
  const { db } = openIndex(folders.dataDir);
  expectSound(db);
  expect(db.prepare('SELECT count(*) FROM session WHERE session_id = ?').pluck().get(gone)).toBe(0);
  expect(db.prepare('SELECT count(*) FROM session WHERE session_id = ?').pluck().get(stays)).toBe(1);
  db.close();
}

test(
  `killed at ${kills} moments of a purge, each is finished at the next start`,
  { timeout: 60_000 + kills * 15_000 },
  async () => {
    const count = place('count');
    expect(JSON.parse((await purge({ COUNT_TO: count })) ?? '')).toMatchObject({ done: true, verified: true });
    expectErased();
    const changes = Number(readFileSync(count, 'utf8'));
    expect(changes).toBeGreaterThan(100);

    const random = new Random(seed);
    let [begun, finished] = [0, 0];
    for (let nth = 0; nth < kills; nth += 1) {
      // One at random in each stretch, so that all of a purge is met however few there are.
      const dieAt = 1 + Math.floor(((nth + random.next()) * changes) / kills);
      reset();
      expect(await purge({ DIE_AT: String(dieAt) }), `killed at ${dieAt} of ${changes}`).toBeNull();
      const [account] = receipts(await turnstone(['purge', '--receipts']));
      if (!account) {
        expectUntouched();
        continue;
      }
      begun += 1;
      expect(account, `killed at ${dieAt} of ${changes}`).toMatchObject({ done: true, sessions: [gone] });
      if (account.verified) finished += 1;
      else expect(account.remaining).toEqual([expect.stringContaining('It was interrupted')]);
      expectErased();
    }
    expect(begun).toBeGreaterThan(kills / 2);
    expect(finished).toBeGreaterThan(0);
  },
);
