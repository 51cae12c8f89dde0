import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addBookmark } from '../../../../electron/core/library/keep.ts';
import { History } from '../../../../electron/core/library/history.ts';
import { sweeps } from '../../../../electron/core/retention/sweeps.ts';
import { Archiving } from '../../../support/archiving.ts';
import { Script } from '../../../support/script.ts';

let world: Archiving;
beforeEach(() => void (world = new Archiving()));
afterEach(() => world.close());

const day = 24;
const uuid = (n: number) => `6a1b2c3d-0000-4000-8000-00000000000${n}`;

function write(session: string, ageInDays: number): string {
  const script = new Script({ session });
  script.prompt(`Session ${session}`);
  const path = world.put(`projects/-home-dev-x/${session}.jsonl`, script.text);
  world.age(path, ageInDays * day);
  return path;
}

function look(now = Date.now()) {
  const { dataDir, claudeDir } = world.folders;
  const [sweep] = sweeps(
    { data: { dataDir }, index: world.read, library: world.library, roots: () => [claudeDir] },
    now,
  );
  if (!sweep) throw new Error('no sweep');
  return sweep;
}

test('which sessions go within a week, soonest first, and when', async () => {
  const due = write(uuid(1), 31);
  const soon = write(uuid(2), 27);
  write(uuid(3), 2);
  await world.run();
  const sweep = look();
  expect(sweep.soon.map(({ session }) => session)).toEqual([uuid(1), uuid(2)]);
  expect(sweep.soonTotal).toBe(2);
  const month = 30 * day * 3_600_000;
  expect(sweep.soon.map(({ at }) => at)).toEqual([due, soon].map((path) => Math.trunc(statSync(path).mtimeMs) + month));
});

test('it strikes when the first one falls due, which is now where that has passed', async () => {
  const path = write(uuid(1), 20);
  await world.run();
  expect(look().next).toBe(Math.trunc(statSync(path).mtimeMs) + 30 * 86_400_000);
  const later = Date.now() + 15 * 86_400_000;
  expect(look(later).next).toBe(later);
  expect(look(later).soon[0]?.at).toBeLessThan(later);
});

test('it has nothing to do where nothing is', () => {
  expect(look()).toMatchObject({ next: null, soon: [], soonTotal: 0, days: 30, set: false });
});

test('the line that would change it is told, and for which file, and written into none', async () => {
  write(uuid(1), 3);
  await world.run();
  expect(look()).toMatchObject({ line: '"cleanupPeriodDays": 3650', settingsFile: join(world.root, 'settings.json') });
  const settings = world.put('settings.local.json', '{"cleanupPeriodDays": 5}');
  expect(look()).toMatchObject({ days: 5, set: true, settingsFile: settings, soonTotal: 1 });
  expect(readFileSync(settings, 'utf8')).toBe('{"cleanupPeriodDays": 5}');
});

test('what is bookmarked and what has a copy is marked', async () => {
  write(uuid(1), 29);
  write(uuid(2), 28);
  await world.run();
  await world.add(uuid(2));
  const history = new History(world.library, () => undefined);
  addBookmark({ index: world.db, library: world.library, history }, { spot: { session: uuid(1) } });
  expect(look().soon.map(({ bookmarked, archived }) => ({ bookmarked, archived }))).toEqual([
    { bookmarked: true, archived: false },
    { bookmarked: false, archived: true },
  ]);
});

test('what is gone already is not counted again', async () => {
  const path = write(uuid(1), 31);
  await world.run();
  rmSync(path);
  await world.run();
  expect(look().soon).toEqual([]);
});
