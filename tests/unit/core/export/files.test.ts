import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLibrary } from '../../../../electron/core/db/open.ts';
import { writeWhole } from '../../../../electron/core/export/files.ts';
import { rememberExports } from '../../../../electron/core/export/log.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';
import { mkdirSync } from 'node:fs';

let folders: Folders;
let path: string;
beforeEach(() => {
  folders = emptyFolders();
  path = join(folders.base, 'out.md');
});
afterEach(() => folders.remove());

async function* parts(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

describe('a file is there as a whole or not at all', () => {
  test('it is written', async () => {
    await writeWhole(path, parts('one ', 'two'), { force: false });
    expect(readFileSync(path, 'utf8')).toBe('one two');
    expect(readdirSync(folders.base)).toEqual(['out.md']);
  });

  test('it has another name until it is complete', async () => {
    async function* watched(): AsyncGenerator<string> {
      yield 'one';
      expect(readdirSync(folders.base)).toEqual([expect.stringMatching(/^\.out\.md\.\d+\.part$/)]);
      yield 'two';
    }
    await writeWhole(path, watched(), { force: false });
  });

  test('nothing is left of one that failed half-way, and what was there stays', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield 'one';
      throw new Error('power cut');
    }
    writeFileSync(path, 'mine');
    await expect(writeWhole(path, broken(), { force: true })).rejects.toThrow('power cut');
    expect(readdirSync(folders.base)).toEqual(['out.md']);
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });
});

test('a file that is there is refused, unless it may be replaced', async () => {
  writeFileSync(path, 'mine');
  await expect(writeWhole(path, parts('new'), { force: false })).rejects.toMatchObject({ code: 'refused' });
  expect(readFileSync(path, 'utf8')).toBe('mine');
  await writeWhole(path, parts('new'), { force: true });
  expect(readFileSync(path, 'utf8')).toBe('new');
});

test('what cannot be written says why', async () => {
  await expect(writeWhole(join(folders.base, 'no', 'out.md'), parts('a'), { force: false })).rejects.toThrow(
    /out\.md was not written: there is no such folder\./,
  );
  mkdirSync(path);
  await expect(writeWhole(path, parts('a'), { force: true })).rejects.toThrow(/was not written: it is a folder\./);
});

test('the log knows which files hold which sessions, and nothing else', () => {
  const library = openLibrary(folders.dataDir);
  const rows = () => library.prepare('SELECT path, session_id FROM export_log ORDER BY path, session_id').raw().all();
  rememberExports(library, [
    { path: '/a.md', sessions: ['s1', 's2', 's1'] },
    { path: '/b.md', sessions: ['s1'] },
  ]);
  expect(rows()).toEqual([
    ['/a.md', 's1'],
    ['/a.md', 's2'],
    ['/b.md', 's1'],
  ]);
  rememberExports(library, [{ path: '/a.md', sessions: ['s3'] }]);
  expect(rows()).toEqual([
    ['/a.md', 's3'],
    ['/b.md', 's1'],
  ]);
  library.close();
});
