import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { shell } from 'electron';
import type { Client } from '../../shared/client.ts';
import type { NativeMethod } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Api } from '../../shared/server.ts';
import { exportNative } from './exporting.ts';

/**
 * What the desktop does for a session. The page names the session and the core says where it is, so that a transcript
 * cannot make the page open anything else; a file is only ever shown, never opened.
 */
export function nativeApi(ask: Client['call']): Api<NativeMethod> {
  const open = (session: string) => ask('sessions.open', { session });
  return {
    async 'native.reveal'({ session, file }) {
      const { session: found, files } = await open(session);
      const path = files.find((one) => one.file === file)?.file ?? found.file;
      if (!statSync(path, { throwIfNoEntry: false })) throw new AppError('not_found', `There is no ${path} any more.`);
      shell.showItemInFolder(path);
      return {};
    },
    async 'native.openFolder'({ session }) {
      const problem = await shell.openPath(folderOf((await open(session)).session.project));
      if (problem) throw new AppError('io', problem);
      return {};
    },
    async 'native.openTerminal'({ session }) {
      await openTerminal(folderOf((await open(session)).session.project));
      return {};
    },
    ...exportNative(ask),
  };
}

function folderOf(project: string): string {
  if (statSync(project, { throwIfNoEntry: false })?.isDirectory()) return project;
  throw new AppError('not_found', `There is no folder ${project} on this machine.`);
}

const terminals: Partial<Record<NodeJS.Platform, readonly (readonly string[])[]>> = {
  darwin: [['open', '-a', 'Terminal', '.']],
  win32: [
    ['wt.exe', '-d', '.'],
    ['cmd.exe', '/c', 'start', 'cmd.exe'],
  ],
  linux: [['x-terminal-emulator'], ['gnome-terminal'], ['konsole'], ['xfce4-terminal'], ['xterm']],
};

/** The first terminal there is, in that folder. */
async function openTerminal(cwd: string): Promise<void> {
  for (const [program = '', ...args] of terminals[process.platform] ?? []) {
    const child = spawn(program, args, { cwd, detached: true, stdio: 'ignore' });
    child.on('error', () => undefined);
    const started = await once(child, 'spawn').then(
      () => true,
      () => false,
    );
    if (!started) continue;
    return child.unref();
  }
  throw new AppError('unavailable', 'No terminal was found on this machine.');
}
