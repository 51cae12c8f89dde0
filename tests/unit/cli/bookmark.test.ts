import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Bookmark } from '../../../shared/library.ts';
import { fixtureFolders, fixtures, program, type Folders } from '../../support/folders.ts';

let folders: Folders;
beforeEach(() => void (folders = fixtureFolders()));
afterEach(() => folders.remove());

interface Run {
  code: number;
  out: string;
  err: string;
}

function bookmark(...args: string[]): Promise<Run> {
  const places = ['--claude-dir', folders.claudeDir, '--data-dir', folders.dataDir];
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'bookmark', ...args, ...places], (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

async function json(...args: string[]): Promise<Record<string, unknown> & { bookmarks: Bookmark[] }> {
  const { out, err } = await bookmark(...args, '--json');
  expect(err).toBe('');
  return JSON.parse(out) as Record<string, unknown> & { bookmarks: Bookmark[] };
}

test('bookmarks a session, a line and some lines, tags and notes them, lists and removes them', async () => {
  const [whole] = (await json('add', fixtures.tide.slice(0, 8), '--tag', 'later', '--tag', 'ask')).bookmarks;
  expect(whole).toMatchObject({ sessionId: fixtures.tide, scope: 'session', tags: ['ask', 'later'], line: null });
  const [line] = (await json('add', `${fixtures.lighthouse}:300`, '--note', 'the last watch')).bookmarks;
  expect(line).toMatchObject({ scope: 'entry', line: 300, position: 299, note: 'the last watch', state: 'here' });
  const [lines] = (await json('add', `${fixtures.lighthouse}:3-6`)).bookmarks;
  expect(lines).toMatchObject({ scope: 'span', line: 3, position: 2, end: 5 });

  const id = String(line?.id);
  expect((await json('tag', id, 'later', 'b')).bookmarks).toMatchObject([{ tags: ['b', 'later'] }]);
  expect((await json('note', id, 'other', 'words')).bookmarks).toMatchObject([{ note: 'other words' }]);
  expect(await json('list', '--tag', 'later')).toMatchObject({
    total: 2,
    bookmarks: [{ id: line?.id }, { id: whole?.id }],
  });
  expect(await json('list', 'other', 'WATCH')).toMatchObject({ total: 1 });
  expect((await bookmark('list')).out).toContain('5e9f0a54:300 · entry');
  expect(await json('remove', id, String(lines?.id))).toMatchObject({ removed: 2 });
  expect(await json('list')).toMatchObject({ total: 1 });
});

test('names a bookmark by its place, too', async () => {
  await json('add', fixtures.tide);
  await json('add', `${fixtures.lighthouse}:3`);
  await json('add', `${fixtures.lighthouse}:3-6`);
  expect((await json('tag', fixtures.tide, 'later')).bookmarks).toMatchObject([{ scope: 'session', tags: ['later'] }]);
  expect((await json('note', `${fixtures.lighthouse}:3`, 'why')).bookmarks).toMatchObject([{ end: null, note: 'why' }]);
  const { err, code } = await bookmark('remove', `${fixtures.lighthouse}:3-5`);
  expect([code, err]).toEqual([1, expect.stringContaining(':3-5 is not bookmarked')]);
  expect(await json('remove', `${fixtures.lighthouse}:3-6`, fixtures.tide)).toMatchObject({ removed: 2 });
  expect((await json('list')).bookmarks).toMatchObject([{ scope: 'entry', line: 3 }]);
});

test('hands the library out, for its owner’s eyes only, and takes it in', async () => {
  await bookmark('add', fixtures.tide, '--note', 'mine');
  const file = join(folders.base, 'library.json');
  expect(await json('export', '--out', file)).toEqual({ file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await bookmark('export')).out).toBe(readFileSync(file, 'utf8'));
  expect(await json('import', file)).toEqual({ added: 0, known: 1 });
  writeFileSync(file, '{}');
  const { code, err } = await bookmark('import', file);
  expect([code, err]).toEqual([1, 'turnstone: This is no library that Turnstone has exported.\n']);
});

test('says in one sentence what is wrong', async () => {
  await bookmark('list');
  await Promise.all(
    [
      [[], 'bookmark takes one of add, remove, list, tag, note, export, import, not “”.'],
      [['add'], 'Usage: turnstone bookmark add SESSION[:LINE[-LINE]]'],
      [['add', `${fixtures.tide}:9-3`], 'Lines count from 1 upwards, not 9-3.'],
      [['add', fixtures.tide, '--out', 'x'], 'Usage: turnstone bookmark add'],
    ].map(async ([args, sentence]) => {
      const { code, err } = await bookmark(...(args as string[]), '--no-refresh');
      expect([code, err.trim().split('\n')]).toEqual([2, [expect.stringContaining(String(sentence))]]);
    }),
  );
});

test('or what is not there', async () => {
  await bookmark('list');
  await Promise.all(
    [
      [['add', 'nobody'], 'No session “nobody”'],
      [['add', `${fixtures.lighthouse}:9999`], 'Line 9999 of '],
      [['note', '7', 'x'], 'There is no bookmark 7;'],
    ].map(async ([args, sentence]) => {
      const { code, err } = await bookmark(...(args as string[]), '--no-refresh');
      expect([code, err]).toEqual([1, expect.stringContaining(String(sentence))]);
    }),
  );
});

test('prints nothing that a terminal would obey', async () => {
  await bookmark('add', `${fixtures.hostile}:1-9`, '--note', 'a\u001b[31mb', '--tag', 'x\u0007');
  const { out } = await bookmark('list');
  expect(out).toContain('a\uFFFD[31mb');
  // eslint-disable-next-line no-control-regex -- that is what must not be there
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});
