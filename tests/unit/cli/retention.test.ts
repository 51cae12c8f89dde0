import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLibrary } from '../../../electron/core/db/open.ts';
import { noteRun, saveRule } from '../../../electron/core/retention/rules.ts';
import { fixtureFolders, fixtures, program, type Folders } from '../../support/folders.ts';

let folders: Folders;
beforeEach(() => void (folders = fixtureFolders()));
afterEach(() => folders.remove());

interface Run {
  code: number;
  out: string;
  err: string;
}

function turnstone(...args: string[]): Promise<Run> {
  const places = ['--claude-dir', folders.claudeDir, '--data-dir', folders.dataDir];
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args, ...places], (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { out, err } = await turnstone(...args, '--json');
  expect(err).toBe('');
  return JSON.parse(out) as Record<string, unknown>;
}

const lighthouse = () => join(folders.claudeDir, 'projects', '-home-dev-lighthouse', `${fixtures.lighthouse}.jsonl`);

test('archive add, list, restore and remove, by the beginning of an id', async () => {
  const before = readFileSync(lighthouse());
  expect(await json('archive', 'add', '5e9f')).toMatchObject({ archived: 1, failed: [] });
  expect(await json('archive', 'list')).toMatchObject({
    ...{ sessions: 1, waiting: 0, failed: [], rawBytes: before.length },
    list: [{ sessionId: fixtures.lighthouse, files: 1, sourceDeleted: false }],
  });
  rmSync(lighthouse());
  expect((await json('archive', 'list'))['list']).toMatchObject([{ sourceDeleted: true }]);
  expect(await json('archive', 'restore', '5e9f')).toEqual({ files: [lighthouse()] });
  expect(readFileSync(lighthouse()).equals(before)).toBe(true);
  expect(await json('archive', 'remove', '5e9f')).toMatchObject({ archived: 1 });
  const { out } = await turnstone('archive', 'list');
  expect(out).toContain('0 sessions');
});

test('archive with wrong words says how it is meant', async () => {
  expect(await turnstone('archive', 'burn')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/not “burn”/) as string,
  });
  expect((await turnstone('archive', 'add')).code).toBe(2);
  expect((await turnstone('archive', 'remove', '5e9f')).code).toBe(1);
});

test('whoever puts back an old transcript is told that it will be swept again', async () => {
  const old = (Date.now() - 40 * 86_400_000) / 1000;
  utimesSync(lighthouse(), old, old);
  await turnstone('archive', 'add', '5e9f');
  rmSync(lighthouse());
  const { out } = await turnstone('archive', 'restore', '5e9f');
  expect(out).toContain('1 file put back');
  expect(out).toContain('will delete them again');
});

test('retention lists what is swept next, and the rules', async () => {
  const old = (Date.now() - 40 * 86_400_000) / 1000;
  utimesSync(lighthouse(), old, old);
  const { out } = await turnstone('retention');
  expect(out).toContain('deletes transcripts after 30 days');
  expect(out).toContain('at its next start  The long logbook of the lighthouse');
  expect(out).toContain('"cleanupPeriodDays": 3650');
  expect(await json('retention', 'list')).toMatchObject({ sweeps: [{ soonTotal: 1 }], rules: [] });
});

test('a rule runs only for whoever says --yes', async () => {
  const library = openLibrary(folders.dataDir);
  const { id } = saveRule(library, { name: 'No beams', project: '/home/dev/lighthouse', verb: 'purge' }, Date.now());
  library.close();
  expect(await json('retention', 'preview', String(id))).toMatchObject({
    sessions: [{ session: fixtures.lighthouse }],
    refused: [],
  });
  const asked = await turnstone('retention', 'run', String(id));
  expect(asked).toMatchObject({ code: 3, err: expect.stringMatching(/say --yes/) as string });
  expect(asked.out).toContain('1 session erased for good');
  expect(existsSync(lighthouse())).toBe(true);
  expect(await json('retention', 'run', String(id), '--yes')).toMatchObject({ done: true, remaining: [] });
  expect(existsSync(lighthouse())).toBe(false);
  expect((await turnstone('retention', 'run', '99', '--yes')).code).toBe(1);
  expect((await turnstone('retention', 'run', 'x')).code).toBe(2);
});

test('a rule is made, looked at, enabled with what the preview told, switched off and removed', async () => {
  const made = await json('retention', 'add', 'No beams', '--project', '/home/dev/lighthouse', '--older-than', '90d');
  expect(made).toMatchObject({ name: 'No beams', verb: 'trash', enabled: false, withSecrets: false });
  expect([made['olderThanDays'], made['project'], made['largerThanBytes']]).toEqual([90, '/home/dev/lighthouse', null]);
  const id = String(made['id']);

  const blind = await turnstone('retention', 'enable', id);
  expect(blind).toMatchObject({ code: 3, err: expect.stringContaining(`retention preview ${id}`) as string });
  expect((await turnstone('retention', 'enable', id, '--consent', 'yes')).code).toBe(3);
  const { out } = await turnstone('retention', 'preview', id);
  const [, consent = ''] = /retention enable \d+ --consent (\S+)/.exec(out) ?? [];
  expect(await json('retention', 'enable', id, '--consent', consent)).toMatchObject({ enabled: true, lastRun: null });
  expect((await turnstone('retention')).out).toMatch(/No beams: trash what is older than 90 days.*on, has not run yet/);

  expect(await json('retention', 'disable', id)).toMatchObject({ enabled: false, next: null });
  expect(await json('retention', 'remove', id)).toMatchObject({ name: 'No beams' });
  expect(await json('retention')).toMatchObject({ rules: [] });
  expect((await turnstone('retention', 'remove', id)).code).toBe(1);
});

test('a rule that ran says when, though it found nothing', async () => {
  const library = openLibrary(folders.dataDir);
  const { id } = saveRule(library, { name: 'No beams', olderThanDays: 90 }, Date.now());
  noteRun(library, id, { at: Date.now(), problem: null });
  library.close();
  expect((await turnstone('retention')).out).toMatch(/No beams: trash what is older than 90 days {2}off, last run \d/);
});

test('a rule needs a condition, and a verb only its own flags', async () => {
  expect((await turnstone('retention', 'add', 'everything')).code).toBe(2);
  expect((await turnstone('retention', 'add', '--older-than', '90d')).code).toBe(2);
  expect((await turnstone('retention', 'list', '--purge')).code).toBe(2);
  expect(await turnstone('retention', 'burn')).toMatchObject({
    code: 2,
    err: expect.stringContaining('not “burn”') as string,
  });
});
