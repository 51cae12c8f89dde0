import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLibrary } from '../../electron/core/db/open.ts';
import { readReceipts } from '../../electron/core/purge/journal.ts';
import { program } from '../support/folders.ts';
import { plantedSecrets, type Planted } from '../support/planted-secrets.ts';
import { Random } from '../support/random.ts';
import { filesBelow } from '../support/residue.ts';
import { Script } from '../support/script.ts';
import { Room } from '../unit/core/secrets/support.ts';

// TURNSTONE_KILLS=100 TURNSTONE_SEED=7 npx vitest run tests/faults/redact.test.ts
const kills = Number(process.env['TURNSTONE_KILLS'] ?? 4);
const seed = Number(process.env['TURNSTONE_SEED'] ?? 1);
const sessions = 60;

let room: Room;
beforeEach(() => void (room = new Room()));
afterEach(() => room.close());

/** The real program as a process of its own, killed after so long. Whether it was still at it. */
async function run(args: string[], killAfter?: number): Promise<boolean> {
  const places = ['--claude-dir', room.at(), '--data-dir', room.folders.dataDir];
  const child = spawn(process.execPath, [program, ...args, ...places]);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => said.push(text.toString()));
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  if (killAfter !== undefined) {
    await Promise.race([ended, wait(killAfter)]);
    child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  if (signal === null) expect(code, said.join('')).toBe(0);
  return signal === 'SIGKILL';
}

const redact = (killAfter?: number) => run(['redact', '--secrets', '--yes'], killAfter);
const text = (files: Map<string, Buffer>) => [...files.values()].map((bytes) => bytes.toString('latin1')).join('\n');

test(
  `killed ${kills} times in the middle of a redaction, every file is whole, as it was or redacted`,
  { timeout: 60_000 + kills * 20_000 },
  async () => {
    const random = new Random(seed);
    const planted = plantedSecrets(seed);
    for (let nth = 0; nth < sessions; nth += 1) {
      const script = new Script({ session: random.uuid(), seed: nth + 1 });
      for (let turn = 0; turn < 30; turn += 1) {
        script.prompt(`${turn} ${random.pick(planted).text}`);
        script.answer('fine '.repeat(100));
      }
      room.put(`projects/-home-dev-x/${script.session}.jsonl`, script.text);
    }
    room.settle();
    const before = filesBelow(room.at());
    await run(['secrets']);
    const [first = ''] = [...before.keys()].map((path) => basename(path, '.jsonl'));
    await run(['bookmark', 'add', first, '--note', planted.map(({ text }) => text).join('\n')]);
    await run(['archive', 'add', first]);
    const pristine = join(room.folders.base, 'pristine');
    const places = { claude: room.at(), data: room.folders.dataDir };
    for (const [name, dir] of Object.entries(places)) {
      cpSync(dir, join(pristine, name), { recursive: true, preserveTimestamps: true });
    }
    const putBack = () => {
      for (const [name, dir] of Object.entries(places)) {
        rmSync(dir, { recursive: true });
        cpSync(join(pristine, name), dir, { recursive: true, preserveTimestamps: true });
      }
    };
    const left = (dir: string) => {
      const said = text(filesBelow(dir));
      return planted.filter(({ value }) => said.includes(JSON.stringify(value).slice(1, -1)) || said.includes(value));
    };
    putBack(); // as before every other time
    const begun = performance.now();
    await redact();
    const whole = performance.now() - begun;
    const after = filesBelow(room.at());
    for (const dir of Object.values(places)) expect(left(dir)).toEqual([]);

    let inTheMiddle = 0;
    for (let round = 0; round < kills; round += 1) {
      putBack();
      await redact(whole * (0.3 + 0.7 * random.next()));
      const now = filesBelow(room.at());
      const states = [...before].map(([path, original]) => {
        const bytes = now.get(path);
        if (bytes?.equals(original)) return 'as it was';
        return bytes?.equals(after.get(path) ?? Buffer.alloc(0)) ? 'redacted' : `${path} is neither`;
      });
      expect(states.filter((state) => state.endsWith('neither'))).toEqual([]);
      if (new Set(states).size === 2) inTheMiddle += 1;
      await run(['sessions', '--no-refresh']);
      expect([...filesBelow(room.at()).keys()]).toEqual([...before.keys()]); // nothing lies beside them
      const library = openLibrary(room.folders.dataDir);
      const receipts = readReceipts(library);
      library.close();
      expect(receipts.every(({ ended }) => ended !== null)).toBe(true);
      const unfinished = receipts.filter(({ done }) => !done);
      expect(unfinished.every(({ verified, remaining }) => !verified && remaining.length > 0)).toBe(true);
      if (round % 4 !== 0) continue;
      await redact(); // and once more is enough
      expect(filesBelow(room.at())).toEqual(after);
      for (const dir of Object.values(places)) expect(left(dir)).toEqual([]);
    }
    if (kills >= 20) expect(inTheMiddle).toBeGreaterThan(0);
  },
);

test('another Turnstone that starts meanwhile takes nothing away from it', { timeout: 120_000 }, async () => {
  const [{ value, text: said }] = plantedSecrets(seed) as [Planted];
  for (let nth = 0; nth < sessions; nth += 1) {
    const script = new Script({ seed: nth + 1 });
    for (let turn = 0; turn < 100; turn += 1) script.prompt(`${turn} ${said} ${'fine '.repeat(500)}`);
    room.put(`projects/-home-dev-x/${script.session}.jsonl`, script.text);
  }
  room.settle();
  await run(['secrets']);
  let isDone = false;
  const redacting = redact().finally(() => (isDone = true));
  let others = 0;
  for (; !isDone; others += 1) await run(['sessions', '--no-refresh']);
  await redacting; // with exit code 0: all of it, verified
  expect(others).toBeGreaterThan(1);
  expect(text(filesBelow(room.at()))).not.toContain(value);
  const library = openLibrary(room.folders.dataDir);
  const receipts = readReceipts(library);
  library.close();
  expect(receipts).toMatchObject([{ done: true, verified: true, remaining: [] }]);
});
