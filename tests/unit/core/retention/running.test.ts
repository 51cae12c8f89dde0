import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Archive } from '../../../../electron/core/archive/archive.ts';
import { openArchiveList } from '../../../../electron/core/archive/list.ts';
import { History } from '../../../../electron/core/library/history.ts';
import { addBookmark } from '../../../../electron/core/library/keep.ts';
import { othersKnow } from '../../../../electron/core/purge/asked.ts';
import { makePlan } from '../../../../electron/core/purge/plan.ts';
import { previewRule, runDueRules, runRule, type Purging as Room } from '../../../../electron/core/retention/run.ts';
import { readRule, saveRule } from '../../../../electron/core/retention/rules.ts';
import { quiet } from '../../../support/indexing.ts';
import { Script } from '../../../support/script.ts';
import { gone, stays } from '../../../support/traces.ts';
import { Purging } from '../purge/support.ts';

let world: Purging;
let purging: Room;
beforeEach(async () => {
  world = new Purging();
  await world.index();
  const { index, library } = { index: world.indexing.read, library: world.library };
  const purger = world.purger();
  purging = {
    plan: async (choice, verb) => {
      world.guarded = othersKnow(index, library).guarded();
      return (await makePlan(world.planning, choice, verb)).plan;
    },
    run: (choice, verb, token, context) => purger.run({ choice, verb, token }, context),
  };
});
afterEach(() => world.close());

const day = 86_400_000;
const start = Date.now();
const uuid = (n: number) => `6a1b2c3d-0000-4000-8000-00000000000${n}`;
const pathOf = (session: string) => world.indexing.at('projects/-home-dev-x', `${session}.jsonl`);
const isThere = (session: string) => existsSync(pathOf(session));

/** A session that ended and was written so many days ago. */
function write(session: string, days: number, more: (script: Script) => void = () => undefined): void {
  const then = start - days * day;
  const script = new Script({ session, start: then });
  script.prompt(`Session ${session}`);
  more(script);
  world.indexing.put(`projects/-home-dev-x/${session}.jsonl`, script.text);
  utimesSync(pathOf(session), then / 1000, then / 1000);
}

function bookmark(session: string): void {
  const history = new History(world.library, () => undefined);
  addBookmark({ index: world.indexing.db, library: world.library, history }, { spot: { session } });
}

const inX = { name: 'Old ones', project: '/home/dev/x', olderThanDays: 60, verb: 'purge' } as const;

function enabledRule(at = start): number {
  const { id, consent } = saveRule(world.library, inX, at);
  saveRule(world.library, { id, name: inX.name, enabled: true, consent }, at);
  return id;
}

const lookAt = (id: number) => previewRule(world.library, id, purging);
const pass = (now: number) => runDueRules(world.library, now, purging, quiet);
const receipts = () => world.library.prepare('SELECT count(*) FROM purge').pluck().get();

describe('a rule', () => {
  test('takes what its preview showed, and nothing that is bookmarked, tagged “keep” or live', async () => {
    write(uuid(1), 90);
    write(uuid(2), 90);
    write(uuid(3), 90, (script) => script.flat('tag', { tag: 'keep' }));
    write(uuid(4), 90);
    utimesSync(pathOf(uuid(4)), start / 1000, start / 1000); // somebody writes to it
    write(uuid(5), 30);
    await world.index();
    bookmark(uuid(2));
    const id = enabledRule();
    const { sessions, refused, token } = await lookAt(id);
    expect(sessions.map(({ session }) => session)).toEqual([uuid(1)]);
    expect(
      refused.map(({ session, reason, detail }) => [session, reason, detail.split(' protects')[0]]).sort(),
    ).toEqual([
      [uuid(2), 'bookmarked', 'A bookmark'],
      [uuid(3), 'bookmarked', 'The tag “keep”'],
      [uuid(4), 'live', expect.stringContaining('at work in it')],
    ]);
    const receipt = await runRule(world.library, { id, token, now: start }, purging, quiet);
    expect(receipt).toMatchObject({ sessions: [uuid(1)], done: true, verified: true, remaining: [] });
    expect([1, 2, 3, 4, 5].map((n) => isThere(uuid(n)))).toEqual([false, true, true, true, true]);
    expect(world.announced).toEqual([[uuid(1)]]);
    expect(readRule(world.library, id)).toMatchObject({ lastRun: start, problem: null });
  });

  test('runs no plan but the one that was shown', async () => {
    write(uuid(1), 90);
    await world.index();
    const id = enabledRule();
    const { token } = await lookAt(id);
    write(uuid(2), 90);
    await world.index();
    const run = runRule(world.library, { id, token, now: start }, purging, quiet);
    await expect(run).rejects.toMatchObject({ code: 'refused', message: expect.stringMatching(/changed/) as string });
    expect([isThere(uuid(1)), isThere(uuid(2))]).toEqual([true, true]);
    expect(readRule(world.library, id).lastRun).toBeNull();
  });

  test('can be run by hand while it is off, once its preview was seen', async () => {
    write(uuid(1), 90);
    await world.index();
    const { id } = saveRule(world.library, inX, start);
    const { token } = await lookAt(id);
    await runRule(world.library, { id, token, now: start }, purging, quiet);
    expect(isThere(uuid(1))).toBe(false);
    expect(readRule(world.library, id).enabled).toBeNull();
  });
});

describe('by itself', () => {
  test('it runs a day after it was enabled and not before, then daily, and leaves a receipt each time', async () => {
    write(uuid(1), 90);
    await world.index();
    const id = enabledRule();
    await pass(start + day - 1);
    expect([isThere(uuid(1)), receipts()]).toEqual([true, 0]);
    await pass(start + day);
    expect([isThere(uuid(1)), receipts()]).toEqual([false, 1]);
    expect(readRule(world.library, id).lastRun).toBe(start + day);

    write(uuid(2), 90);
    await world.index();
    await pass(start + 2 * day - 1);
    expect([isThere(uuid(2)), receipts()]).toEqual([true, 1]);
    await pass(start + 9 * day); // after the app was closed for a week
    expect([isThere(uuid(2)), receipts()]).toEqual([false, 2]);
  });

  test('one that is off does not', async () => {
    write(uuid(1), 90);
    await world.index();
    saveRule(world.library, inX, start);
    await pass(start + 100 * day);
    expect(isThere(uuid(1))).toBe(true);
  });

  test('one that finds nothing leaves no receipt, and is asked again a day later', async () => {
    const id = enabledRule();
    await pass(start + day);
    expect([receipts(), readRule(world.library, id).lastRun]).toEqual([0, start + day]);
  });

  test('one that fails says why, is due again, and keeps no other from running', async () => {
    write(uuid(1), 90);
    await world.index();
    const [first, second] = [enabledRule(), enabledRule()];
    let calls = 0;
    const broken: Room = {
      ...purging,
      plan: (...asked) => (calls++ === 0 ? Promise.reject(new Error('disk on fire')) : purging.plan(...asked)),
    };
    await runDueRules(world.library, start + day, broken, quiet);
    expect(readRule(world.library, first)).toMatchObject({ lastRun: null, problem: 'disk on fire' });
    expect(readRule(world.library, second)).toMatchObject({ lastRun: start + day, problem: null });
    expect(isThere(uuid(1))).toBe(false);
    await pass(start + day);
    expect(readRule(world.library, first)).toMatchObject({ lastRun: start + day, problem: null });
  });
});

describe('a purge of a session that has a copy', () => {
  const archiveDir = () => join(world.dataDir, 'archive');
  const folders = () => (existsSync(archiveDir()) ? readdirSync(archiveDir()) : []);
  const archive = () => {
    const data = {
      dataDir: world.dataDir,
      claudeDirs: [],
      version: '0',
      parser: '',
      searcher: '',
      scanner: '',
      follow: false,
    };
    return new Archive({ data, index: world.indexing.db, library: world.library, announce: () => undefined });
  };

  test('takes the copy and its folder, and nothing of the other sessions', async () => {
    await archive().add([gone, stays], quiet);
    const { plan } = await world.plan({ sessions: [gone] });
    expect(plan.filter(({ what }) => what === 'archive')).toHaveLength(1);
    const receipt = await world.run({ sessions: [gone] });
    expect(receipt).toMatchObject({ done: true, remaining: [] });
    expect(folders()).toEqual([expect.stringContaining(stays)]);
    expect(openArchiveList(world.library, world.dataDir).of(gone)).toEqual([]);
  });

  test('moved to the trash leaves the copy where it is, and is not read from it', async () => {
    await archive().add([gone], quiet);
    const before = folders();
    const { id } = await world.run({ sessions: [gone] }, 'trash');
    expect(folders()).toEqual(before);
    await world.index();
    expect(world.indexing.sessions().map(({ sessionId }) => sessionId)).not.toContain(gone);
    await world.purger().restore(id, quiet);
    expect(world.indexing.session(gone).sourceDeleted).toBe(false);
  });

  test('that is being made when the purge begins leaves none', async () => {
    write(uuid(1), 90, (script) => script.prompt('x'.repeat(3 << 20)));
    await world.index();
    const { token } = await world.plan({ sessions: [uuid(1)] });
    const choice = { sessions: [uuid(1)], withSecrets: false, includeCopies: false };
    const keeping = archive();
    const indexer = {
      run: () => world.indexer.run(false, quiet),
      alone: <T>(work: () => Promise<T>) => keeping.alone(() => world.indexer.alone(work)),
    };
    const purger = world.purger(indexer);
    const passing = keeping.pass(true, quiet.signal);
    while (folders().length === 0) await setImmediate();
    const receipt = await purger.run({ choice, verb: 'purge', token }, quiet);
    expect(await passing).toBe(true);
    expect(receipt).toMatchObject({ done: true, remaining: [] });
    expect(isThere(uuid(1))).toBe(false);
    expect([folders(), openArchiveList(world.library, world.dataDir).all()]).toEqual([[], []]);
    expect(world.library.prepare('SELECT * FROM archive_failure').all()).toEqual([]);
  });

  test('of which only the copy is left erases that', async () => {
    write(uuid(1), 90);
    await world.index();
    await archive().add([uuid(1)], quiet);
    rmSync(pathOf(uuid(1)));
    await world.index();
    const receipt = await world.run({ sessions: [uuid(1)] });
    expect(receipt).toMatchObject({ done: true, verified: true });
    expect(folders()).toEqual([]);
    await world.index();
    expect(world.indexing.sessions().map(({ sessionId }) => sessionId)).not.toContain(uuid(1));
  });
});
