import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyFolders, program, type Folders } from '../support/folders.ts';
import { plantedSecrets } from '../support/planted-secrets.ts';
import { Script } from '../support/script.ts';

// Root may do anything, so where the tests run as root the program runs as nobody.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const reachable =
  process.platform !== 'win32' &&
  spawnSync(process.execPath, [program, '--version'], { ...nobody, cwd: '/', stdio: 'ignore' }).status === 0;

const [{ value } = { value: '' }] = plantedSecrets();
const [open, closed] = ['0a1b2c3d-1111-4222-8333-444455556666', '1a1b2c3d-1111-4222-8333-444455556666'];

let folders: Folders;
let openFile: string;
let closedFile: string;
beforeEach(() => {
  folders = emptyFolders();
  mkdirSync(folders.dataDir);
  openFile = put('-home-dev-x', open);
  closedFile = put('-home-dev-y', closed);
  if (process.getuid?.() === 0) spawnSync('chown', ['-R', '65534:65534', folders.base]);
});
afterEach(() => {
  chmodSync(dirname(closedFile), 0o755);
  folders.remove();
});

function put(project: string, session: string): string {
  const file = join(folders.claudeDir, 'projects', project, `${session}.jsonl`);
  const script = new Script({ session });
  script.prompt(`mine is ${value}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, script.text);
  utimesSync(file, 1_770_000_000, 1_770_000_000);
  return file;
}

interface Said {
  readonly done: boolean;
  readonly verified: boolean;
  readonly remaining: readonly string[];
}

function redact(): Promise<{ code: number; said: Said }> {
  const places = ['--claude-dir', folders.claudeDir, '--data-dir', folders.dataDir];
  const env = { ...process.env, TMPDIR: folders.base, HOME: folders.base };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, 'redact', '--secrets', '--yes', '--json', ...places],
      { ...nobody, env, cwd: '/' },
      (error, out) => resolve({ code: error ? Number(error.code) : 0, said: JSON.parse(out) as Said }),
    );
  });
}

const holds = (file: string) => readFileSync(file, 'utf8').includes(value);

describe.runIf(reachable)('a redaction where not everything may be touched', () => {
  test('in a folder that may not be written to: named, whole, and the rest goes on', async () => {
    chmodSync(dirname(closedFile), 0o555);
    const { code, said } = await redact();
    expect([code, said.done, said.verified]).toEqual([1, false, false]);
    expect(said.remaining[0]).toBe(`${closedFile} could not be changed: EACCES.`);
    expect([holds(openFile), holds(closedFile)]).toEqual([false, true]);
    expect(readdirSync(dirname(closedFile))).toEqual([`${closed}.jsonl`]);
    chmodSync(dirname(closedFile), 0o755);
    expect(await redact()).toMatchObject({ code: 0, said: { done: true, verified: true, remaining: [] } });
    expect(holds(closedFile)).toBe(false);
  });

  test('a file that may not be read: named, and found once it may be', async () => {
    chmodSync(closedFile, 0o000);
    const { code, said } = await redact();
    expect([code, said.verified]).toEqual([1, false]);
    expect(said.remaining).toEqual([`${closedFile}: It cannot be read (EACCES).`]);
    expect(holds(openFile)).toBe(false);
    chmodSync(closedFile, 0o644);
    expect(await redact()).toMatchObject({ code: 0, said: { done: true, verified: true, remaining: [] } });
    expect(holds(closedFile)).toBe(false);
  });
});
