import { rmSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSession, listProjects, listSessions, openTranscript } from '../../../../electron/core/browse/sessions.ts';
import { fixtures } from '../../../support/folders.ts';
import { Indexing } from '../../../support/indexing.ts';
import { noon, Script } from '../../../support/script.ts';

let indexing: Indexing;
beforeEach(() => void (indexing = new Indexing()));
afterEach(() => indexing.close());

const day = 86_400_000;

/** A session of one prompt and one answer, last changed when it ended. */
function put(
  session: string,
  more: { folder?: string; cwd?: string; start?: number; words?: string; seed?: number } = {},
): string {
  const { folder = '-home-dev-x', start = noon, words = 'a prompt', ...setting } = more;
  const script = new Script({ session, start, ...setting });
  script.prompt(words);
  script.answer('an answer');
  const file = indexing.put(`projects/${folder}/${session}.jsonl`, script.text);
  utimesSync(file, new Date(start + 2000), new Date(start + 2000));
  return file;
}

describe('a session is found', () => {
  test('by its id, by the beginning of it, or by the path of its transcript', async () => {
    const file = put(fixtures.tide);
    put(fixtures.importer, { seed: 2 });
    await indexing.run();
    for (const ref of [fixtures.tide, fixtures.tide.slice(0, 4), file]) {
      expect(findSession(indexing.read, ref).session_id).toBe(fixtures.tide);
    }
  });

  test('by the path of a subagent’s transcript', async () => {
    put(fixtures.tide);
    const agent = new Script({ session: fixtures.tide, seed: 3, always: { isSidechain: true } });
    agent.prompt('a task');
    const file = indexing.put(`projects/-home-dev-x/${fixtures.tide}/subagents/agent-a.jsonl`, agent.text);
    await indexing.run();
    expect(findSession(indexing.read, file).session_id).toBe(fixtures.tide);
  });

  test('not by less than four characters, nor by signs that mean anything to SQL', async () => {
    put(fixtures.tide);
    await indexing.run();
    for (const ref of [fixtures.tide.slice(0, 3), '', '%', '____', "' OR 1=1 --", '1f0c%']) {
      expect(() => findSession(indexing.read, ref)).toThrow(/No session/);
    }
  });

  test('not by what fits several: then their files are named', async () => {
    const files = [put(fixtures.tide), put(`${fixtures.tide.slice(0, 8)}-0000-4000-8000-000000000000`, { seed: 2 })];
    await indexing.run();
    expect(() => findSession(indexing.read, fixtures.tide.slice(0, 8))).toThrow(
      expect.objectContaining({
        code: 'ambiguous',
        details: { candidates: expect.arrayContaining(files) as string[] },
      }) as Error,
    );
  });
});

describe('the list', () => {
  test('has the newest first, and pages through all of them once', async () => {
    for (let at = 0; at < 7; at += 1) {
      put(`0000000${at}-0000-4000-8000-000000000000`, {
        start: noon + ((at * 3) % 7) * day,
        seed: at + 1,
        words: `day ${(at * 3) % 7}`,
      });
    }
    await indexing.run();
    const page = (offset: number) => listSessions(indexing.read, { limit: 3, offset });
    const titles = [0, 3, 6].flatMap((offset) => page(offset).sessions.map(({ title }) => title));
    expect(titles).toEqual([6, 5, 4, 3, 2, 1, 0].map((at) => `day ${at}`));
    expect(page(0).total).toBe(7);
  });

  test('can be that of one project', async () => {
    put(fixtures.tide, { cwd: '/home/dev/tide' });
    put(fixtures.importer, { cwd: '/home/dev/importer', seed: 2 });
    await indexing.run();
    const { sessions, total } = listSessions(indexing.read, { project: '/home/dev/tide', limit: 10, offset: 0 });
    expect([total, sessions.map(({ sessionId }) => sessionId)]).toEqual([1, [fixtures.tide]]);
  });

  test('says what is live: what was written just now is, what is deleted is not', async () => {
    put(fixtures.tide, { start: Date.now() - 5000 });
    put(fixtures.importer, { seed: 2 });
    await indexing.run();
    expect(indexing.session(fixtures.tide).live).toBe(true);
    expect(indexing.session(fixtures.importer).live).toBe(false);
    rmSync(indexing.at(`projects/-home-dev-x/${fixtures.tide}.jsonl`));
    await indexing.run();
    expect(indexing.session(fixtures.tide)).toMatchObject({ live: false, sourceDeleted: true });
  });
});

test('projects are listed with how many sessions they have, the one last active first', async () => {
  put(fixtures.tide, { cwd: '/old', start: noon });
  put(fixtures.importer, { cwd: '/new', start: noon + day, seed: 2 });
  put(fixtures.damaged, { cwd: '/old', start: noon - day, seed: 3 });
  await indexing.run();
  expect(listProjects(indexing.read).map(({ project, sessions }) => [project, sessions])).toEqual([
    ['/new', 1],
    ['/old', 2],
  ]);
});

test('an open transcript tells the folders, branches, versions, tools, pull requests and files of its session', async () => {
  const script = new Script({ session: fixtures.tide, cwd: '/a', version: '2.1.1', always: { gitBranch: 'main' } });
  script.prompt('look');
  script.call('Read', { file_path: '/a/one.ts' });
  script.call('Edit', { file_path: '/a/one.ts', old_string: 'a', new_string: 'b' });
  script.call('Edit', { file_path: '/a/two.ts', old_string: 'a', new_string: 'b' });
  script.chain('user', { message: { content: 'moved' }, cwd: '/b', gitBranch: 'feature', version: '2.1.2' });
  script.flat('pr-link', { prNumber: 7, prUrl: 'https://example.com/7', prRepository: 'a/b' });
  indexing.put(`projects/-a/${fixtures.tide}.jsonl`, script.text);
  await indexing.run();
  const { session, details, touched } = openTranscript(indexing.read, fixtures.tide);
  expect(session).toMatchObject({ project: '/a', branch: 'feature' });
  expect(details).toMatchObject({
    folders: ['/a', '/b'],
    branches: ['main', 'feature'],
    versions: ['2.1.1', '2.1.2'],
    tools: { Read: 1, Edit: 2 },
    pullRequests: [{ number: 7, url: 'https://example.com/7', repository: 'a/b' }],
  });
  expect(touched).toEqual([
    { path: '/a/one.ts', reads: 1, changes: 1 },
    { path: '/a/two.ts', reads: 0, changes: 1 },
  ]);
});
