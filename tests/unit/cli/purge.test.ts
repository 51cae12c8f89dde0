import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { choiceOf } from '../../../electron/cli/purge-choice.ts';
import { emptyFolders, program, type Folders } from '../../support/folders.ts';
import { folder, ghost, gone, stays, writeTraces } from '../../support/traces.ts';

let folders: Folders;
beforeEach(() => {
  folders = emptyFolders();
  writeTraces(folders.claudeDir, join(folders.base, 'tmp', `claude-${process.getuid?.() ?? 0}`));
});
afterEach(() => folders.remove());

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function turnstone(...args: string[]): Promise<Run> {
  const places = ['--claude-dir', folders.claudeDir, '--data-dir', folders.dataDir];
  const env = { ...process.env, TMPDIR: join(folders.base, 'tmp'), XDG_DATA_HOME: join(folders.base, 'xdg') };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args, ...places], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out } = await turnstone(...args, '--json');
  return { code, ...(JSON.parse(out) as Record<string, unknown>) };
}
const transcript = () => join(folders.claudeDir, 'projects', folder, `${gone}.jsonl`);
const place = {
  path: expect.any(String) as string,
  what: expect.any(String) as string,
  bytes: expect.any(Number) as number,
};

describe('turnstone purge', () => {
  test('shows what it would do, does it when told to, and keeps the receipt', async () => {
    const plan = await json('purge', gone.slice(0, 8), '--dry-run');
    expect(plan).toMatchObject({ code: 0, done: false, verified: false, remaining: [], refused: [] });
    expect(plan['sessions']).toEqual([expect.objectContaining({ sessionId: gone })]);
    expect(plan['plan']).toContainEqual({ ...place, path: transcript(), what: 'transcript', action: 'delete' });
    expect(existsSync(transcript())).toBe(true);

    const unasked = await json('purge', gone);
    expect(unasked).toMatchObject({ code: 3, done: false });
    expect(existsSync(transcript())).toBe(true);

    const done = await json('purge', gone, '--yes');
    expect(done).toMatchObject({ code: 0, done: true, verified: true, remaining: [] });
    expect(existsSync(transcript())).toBe(false);
    expect((await json('purge', '--receipts'))['receipts']).toMatchObject([{ verb: 'purge', sessions: [gone] }]);
  });

  test('moves to the trash and back', async () => {
    const done = await json('purge', gone, '--trash', '--yes');
    expect(done).toMatchObject({ code: 0, verb: 'trash', done: true, verified: true, restorable: true });
    expect((await json('sessions'))['total']).toBe(1);
    expect(await json('purge', '--restore', String(done['receipt']))).toMatchObject({ code: 0, remaining: [] });
    expect(existsSync(transcript())).toBe(true);
    expect((await json('sessions'))['total']).toBe(2);
  });

  test('refuses a live session by name, with nothing done to any', async () => {
    writeFileSync(join(folders.claudeDir, 'sessions', '1.json'), JSON.stringify({ pid: process.pid, sessionId: gone }));
    const { code, out, err } = await turnstone('purge', gone, stays, '--yes', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ done: false, refused: [{ session: gone, reason: 'live' }] });
    expect(err).toContain('Claude Code is at work in it');
    expect(existsSync(transcript())).toBe(true);
    // Not named, it is passed over.
    expect(await json('purge', '--older-than', '1d', '--yes')).toMatchObject({ code: 0, done: true });
    expect(existsSync(transcript())).toBe(true);
  });

  test('refuses an id that is a path', async () => {
    expect(await json('purge', '../x', '--yes')).toMatchObject({
      code: 3,
      refused: [{ reason: 'bad-id' }],
      done: false,
    });
  });

  test('takes conditions together, and does nothing where none fits', async () => {
    expect(await json('purge', '--older-than', '99y', '--yes')).toMatchObject({ code: 0, sessions: [], done: true });
    const plan = await json('purge', '--query', 'kiln', '--project', '/home/dev', '--older-than', '1d', '--dry-run');
    expect((plan['sessions'] as { sessionId: string }[]).map(({ sessionId }) => sessionId).toSorted()).toEqual([
      gone,
      stays,
    ]);
    const larger = await json('purge', '--larger-than', '1kB', '--dry-run');
    expect((larger['sessions'] as unknown[]).length).toBe(2);
    const named = await json('purge', ghost, '--larger-than', '10GB', '--dry-run');
    expect(named['sessions']).toEqual([expect.objectContaining({ sessionId: ghost })]);
  });

  test('prints for people what it found, what it cannot reach and what it did', async () => {
    const { out, code } = await turnstone('purge', gone, '--yes');
    expect(code).toBe(0);
    for (const words of [
      'delete  transcript',
      'rewrite history',
      'keep    paste',
      'Rotate any secret',
      'verified absent',
    ]) {
      expect(out).toContain(words);
    }
    expect((await turnstone('purge', '--receipts')).out).toMatch(/purge {2}1 session {2}verified/);
  });

  test('says in one sentence what it did not understand', async () => {
    for (const [args, words] of [
      [['purge'], 'Say which sessions'],
      [['purge', '--older-than', 'soon'], '--older-than takes an age'],
      [['purge', '--larger-than', 'much'], '--larger-than takes a size'],
      [['purge', '--restore', 'x'], '--restore takes a whole number'],
    ] as const) {
      const { code, err } = await turnstone(...args);
      expect(code).toBe(2);
      expect(err).toContain(words);
      expect(err.trim().split('\n')).toHaveLength(1);
    }
  });
});

test('ages and sizes are read as people write them', () => {
  const read = (options: Record<string, string>) => choiceOf({ args: [], options });
  expect(Math.round(read({ 'older-than': '2w' }).olderThanDays ?? 0)).toBe(14);
  expect(Math.round(read({ 'older-than': '90' }).olderThanDays ?? 0)).toBe(90);
  expect(read({ 'larger-than': '1.5MB' }).largerThanBytes).toBe(1_500_000);
  expect(read({ 'larger-than': '300' }).largerThanBytes).toBe(300);
  expect(read({ project: 'C:\\Work' }).project).toBe('C:\\Work');
  expect(read({ project: 'work' }).project).toBe(join(process.cwd(), 'work'));
});
