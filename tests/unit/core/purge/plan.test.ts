import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Script } from '../../../support/script.ts';
import { folder, ghost, gone, stays } from '../../../support/traces.ts';
import { Purging } from './support.ts';

let purging: Purging;
beforeEach(async () => {
  purging = new Purging();
  await purging.indexing.run();
});
afterEach(() => purging.close());

const at = (...parts: string[]) => purging.indexing.at(...parts);
const chosen = async (...choice: Parameters<Purging['plan']>) =>
  (await purging.plan(...choice)).sessions.map(({ sessionId }) => sessionId);

const rowOf = (session: string) =>
  purging.indexing.value('SELECT id FROM session WHERE session_id = ?', session) as number;

describe('what is chosen', () => {
  test('by name, by the beginning of an id, by a file', async () => {
    expect(await chosen({ sessions: [gone] })).toEqual([gone]);
    expect(await chosen({ sessions: [gone.slice(0, 8)] })).toEqual([gone]);
    expect(await chosen({ sessions: [at('projects', folder, `${gone}.jsonl`)] })).toEqual([gone]);
  });

  test('by age, ghosts as well', async () => {
    expect((await chosen({ olderThanDays: 1 })).toSorted()).toEqual([gone, stays, ghost]);
    expect(await chosen({ olderThanDays: 100_000 })).toEqual([]);
  });

  test('by project, by size, by search, by secrets: all of the conditions together', async () => {
    expect((await chosen({ project: '/home/dev' })).toSorted()).toEqual([gone, stays, ghost]);
    expect(await chosen({ project: '/home/de' })).toEqual([]);
    expect((await chosen({ largerThanBytes: 100 })).toSorted()).toEqual([gone, stays]);
    purging.found = [rowOf(stays)];
    expect(await chosen({ query: 'whatever', largerThanBytes: 100 })).toEqual([stays]);
    purging.secret = new Set([rowOf(gone)]);
    expect(await chosen({ withSecrets: true })).toEqual([gone]);
    expect(await chosen({ query: 'whatever', withSecrets: true })).toEqual([]);
  });

  test('by name beside the conditions', async () => {
    expect((await chosen({ sessions: [stays], olderThanDays: 100_000 })).toSorted()).toEqual([stays]);
  });

  test('nothing by nothing', async () => {
    const { sessions, plan } = await purging.plan({});
    expect([sessions, plan]).toEqual([[], []]);
  });
});

describe('what is refused', () => {
  test('an id that is a path', async () => {
    const { refused, sessions } = await purging.plan({ sessions: ['../x', '..', `${gone}/../${stays}`] });
    expect(sessions).toEqual([]);
    expect(refused.map(({ session, reason }) => [session, reason])).toEqual([
      ['../x', 'bad-id'],
      ['..', 'bad-id'],
      [`${gone}/../${stays}`, 'bad-id'],
    ]);
  });

  test('a transcript whose records call their session by a path', async () => {
    const script = new Script({ session: '../../etc' });
    script.prompt('x');
    const path = purging.indexing.put(`projects/${folder}/odd.jsonl`, script.text);
    purging.traces.settle();
    await purging.indexing.run();
    expect((await purging.plan({ sessions: [path] })).refused).toMatchObject([{ reason: 'bad-id' }]);
  });

  test('a name that fits nothing', async () => {
    await expect(purging.plan({ sessions: ['nobody'] })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a session that somebody works in, as its process says', async () => {
    writeFileSync(at('sessions', '1.json'), JSON.stringify({ pid: process.pid, sessionId: gone }));
    const { refused, sessions } = await purging.plan({ olderThanDays: 1 });
    expect(refused).toMatchObject([
      { session: gone, reason: 'live', detail: expect.stringContaining('at work') as string },
    ]);
    expect(sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual([stays, ghost]);
  });

  test('a session that was written just now, in any of its transcripts', async () => {
    appendFileSync(at('projects', folder, stays, 'subagents', 'agent-a1sub.jsonl'), '\n');
    expect((await purging.plan({ sessions: [stays] })).refused).toMatchObject([{ session: stays, reason: 'live' }]);
  });

  test('a bookmarked session, unless it is named', async () => {
    purging.guarded = new Map([[gone, 'A bookmark']]);
    expect((await purging.plan({ olderThanDays: 1 })).refused).toMatchObject([
      { session: gone, reason: 'bookmarked', detail: expect.stringMatching(/^A bookmark protects it/) as string },
    ]);
    expect((await purging.plan({ sessions: [gone] })).refused).toEqual([]);
  });
});

describe('copies in other sessions', () => {
  const fork = 'f0f0f0f0-6666-4666-8666-ffffffffffff';
  beforeEach(async () => {
    const text = readFileSync(at('projects', folder, `${gone}.jsonl`), 'utf8').replaceAll(gone, fork);
    purging.indexing.put(`projects/${folder}/${fork}.jsonl`, text);
    purging.traces.settle();
    await purging.indexing.run();
  });

  test('are named', async () => {
    const { copies, sessions, notCovered } = await purging.plan({ sessions: [gone] });
    expect(copies).toEqual([{ session: fork, sessionId: fork, title: expect.any(String) as string, records: 8 }]);
    expect(sessions).toHaveLength(1);
    expect(notCovered.join('\n')).toContain('stay in another session');
  });

  test('are taken along where that is wanted', async () => {
    const { copies, sessions, plan } = await purging.plan({ sessions: [gone], includeCopies: true });
    expect(copies).toEqual([]);
    expect(sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual([gone, fork].toSorted());
    expect(plan).toContainEqual(
      expect.objectContaining({ what: 'copy', path: at('projects', folder, `${fork}.jsonl`) }),
    );
  });

  test('are no reason to keep a plan file that goes with them', async () => {
    const { plan } = await purging.plan({ sessions: [gone], includeCopies: true });
    expect(plan.find(({ path }) => path === at('plans', 'brisk-copper-wren-0.md'))).toMatchObject({ action: 'delete' });
    const alone = await purging.plan({ sessions: [gone] });
    expect(alone.plan.find(({ path }) => path === at('plans', 'brisk-copper-wren-0.md'))).toMatchObject({
      action: 'keep',
    });
  });
});

describe('the token', () => {
  test('is the same for the same plan, and another one when anything of it changed', async () => {
    const [first, second] = [await purging.plan({ sessions: [gone] }), await purging.plan({ sessions: [gone] })];
    expect(second.token).toBe(first.token);
    purging.indexing.put(`file-history/${gone}/2@v1`, 'more');
    expect((await purging.plan({ sessions: [gone] })).token).not.toBe(first.token);
    expect((await purging.plan({ sessions: [gone] }, 'trash')).token).not.toBe(first.token);
  });

  test('does not mind what other sessions do', async () => {
    const { token } = await purging.plan({ sessions: [gone] });
    appendFileSync(at('history.jsonl'), `${JSON.stringify({ display: 'hello', sessionId: stays })}\n`);
    expect((await purging.plan({ sessions: [gone] })).token).toBe(token);
  });
});

test('a plan touches nothing', async () => {
  const all = () =>
    (readdirSync(purging.indexing.folders.base, { recursive: true }) as string[])
      .filter((name) => !/-(wal|shm)$/.test(name))
      .map((name) => [name, statSync(join(purging.indexing.folders.base, name)).mtimeMs]);
  const before = all();
  await purging.plan({ olderThanDays: 1, includeCopies: true });
  expect(all()).toEqual(before);
});
