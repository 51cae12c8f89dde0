import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fixtures } from '../../support/folders.ts';
import { test, type Running } from './launch.ts';

/** Asks the app what its own page would ask. */
function ask(page: Page, method: string, input: object): Promise<{ output?: unknown; error?: { code: string } }> {
  return page.evaluate(
    ([id, method, input]) =>
      new Promise((resolve) => {
        window.turnstone?.on((message) => {
          if (!('id' in message) || message.id !== id) return;
          if (message.t === 'error') resolve({ error: { code: message.error.code } });
          if (message.t === 'result') resolve({ output: message.output });
        });
        window.turnstone?.post({ t: 'call', id, method, input });
      }),
    [Math.floor(Math.random() * 1e9), method, input] as const,
  );
}

/** Answers the system's dialogs, which no test can click. */
async function answerDialogs({ app }: Running, answer: { file?: string; folder?: string }): Promise<void> {
  await app.evaluate(({ dialog }, { file, folder }) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: file === undefined, filePath: file ?? '' });
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled: folder === undefined, filePaths: folder === undefined ? [] : [folder] });
  }, answer);
}

const sessions = (...ids: string[]) => ({ what: 'sessions', sessions: ids });

test('writes a session to where the person says, and shows that file and no other', async ({ running, folders }) => {
  const { app, page } = running;
  await expect(page.getByRole('option').first()).toBeVisible();
  const file = join(folders.base, 'tide.md');
  await answerDialogs(running, { file });
  const { output } = await ask(page, 'native.export', { subject: sessions(fixtures.tide), format: 'md' });
  expect(output).toEqual({ files: [file], redacted: 0 });
  expect(readFileSync(file, 'utf8')).toContain('# Fix the flaky tide test');

  const shown = await app.evaluateHandle(({ shell }) => {
    const paths: string[] = [];
    shell.showItemInFolder = (path) => void paths.push(path);
    return paths;
  });
  expect((await ask(page, 'native.revealExport', { path: file })).error).toBeUndefined();
  expect((await ask(page, 'native.revealExport', { path: '/etc/passwd' })).error?.code).toBe('not_found');
  expect(await shown.jsonValue()).toEqual([file]);
});

test('prints a page as PDF, in a window without scripts that is gone afterwards', async ({ running, folders }) => {
  const { app, page } = running;
  await expect(page.getByRole('option').first()).toBeVisible();
  const file = join(folders.base, 'hostile.pdf');
  await answerDialogs(running, { file });
  const windows = await app.evaluateHandle(({ app }) => {
    const seen: { scripts: boolean | undefined; preload: string | undefined; visible: boolean }[] = [];
    app.on('browser-window-created', (_event, window) => {
      const { javascript, preload } = (
        window.webContents as unknown as { getLastWebPreferences(): { javascript?: boolean; preload?: string } }
      ).getLastWebPreferences();
      seen.push({ scripts: javascript, preload, visible: window.isVisible() });
    });
    return seen;
  });
  const { output } = await ask(page, 'native.export', {
    subject: sessions(fixtures.hostile),
    format: 'html',
    pdf: true,
  });
  expect(output).toEqual({ files: [file], redacted: 0 });
  const pdf = readFileSync(file);
  expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(pdf.subarray(-8).toString('latin1')).toContain('%%EOF');
  expect(await windows.jsonValue()).toEqual([{ scripts: false, visible: false }]);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(readdirSync(folders.base).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('writes several into a folder, beside what is there', async ({ running, folders }) => {
  const { page } = running;
  await expect(page.getByRole('option').first()).toBeVisible();
  const folder = join(folders.base, 'exports');
  mkdirSync(folder);
  await answerDialogs(running, { folder });
  const job = { subject: sessions(fixtures.tide, fixtures.importer), format: 'json' };
  const { output } = await ask(page, 'native.export', job);
  const { files } = output as { files: string[] };
  expect(files).toHaveLength(2);
  for (const file of files) expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('turnstone');
  writeFileSync(files[0] ?? '', 'mine');
  await ask(page, 'native.export', job);
  expect(readdirSync(folder)).toHaveLength(4);
  expect(readFileSync(files[0] ?? '', 'utf8')).toBe('mine');
});

test('writes nothing when the person changes their mind', async ({ running, folders }) => {
  const { page } = running;
  await expect(page.getByRole('option').first()).toBeVisible();
  await answerDialogs(running, {});
  const { output } = await ask(page, 'native.export', { subject: sessions(fixtures.tide), format: 'md' });
  expect(output).toEqual({ files: null, redacted: 0 });
  expect(existsSync(join(folders.base, 'tide.md'))).toBe(false);
});

test('writes the library to where the person says, and shows that file', async ({ running, folders }) => {
  const { page } = running;
  await expect(page.getByRole('option').first()).toBeVisible();
  await ask(page, 'bookmarks.add', { spot: { session: fixtures.tide }, note: 'kept' });
  await answerDialogs(running, {});
  expect((await ask(page, 'native.saveLibrary', {})).output).toEqual({ file: null });
  const file = join(folders.base, 'library.json');
  await answerDialogs(running, { file });
  expect((await ask(page, 'native.saveLibrary', {})).output).toEqual({ file });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ turnstone: 'library', bookmarks: [{ note: 'kept' }] });
  const shown = await running.app.evaluateHandle(({ shell }) => {
    const paths: string[] = [];
    shell.showItemInFolder = (path) => void paths.push(path);
    return paths;
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Back up library…' }).click();
  await expect(page.getByText(`Library backed up to ${file}`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => shown.jsonValue()).toEqual([file]);
});
