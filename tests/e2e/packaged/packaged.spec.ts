import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { repository } from '../../support/folders.ts';
import { locations, sandboxFlags, test as base } from '../electron/launch.ts';

const unpacked = {
  linux: 'linux-unpacked/turnstone',
  win32: 'win-unpacked/Turnstone.exe',
  darwin: `mac${process.arch === 'arm64' ? '-arm64' : ''}/Turnstone.app/Contents/MacOS/Turnstone`,
}[process.platform as 'linux' | 'win32' | 'darwin'];
const executable = join(repository, 'dist', unpacked);

const test = base.extend({
  command: async ({ folders }, use) => use({ executable, args: [...sandboxFlags, ...locations(folders)] }),
});

test('the packaged app opens and lists the sessions', async ({ running: { app, page } }, info) => {
  expect(await app.evaluate(({ app }) => app.isPackaged)).toBe(true);
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string };
  expect(await app.evaluate(({ app }) => app.getVersion())).toBe(version);
  await expect(page.getByRole('option', { name: /tide/i }).first()).toBeVisible();
  await page.screenshot({ path: info.outputPath('packaged.png') });
});

test('the native module lives outside the archive, for this platform only', async ({ running: { app } }) => {
  const resources = await app.evaluate(() => process.resourcesPath);
  const native = join('node_modules', 'better-sqlite3', 'prebuilds');
  expect(existsSync(join(resources, 'app.asar'))).toBe(true);
  const kept = join(resources, 'app.asar.unpacked', native);
  expect(existsSync(join(kept, `${process.platform}-${process.arch}.node`))).toBe(true);
  const foreign = process.platform === 'win32' ? 'linux-x64.node' : 'win32-x64.node';
  expect(existsSync(join(kept, foreign))).toBe(false);
});
