import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLive } from '../../../../electron/core/browse/live.ts';
import { emptyFolders, fixtures, type Folders } from '../../../support/folders.ts';

let folders: Folders;
let child: ChildProcess;
beforeEach(async () => {
  folders = emptyFolders();
  child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
});
afterEach(async () => {
  await end();
  folders.remove();
});

async function end(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const longAgo = () => Date.now() - 3_600_000;
const live = (sessionId: string, modified = longAgo()) =>
  isLive(sessionId, join(folders.claudeDir, 'projects', '-home-dev-x', `${sessionId}.jsonl`), modified);

/** What Claude Code notes of a running session. */
function note(fields: Record<string, unknown>, name = String(child.pid)): void {
  const dir = join(folders.claudeDir, 'sessions');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, `${name}.json`), JSON.stringify({ pid: child.pid, sessionId: fixtures.tide, ...fields }));
}

/** When a process began, as the system tells it: the 22nd field of its stat. */
function beganAt(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

const onLinux = process.platform === 'linux';

test('a session whose process runs is live, and no other', () => {
  note({});
  expect(live(fixtures.tide)).toBe(true);
  expect(live(fixtures.importer)).toBe(false);
});

test.runIf(onLinux)('a process that began when the note says is that process', () => {
  note({ procStart: beganAt(child.pid ?? 0) });
  expect(live(fixtures.tide)).toBe(true);
});

test.runIf(onLinux)('a process that began at another time has only got the number', () => {
  note({ procStart: '1' });
  expect(live(fixtures.tide)).toBe(false);
});

test('a process that has ended is not live, though its note is still there', async () => {
  note({});
  await end();
  expect(live(fixtures.tide)).toBe(false);
});

test('a transcript that was just written is live, whoever writes it', () => {
  expect(live(fixtures.tide, Date.now() - 1000)).toBe(true);
  expect(live(fixtures.tide, Date.now() - 10 * 60_000)).toBe(false);
});

test('notes that make no sense are passed over', () => {
  note({ pid: -1 }, 'negative');
  note({ pid: 'one' }, 'text');
  note({ sessionId: null }, 'nobody');
  writeFileSync(join(folders.claudeDir, 'sessions', 'broken.json'), '{"pid":');
  writeFileSync(join(folders.claudeDir, 'sessions', `${child.pid}.key`), 'secret');
  expect(live(fixtures.tide)).toBe(false);
});
