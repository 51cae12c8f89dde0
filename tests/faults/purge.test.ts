import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyFolders, program, type Folders } from '../support/folders.ts';
import { filesBelow } from '../support/residue.ts';
import { folder, gone, stays, writeTraces, type Traces } from '../support/traces.ts';

// Root may do anything, so where the tests run as root the program runs as nobody.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const reachable =
  process.platform !== 'win32' &&
  spawnSync(process.execPath, [program, '--version'], { ...nobody, cwd: '/', stdio: 'ignore' }).status === 0;

let folders: Folders;
let traces: Traces;
beforeEach(async () => {
  folders = emptyFolders();
  traces = writeTraces(folders.claudeDir, join(folders.base, 'tmp', 'claude-65534'));
  mkdirSync(folders.dataDir);
  if (process.getuid?.() === 0) spawnSync('chown', ['-R', '65534:65534', folders.base]);
  await turnstone('index');
});
afterEach(() => {
  for (const place of closed.splice(0)) chmodSync(place, 0o755);
  folders.remove();
});

const closed: string[] = [];
function close(place: string, mode = 0o555): void {
  chmodSync(place, mode);
  closed.push(place);
}
function reopen(): void {
  for (const place of closed.splice(0)) chmodSync(place, 0o755);
}

interface Run {
  readonly code: number;
  readonly err: string;
  readonly said: Record<string, unknown> & { remaining: string[]; refused: { reason: string; detail: string }[] };
}

function turnstone(...args: string[]): Promise<Run> {
  const places = ['--claude-dir', folders.claudeDir, '--data-dir', folders.dataDir];
  const env = {
    ...process.env,
    TMPDIR: join(folders.base, 'tmp'),
    HOME: folders.base,
    XDG_DATA_HOME: join(folders.base, 'xdg'),
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, ...args, '--json', ...places],
      { ...nobody, env, cwd: '/' },
      (error, out, err) => {
        try {
          resolve({ code: error ? Number(error.code) : 0, err, said: JSON.parse(out) as Run['said'] });
        } catch {
          reject(new Error(`${err}${out}`));
        }
      },
    );
  });
}

const at = (...parts: string[]) => join(folders.claudeDir, ...parts);
const transcript = () => at('projects', folder, `${gone}.jsonl`);
const wordsOf = (session: string) => [...(traces.said.get(session)?.values() ?? [])];

describe.runIf(reachable)('a purge where not everything may be changed', () => {
  test('a Claude folder that may only be read: nothing is done, and it says why', async () => {
    const before = filesBelow(folders.claudeDir);
    for (const dir of [folders.claudeDir, at('projects'), at('projects', folder)]) close(dir);
    const { code, said, err } = await turnstone('purge', gone, '--yes');
    expect(code).toBe(3);
    expect(said).toMatchObject({ done: false, verified: false, sessions: [], refused: [{ reason: 'read-only' }] });
    expect(said.refused[0]?.detail).toContain('EACCES');
    expect(err).toContain(`Nothing can be removed from ${at('projects', folder)}`);
    expect([...filesBelow(folders.claudeDir)]).toEqual([...before]);
  });

  test('one place that may not be: it is named, the rest is gone, and the next start finishes it', async () => {
    close(at('file-history', gone));
    const { code, said } = await turnstone('purge', gone, '--yes');
    expect([code, said['done'], said['verified']]).toEqual([1, false, false]);
    expect(said.remaining).toEqual([expect.stringMatching(/file-history.*1@v1 could not be removed \(EACCES\)/)]);
    expect(existsSync(transcript())).toBe(false);
    expect(existsSync(at('file-history', gone, '1@v1'))).toBe(true);
    reopen();
    await turnstone('index');
    expect(existsSync(at('file-history', gone))).toBe(false);
    const { receipts } = (await turnstone('purge', '--receipts')).said as unknown as { receipts: { done: boolean }[] };
    expect(receipts.map(({ done }) => done)).toEqual([true]);
  });

  test('a history that may not be written again keeps its lines, and no ghost is made of them', async () => {
    close(folders.claudeDir);
    const { code, said } = await turnstone('purge', gone, '--yes');
    expect(code).toBe(1);
    expect(said.remaining).toEqual([expect.stringContaining('history.jsonl: EACCES')]);
    const { said: list } = await turnstone('sessions', 'is:ghost');
    expect(JSON.stringify(list)).not.toContain(gone);
    reopen();
    await turnstone('index');
    const history = readFileSync(at('history.jsonl'), 'utf8');
    expect(wordsOf(gone).filter((word) => history.includes(word))).toEqual([]);
    expect(readdirSync(folders.claudeDir).filter((name) => name.endsWith('.turnstone'))).toEqual([]);
  });

  test('a folder that may not be listed is named by the plan', async () => {
    close(at('uploads', gone), 0o000);
    const { said } = await turnstone('purge', gone, '--dry-run');
    const plan = said['plan'] as { path: string; why?: string }[];
    expect(plan.find(({ path }) => path === at('uploads', gone))?.why).toContain('EACCES');
  });

  test('a trash that cannot be made: nothing is lost', async () => {
    writeFileSync(join(folders.base, 'xdg'), 'a file where the folder would be');
    const { code, said } = await turnstone('purge', stays, '--trash', '--yes');
    expect([code, said['done']]).toEqual([1, false]);
    expect(existsSync(at('projects', folder, `${stays}.jsonl`))).toBe(true);
    const history = readFileSync(at('history.jsonl'), 'utf8');
    expect(history).toContain(traces.said.get(stays)?.get('history'));
  });
});
