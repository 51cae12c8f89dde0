import { execFile, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';

const exec = promisify(execFile);

/** Waits until a program has said what the pattern asks for. */
export function said(stream: Readable | null, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream?.setEncoding('utf8');
    stream?.on('data', (more: string) => {
      text += more;
      const match = pattern.exec(text);
      if (match) resolve(match);
    });
    stream?.once('end', () => reject(new Error(`It never said ${String(pattern)}, but:\n${text}`)));
  });
}

/** Fails while this display shows no window with that title, or of that process. */
export async function windowOf(owner: string | number): Promise<string> {
  const criterion = typeof owner === 'number' ? ['--pid', String(owner)] : ['--name', `^${owner}$`];
  const { stdout } = await exec('xdotool', ['search', '--onlyvisible', ...criterion]);
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** As a person at this display would, who has read a dialog: once more if it was too early. */
export async function dismissDialogOf(program: ChildProcess): Promise<void> {
  await expect(async () => {
    if (program.exitCode !== null) return;
    const window = await windowOf(program.pid ?? 0);
    await exec('xdotool', ['windowfocus', window, 'key', 'Return']);
    expect(program.exitCode).not.toBeNull();
  }).toPass({ intervals: [100, 200, 400] });
}
