// Small things that the scripts in this folder share.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));
export const fromRoot = (...parts) => join(projectRoot, ...parts);

/** Whether a script was started itself rather than imported. */
export const isMain = (meta) => process.argv[1] === fileURLToPath(meta.url);

const exitOf = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });

/** Runs a command in the project with our own terminal and resolves to its exit code. */
export function run(command, args, { env = {} } = {}) {
  const shell = process.platform === 'win32'; // npm and npx are scripts there
  const options = { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, ...env }, shell };
  return exitOf(spawn(command, args, options));
}

/**
 * Runs a program that wants to end in an orderly way. It gets a process group of its own, because the terminal and
 * npm would each send it Ctrl-C, and Electron takes the second one as an order to drop everything.
 */
export function runDetached(command, args, stdio = 'inherit') {
  const child = spawn(command, args, { stdio, detached: process.platform !== 'win32' });
  const exit = exitOf(child);
  const pass = (signal) => child.kill(signal);
  let asked = 0;
  const once = (signal) => {
    if (asked === 0) pass(signal);
    else if (Date.now() - asked > 1_000) pass('SIGKILL');
    asked ||= Date.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, once);
  return { child, exit };
}
