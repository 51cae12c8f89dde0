import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type ElectronApplication } from '@playwright/test';
import { test, type Command } from './launch.ts';
import { dismissDialogOf, said } from './processes.ts';

const windowBounds = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());

const textOnScreen = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText'),
  ) as Promise<string>;

const startAgain = ({ executable, args }: Command) =>
  spawn(executable, [...args], { stdio: ['ignore', 'ignore', 'pipe'] });

test('a second start shows the window of the first and ends', async ({ running: { app }, command }) => {
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await expect.poll(isVisible).toBe(true);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await expect.poll(isVisible).toBe(false);

  expect(await once(startAgain(command), 'exit')).toEqual([0, null]);

  await expect.poll(isVisible).toBe(true);
  expect(app.windows()).toHaveLength(1);
});

test('a page that crashes comes back and works', async ({ running: { app, page } }) => {
  const list = page.getByRole('listbox', { name: 'Sessions' });
  const title = await list.getByRole('option').first().innerText();

  await app.evaluate(async ({ webContents }) => {
    const [contents] = webContents.getAllWebContents();
    const back = new Promise((resolve) => contents?.once('did-finish-load', () => resolve(undefined)));
    contents?.forcefullyCrashRenderer();
    await back;
  });

  await expect.poll(() => textOnScreen(app)).toContain(title.split('\n')[0]);
});

test('the window comes back where it was left', async ({ start }) => {
  const left = { x: 60, y: 40, width: 1000, height: 650 };
  const first = await start();
  await first.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), left);
  await expect.poll(() => windowBounds(first.app)).toEqual(left);
  await first.app.close();

  expect(await windowBounds((await start()).app)).toEqual(left);
});

test('a window left on a screen that is gone opens on one that exists', async ({ start, folders: { dataDir } }) => {
  await keepState(dataDir, JSON.stringify({ x: 9_000, y: 9_000, width: 1000, height: 650, maximised: false }));
  const { app } = await start();
  const bounds = await windowBounds(app);
  expect(bounds).toMatchObject({ width: 1000, height: 650 });
  expect(bounds?.x).toBeLessThan(1_000);
});

test('a damaged note of where the window was is ignored', async ({ start, folders: { dataDir } }) => {
  await keepState(dataDir, '{"x": "left"');
  const { app } = await start();
  expect(await windowBounds(app)).toMatchObject({ width: 1280, height: 800 });
});

async function keepState(dataDir: string, content: string): Promise<void> {
  await mkdir(join(dataDir, 'window'), { recursive: true });
  await writeFile(join(dataDir, 'window', 'state.json'), content);
}

test('data of a newer version is refused in one sentence', async ({ command, folders: { dataDir } }) => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'library.db'), databaseOfSchema(9_999));

  const program = startAgain(command);
  const exited = once(program, 'exit');
  expect((await said(program.stderr, /^Turnstone: .*$/m))[0]).toContain('newer Turnstone');

  await dismissDialogOf(program); // which shows the same sentence
  expect(await exited).toEqual([1, null]);
});

/** As much of a SQLite file as tells its schema's version. */
function databaseOfSchema(version: number): Buffer {
  const header = Buffer.alloc(4096);
  header.write('SQLite format 3\0', 'latin1');
  header.writeUInt32BE(version, 60);
  return header;
}
