import { expect } from '@playwright/test';
import { fixtures } from '../../support/folders.ts';
import { test } from './launch.ts';

test('opens a window that lists, finds and shows what the transcripts hold', async ({ running: { page } }, info) => {
  await expect(page).toHaveTitle('Turnstone');
  const sessions = page.getByRole('listbox', { name: 'Sessions' });
  await expect(sessions.getByRole('option').first()).toBeVisible();

  await page.getByRole('combobox', { name: 'Search everything' }).fill('tide');
  const hit = page.getByRole('option', { name: /tide/i }).first();
  await expect(hit).toBeVisible();
  await hit.click();
  await expect(page.getByRole('main', { name: 'Transcript' })).toContainText(/tide/i);
  await page.screenshot({ path: info.outputPath('app.png') });
});

test('keeps everything it writes in the data folder', async ({ running: { app }, folders: { dataDir } }) => {
  const paths = await app.evaluate(({ app }) =>
    (['userData', 'sessionData', 'crashDumps'] as const).map((name) => app.getPath(name)),
  );
  for (const path of paths) expect(path.startsWith(dataDir)).toBe(true);
});

test('carries the theme over to the native parts', async ({ running: { app, page } }) => {
  const themeSource = () => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource);
  expect(await themeSource()).toBe('system');
  await page.evaluate(() =>
    window.turnstone?.post({ t: 'call', id: 1_000_000, method: 'settings.set', input: { theme: 'dark' } }),
  );
  await expect.poll(themeSource).toBe('dark');
});

test('shows a session’s transcript in the file manager, and nothing else', async ({ running: { app, page } }) => {
  const shown = await app.evaluateHandle(({ shell }) => {
    const paths: string[] = [];
    shell.showItemInFolder = (path) => void paths.push(path);
    return paths;
  });
  const reveal = (session: string, file?: string) =>
    page.evaluate(
      ([id, input]) =>
        new Promise<string>((resolve) => {
          window.turnstone?.on((message) => {
            if ('id' in message && message.id === id) resolve(message.t === 'error' ? message.error.code : message.t);
          });
          window.turnstone?.post({ t: 'call', id, method: 'native.reveal', input });
        }),
      [Math.floor(Math.random() * 1e9), { session, ...(file ? { file } : {}) }] as const,
    );
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await reveal(fixtures.tide)).toBe('result');
  expect(await reveal(fixtures.tide, '/etc/passwd')).toBe('result');
  expect(await reveal('/etc/passwd')).toBe('not_found');
  const paths = await shown.jsonValue();
  expect(paths).toHaveLength(2);
  for (const path of paths) expect(path.endsWith(`${fixtures.tide}.jsonl`)).toBe(true);
});
