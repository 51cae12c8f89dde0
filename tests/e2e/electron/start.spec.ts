import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { repository } from '../../support/folders.ts';
import { locations, test as base } from './launch.ts';
import { said, windowOf } from './processes.ts';

/** `npm start`, in another environment. */
type Start = (env: NodeJS.ProcessEnv, ...args: string[]) => ChildProcess;

const test = base.extend<{ npmStart: Start }>({
  npmStart: async ({ folders }, use) => {
    const programs: ChildProcess[] = [];
    await use((env, ...args) => {
      const script = join(repository, 'build', 'start.mjs');
      const program = spawn(process.execPath, [script, ...locations(folders), ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      programs.push(program);
      return program;
    });
    for (const program of programs) if (program.exitCode === null) await interrupt(program);
  },
});

const served = /Turnstone is at (http:\/\/127\.0\.0\.1:\d+\/\?token=\S+)/;

async function interrupt(program: ChildProcess): Promise<unknown[]> {
  const exited = once(program, 'exit');
  program.kill('SIGINT');
  return exited;
}

test('npm start opens the window, and Ctrl-C closes it in order', async ({ electron, npmStart }) => {
  const program = npmStart({ ELECTRON_OVERRIDE_DIST_PATH: dirname(electron) });
  await expect(() => windowOf('Turnstone')).toPass();
  expect(await interrupt(program)).toEqual([0, null]);
});

test('npm start serves a browser where there is no display', async ({ npmStart }) => {
  const program = npmStart({ DISPLAY: '', WAYLAND_DISPLAY: '' }, '--no-open');
  const [reason, address] = await Promise.all([
    said(program.stderr, /^.*in the browser instead\.$/m),
    said(program.stdout, served),
  ]);
  expect(reason[0]).toBe('There is no display here. Turnstone opens in the browser instead.');
  expect((await fetch(address[1] ?? '', { redirect: 'manual' })).status).toBe(303);
  expect(await interrupt(program)).toEqual([0, null]);
});

test('npm start serves a browser where Electron cannot run, and says why', async ({ folders, npmStart }) => {
  const broken = join(folders.base, 'broken-electron');
  mkdirSync(broken);
  writeFileSync(
    join(broken, 'electron'),
    '#!/bin/sh\necho "electron: error while loading shared libraries: libx" >&2\nexit 127\n',
  );
  chmodSync(join(broken, 'electron'), 0o755);

  const program = npmStart({ ELECTRON_OVERRIDE_DIST_PATH: broken }, '--no-open');
  const reason = await said(program.stderr, /^.*in the browser instead\.$/m);
  expect(reason[0]).toContain('Electron cannot run here (electron: error while loading shared libraries: libx).');
  await said(program.stdout, served);
  expect(await interrupt(program)).toEqual([0, null]);
});

test('npm start serves a browser where no Electron can be had', async ({ folders, npmStart }) => {
  const program = npmStart({ ELECTRON_OVERRIDE_DIST_PATH: folders.base }, '--no-open');
  const reason = await said(program.stderr, /^.*in the browser instead\.$/m);
  expect(reason[0]).toContain(`There is no Electron in ${folders.base}.`);
  await said(program.stdout, served);
  expect(await interrupt(program)).toEqual([0, null]);
});
