import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchiveList } from '../../electron/core/archive/list.ts';
import { openLibrary } from '../../electron/core/db/open.ts';
import { program } from '../support/folders.ts';
import { Archiving } from '../support/archiving.ts';
import { Random } from '../support/random.ts';
import { Script } from '../support/script.ts';

// TURNSTONE_KILLS=40 TURNSTONE_SEED=7 npx vitest run tests/faults/archive.test.ts
const kills = Number(process.env['TURNSTONE_KILLS'] ?? 5);
const seed = Number(process.env['TURNSTONE_SEED'] ?? 1);

let world: Archiving;
beforeEach(() => void (world = new Archiving()));
afterEach(() => world.close());

const session = '6a1b2c3d-0000-4000-8000-000000000001';

/** The real program, killed when it has written so much of the archive. Whether it was still at it. */
async function add(killAt = Infinity): Promise<boolean> {
  const { claudeDir, dataDir } = world.folders;
  const places = ['--claude-dir', claudeDir, '--data-dir', dataDir, '--no-refresh'];
  const child = spawn(process.execPath, [program, 'archive', 'add', session, ...places], { stdio: 'ignore' });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const watching = setInterval(() => written() >= killAt && child.kill('SIGKILL'), 1);
  const [code, signal] = await ended;
  clearInterval(watching);
  if (signal === null) expect(code).toBe(0);
  return signal === 'SIGKILL';
}

const files = (): string[] => {
  const folder = join(world.folders.dataDir, 'archive');
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
};
const written = () => files().reduce((sum, path) => sum + (existsSync(path) ? statSync(path).size : 0), 0);

test(
  `killed ${kills} times while archiving, it leaves no half copy, and nothing else once it has run through`,
  { timeout: 30_000 + kills * 5000 },
  async () => {
    const random = new Random(seed);
    const script = new Script({ session });
    for (let turn = 0; turn < 60; turn += 1) script.prompt(`${turn} ${randomBytes(200_000).toString('hex')}`);
    const transcript = world.put(`projects/-home-dev-x/${session}.jsonl`, script.text);
    const beside = world.put(
      `projects/-home-dev-x/${session}/tool-results/a.txt`,
      randomBytes(1_500_000).toString('hex'),
    );
    await world.run();

    let landed = 0;
    for (let round = 0; round < kills; round += 1) {
      appendFileSync(transcript, '{}\n'); // so that there is something to copy again
      if (await add(written() + random.next() * 12_000_000 + 1)) landed += 1;
      const library = openLibrary(world.folders.dataDir);
      const list = openArchiveList(library, world.folders.dataDir);
      // What is listed is whole.
      for (const row of list.all()) expect(existsSync(list.pathOf(row))).toBe(true);
      library.close();
    }
    expect(landed).toBeGreaterThan(0);

    expect(await add()).toBe(false);
    expect(files().sort()).toEqual(world.list.all().map(world.list.pathOf).sort());
    const contents = new Map([transcript, beside].map((path) => [path, readFileSync(path)]));
    for (const path of contents.keys()) rmSync(path);
    await world.run();
    await world.restore(session);
    for (const [path, content] of contents) expect(readFileSync(path).equals(content)).toBe(true);
  },
);
