import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureFolders, fixtures, program, type Folders } from '../../support/folders.ts';

let folders: Folders;
beforeAll(async () => {
  folders = fixtureFolders();
  await turnstone('index');
});
afterAll(() => folders.remove());

function turnstone(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const places = ['--claude-dir', folders.claudeDir, '--data-dir', folders.dataDir];
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args, ...places], (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

test('hits stand under their session, with where they are', async () => {
  const { out, err, code } = await turnstone('search', 'tide kind:prompt');
  expect({ err, code }).toEqual({ err: '', code: 0 });
  const headings = out.split('\n').filter((line) => line.startsWith(fixtures.tide.slice(0, 8)));
  expect(headings).toEqual([`${fixtures.tide.slice(0, 8)}  Fix the flaky tide test`]);
  expect(out).toMatch(/user · 2026-11-16 \d\d:\d\d · line 2\n\s+The tide test fails on Sundays only/);
  expect(out).toMatch(/\d of \d hits? in [\d.]+ ms\n$/);
});

test('what is wrong with a query goes to stderr, and the rest still runs', async () => {
  const { out, err, code } = await turnstone('search', 'chronometer is:nonsense');
  expect(code).toBe(0);
  expect(err).toMatch(/^turnstone: nonsense: `is:` wants one of .*\n$/);
  expect(out).toContain('chronometer');
});

test('what a word was taken for is said', async () => {
  const { out } = await turnstone('search', 'chronometre');
  expect(out).toContain('Nothing says “chronometre”; shown is chronometer');
  const json = JSON.parse((await turnstone('search', 'chronometre', '--json')).out) as Record<string, unknown>;
  expect(json).toMatchObject({
    total: 1,
    exact: true,
    suggestions: ['chronometer'],
    instead: [{ word: 'chronometre', used: ['chronometer'] }],
    problems: [],
  });
});

test('nothing of a transcript moves the terminal’s cursor, and JSON has no marks', async () => {
  const { out } = await turnstone('search', 'project:desk');
  for (const sign of ['\u0007', '\u001b', '\ufdd0', '\ufdd1']) expect(out).not.toContain(sign);
  const json = await turnstone('search', 'tide', '--json');
  expect(json.out).not.toMatch(/[\ufdd0\ufdd1]/);
});

test('sessions by half-remembered words and filters', async () => {
  const { out } = await turnstone('sessions', 'importr', 'project:importer');
  expect(out).toContain('Port the importer to streams');
  expect(out).toContain('1 of 1 session');
  expect((await turnstone('sessions', 'importr project:tide')).out).toContain('0 of 0 sessions');
});
