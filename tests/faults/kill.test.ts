import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WriteDb } from '../../electron/core/db/handles.ts';
import { openIndex } from '../../electron/core/db/open.ts';
import { emptyFolders, program, type Folders } from '../support/folders.ts';
import { planFolder, type Plan } from '../support/generate.ts';
import { expectSound } from '../support/indexing.ts';
import { Random } from '../support/random.ts';
import { snapshotOf, type Snapshot } from '../support/snapshot.ts';

// TURNSTONE_KILLS=50 TURNSTONE_SEED=7 npx vitest run tests/faults/kill.test.ts
const kills = Number(process.env['TURNSTONE_KILLS'] ?? 6);
const seed = Number(process.env['TURNSTONE_SEED'] ?? 1);

let folders: Folders;
beforeEach(() => void (folders = emptyFolders()));
afterEach(() => folders.remove());

/** The real program, as a process of its own, killed after so long. Whether it was still at it. */
async function index(options: { dataDir?: string; full?: boolean; killAfter?: number } = {}): Promise<boolean> {
  const { dataDir = folders.dataDir, full = false, killAfter } = options;
  const places = ['--claude-dir', folders.claudeDir, '--data-dir', dataDir];
  const child = spawn(process.execPath, [program, 'index', ...(full ? ['--full'] : []), ...places], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (words: Buffer) => (complaint += words.toString()));
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  if (killAfter !== undefined) {
    await Promise.race([ended, wait(killAfter)]);
    child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  if (signal === 'SIGKILL') return true;
  expect([code, complaint]).toEqual([0, expect.any(String)]);
  return false;
}

/** What is still to be written of each file. It is written in pieces that end anywhere, also within a line. */
class Growth {
  readonly #left: [path: string, rest: Buffer][];

  constructor(plan: Plan) {
    this.#left = [...plan].map(([path, lines]) => [join(folders.claudeDir, path), Buffer.from(lines.join(''))]);
  }

  write(share: () => number): void {
    for (const one of this.#left) {
      const [path, rest] = one;
      const size = Math.ceil(rest.length * share());
      if (size === 0) continue;
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, rest.subarray(0, size));
      one[1] = rest.subarray(size);
    }
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function withIndex<T>(dataDir: string, work: (db: WriteDb) => T): Promise<T> {
  const { db, setAside } = openIndex(dataDir);
  try {
    expect(setAside).toBe(false);
    return work(db);
  } finally {
    db.close();
  }
}

/** An entry says in which line its record is and where that line begins. */
function expectPlaces(db: WriteDb): void {
  const files = db.prepare("SELECT id, path, offset FROM file WHERE agent IS NOT '#history'").all();
  const entries = db.prepare('SELECT uuid, line, offset, length FROM entry WHERE file = ? AND uuid IS NOT NULL');
  for (const { id, path, offset } of files as { id: number; path: string; offset: number }[]) {
    const bytes = readFileSync(path);
    expect(offset).toBeLessThanOrEqual(bytes.length);
    const begins = [0];
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) begins.push(at + 1);
    for (const entry of entries.all(id) as { uuid: string; line: number; offset: number; length: number }[]) {
      const line = bytes.toString('utf8', begins[entry.line - 1], begins[entry.line]);
      const place = bytes.toString('utf8', entry.offset, entry.offset + entry.length);
      if (!line.includes(place) || !place.includes(entry.uuid))
        throw new Error(`${path}:${entry.line} is another record`);
    }
  }
}

test(
  `killed ${kills} times at random moments, it goes on from there and ends where it would have`,
  { timeout: 60_000 + kills * 15_000 },
  async () => {
    const random = new Random(seed);
    const growth = new Growth(planFolder(seed, { sessions: 24, turns: kills > 6 ? 600 : 60 }));
    growth.write(() => 0.4 + random.next() / 5);
    const measure = join(folders.base, 'measure');
    const [whole, nothing] = [
      await timed(() => index({ dataDir: measure })),
      await timed(() => index({ dataDir: measure })),
    ];

    let landed = 0;
    for (let round = 0; round < kills; round += 1) {
      const early = round < kills / 3;
      if (round === Math.ceil(kills / 3)) await index(); // from now on there is something to lose
      const full = !early && random.chance(0.6);
      const killAfter = nothing * 0.8 + random.next() * Math.max(100, whole - nothing) * (full ? 1.5 : 1);
      if (await index({ killAfter, full })) landed += 1;
      await withIndex(folders.dataDir, (db) => {
        expectSound(db);
        expectPlaces(db);
      });
      growth.write(() => (random.chance(0.5) ? random.next() * 0.3 : 0));
    }
    expect(landed).toBeGreaterThan(0);

    growth.write(() => 1);
    await index();
    const fresh = join(folders.base, 'fresh');
    await index({ dataDir: fresh });
    const [expected, actual] = [
      await withIndex(fresh, snapshotOf),
      await withIndex(folders.dataDir, (db): Snapshot => (expectSound(db), expectPlaces(db), snapshotOf(db))),
    ];
    expect(expected.entries.length).toBeGreaterThan(3000);
    for (const part of Object.keys(expected) as (keyof Snapshot)[]) expect(actual[part]).toEqual(expected[part]);
  },
);
