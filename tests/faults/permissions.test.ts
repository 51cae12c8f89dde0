import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { IndexReport, Session } from '../../shared/schemas.ts';
import { emptyFolders, fixtures, program, type Folders } from '../support/folders.ts';

// Root may read anything, so where the tests run as root the program runs as nobody.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const reachable =
  process.platform !== 'win32' &&
  spawnSync(process.execPath, [program, '--version'], { ...nobody, cwd: '/', stdio: 'ignore' }).status === 0;

let folders: Folders;
beforeEach(() => {
  folders = emptyFolders();
  chmodSync(folders.base, 0o755);
  mkdirSync(folders.dataDir);
  chmodSync(folders.dataDir, 0o777);
});
afterEach(() => {
  for (const place of closed.splice(0)) chmodSync(place, 0o755);
  folders.remove();
});

const closed: string[] = [];
function close(place: string): void {
  chmodSync(place, 0o000);
  closed.push(place);
}

function put(path: string, text: string): string {
  const file = join(folders.claudeDir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ type: 'user', message: { content: text } })}\n`);
  return file;
}

function turnstone<T>(...args: string[]): Promise<T> {
  const places = ['--claude-dir', folders.claudeDir, '--data-dir', folders.dataDir];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args, '--json', ...places], { ...nobody, cwd: '/' }, (error, out, err) =>
      error ? reject(new Error(`${err}${out}`, { cause: error })) : resolve(JSON.parse(out) as T),
    );
  });
}
const index = () => turnstone<IndexReport>('index');
const sessions = async () => (await turnstone<{ sessions: Session[] }>('sessions', '--no-refresh')).sessions;

describe.runIf(reachable)('what may not be read', () => {
  test('a transcript that may not be read is named, and the rest goes on', async () => {
    put(`projects/-home-dev-x/${fixtures.tide}.jsonl`, 'open');
    const secret = put(`projects/-home-dev-x/${fixtures.importer}.jsonl`, 'closed');
    close(secret);
    expect((await index()).unreadable).toEqual([{ path: secret, reason: 'EACCES' }]);
    expect((await sessions()).map(({ title }) => title)).toEqual(['open']);
  });

  test('a project folder that may not be listed is named, and what was in it is not taken for deleted', async () => {
    put(`projects/-home-dev-x/${fixtures.tide}.jsonl`, 'one');
    const other = put(`projects/-home-dev-y/${fixtures.importer}.jsonl`, 'two');
    await index();
    close(dirname(other));
    const { unreadable, changedFiles } = await index();
    expect(unreadable).toEqual([{ path: dirname(other), reason: 'EACCES' }]);
    expect(changedFiles).toBe(0);
    expect((await sessions()).map(({ sourceDeleted }) => sourceDeleted)).toEqual([false, false]);
  });

  test('a Claude folder that may only be read is read', async () => {
    const file = put(`projects/-home-dev-x/${fixtures.tide}.jsonl`, 'one');
    for (const place of [file, dirname(file), dirname(dirname(file)), folders.claudeDir]) {
      chmodSync(place, place === file ? 0o444 : 0o555);
      closed.push(place);
    }
    expect((await index()).unreadable).toEqual([]);
    expect(await sessions()).toHaveLength(1);
  });

  test('a history that may not be read is named, and the rest goes on', async () => {
    put(`projects/-home-dev-x/${fixtures.tide}.jsonl`, 'one');
    const history = put('history.jsonl', 'a prompt');
    close(history);
    expect((await index()).unreadable).toEqual([{ path: history, reason: 'EACCES' }]);
    expect(await sessions()).toHaveLength(1);
  });
});
