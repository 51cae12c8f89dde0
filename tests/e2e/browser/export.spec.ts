import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Browser, type Download, type Locator, type Page } from '@playwright/test';
import { barriers } from '../barriers.ts';
import { writeEverything } from '../../support/gallery/everything.ts';
import { writeHostile } from '../../support/gallery/hostile.ts';
import { plantedSecrets } from '../../support/planted-secrets.ts';
import { Script } from '../../support/script.ts';
import { fixtureFolders } from '../../support/folders.ts';
import { parts, test as base } from '../support.ts';

const secrets = plantedSecrets().slice(0, 2);

const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
  folders: async ({}, use) => {
    const folders = fixtureFolders();
    writeEverything(folders.claudeDir);
    writeHostile(folders.claudeDir);
    const script = new Script({ seed: 4 });
    script.prompt('Keep these');
    for (const { text } of secrets) script.answer(text);
    writeFileSync(join(folders.claudeDir, 'projects', '-home-dev-tide', `${script.session}.jsonl`), script.text);
    await use(folders);
    folders.remove();
  },
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Export / });

/** Opens a session and the dialog that exports it. */
async function exportSession(page: Page, title: RegExp): Promise<Locator> {
  const { sessions, title: heading } = parts(page);
  await sessions.getByRole('option', { name: title }).click();
  await expect(heading).toHaveText(title);
  await page.getByRole('button', { name: 'Session', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(/No secrets were found|will be/);
  return dialog;
}

async function downloadFrom(page: Page, dialog: Locator): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Export/ }).click();
  return downloading;
}

/** Opens a page from disk as whoever it was sent to would, and tells what it did but showing itself. */
async function fromDisk(browser: Browser, file: string): Promise<{ page: Page; trouble: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const trouble: string[] = [];
  const address = pathToFileURL(file).href;
  page.on('console', (message) => trouble.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== address && !request.url().startsWith('data:')) trouble.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, trouble };
}

for (const title of [
  /Fix the flaky tide test/,
  /Port the importer/,
  /Show me hostile text/,
  /One of everything/,
  /^Hostile/,
]) {
  test(`a page of “${title.source}” works from disk, asks for nothing and runs nothing`, async ({
    app: { page },
    browser,
    folders,
  }) => {
    const dialog = await exportSession(page, title);
    const download = await downloadFrom(page, dialog);
    await expect(dialog).toContainText('1 file downloaded');
    expect(download.suggestedFilename()).toMatch(/^2026-11-\d\d .*\.html$/);
    const file = join(folders.base, 'exported.html');
    await download.saveAs(file);

    const { page: exported, trouble } = await fromDisk(browser, file);
    await expect(exported.getByRole('heading', { level: 1 })).toHaveText(title);
    for (const link of await exported.getByRole('navigation').getByRole('link').all()) {
      await link.click();
      const id = decodeURIComponent(new URL(exported.url()).hash.slice(1));
      await expect(exported.locator(`[id="${id}"]`)).toBeInViewport();
    }
    await exported.getByLabel('Unfold everything').check();
    await expect(exported.locator('script')).toHaveCount(0);
    expect(await exported.title()).not.toBe('owned');
    expect(trouble).toEqual([]);
    expect(await barriers(exported)).toEqual([]);
    await exported.context().close();
  });
}

test('an exported page has both themes, and folds what is long', async ({ app: { page }, browser, folders }) => {
  const dialog = await exportSession(page, /One of everything/);
  const file = join(folders.base, 'exported.html');
  await (await downloadFrom(page, dialog)).saveAs(file);
  const { page: exported } = await fromDisk(browser, file);
  const ground = () => exported.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await exported.emulateMedia({ colorScheme: 'light' });
  const light = await ground();
  await exported.getByLabel('Dark').check();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await exported.getByLabel('As the system').check();
  expect(await ground()).toBe(light);
  await exported.emulateMedia({ colorScheme: 'dark' });
  expect(await ground()).toBe(dark);

  const output = exported.getByText('Sunday expected 4.2');
  await expect(output).toBeHidden();
  await exported.locator('summary', { hasText: 'npm test -- tide' }).click();
  await expect(output).toBeVisible();
  const width = await exported
    .locator('.answer')
    .first()
    .evaluate((answer) => answer.getBoundingClientRect().width);
  expect(width).toBeLessThanOrEqual(15 * 41);
  await exported.context().close();
});

test('the dialog says what it will hold, and that secrets are taken out', async ({ app: { page }, folders }) => {
  const dialog = await exportSession(page, /Keep these/);
  await expect(dialog.getByRole('status')).toHaveText(/1 session, 3 entries\s*2 secrets will be taken out\./);
  await dialog.getByLabel('Take secrets out').uncheck();
  await expect(dialog.getByRole('status')).toContainText('2 secrets will be in it.');
  await dialog.getByLabel('Take secrets out').check();
  await dialog.getByLabel('Markdown').check();
  const download = await downloadFrom(page, dialog);
  const file = join(folders.base, 'secrets.md');
  await download.saveAs(file);
  await expect(dialog).toContainText('1 file downloaded, 2 secrets taken out');
  const text = readFileSync(file, 'utf8');
  for (const { value } of secrets) expect(text).not.toContain(value);

  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
});

test('picked sessions come as a file each, which a purge will name', async ({ app: { page } }) => {
  const { sessions } = parts(page);
  await expect(sessions.getByRole('option').first()).toBeVisible();
  for (const name of [/Fix the flaky tide test/, /Port the importer/]) {
    await sessions.getByRole('option', { name }).click({ modifiers: ['ControlOrMeta'] });
  }
  await page.getByRole('button', { name: 'Export 2 sessions…' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('status')).toContainText('2 sessions');
  await dialog.getByLabel('JSON').check();
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await dialog.getByRole('button', { name: 'Export 2 files' }).click();
  await expect(dialog).toContainText('2 files downloaded');
  await expect
    .poll(() => names.sort())
    .toEqual(['2026-11-16 Fix the flaky tide test.json', '2026-11-17 Port the importer to streams.json']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog', { name: /^Purge/ })).toContainText(
    'It was exported through a browser as “2026-11-16 Fix the flaky tide test.json”',
  );
});

test('hits are exported from the search and from the palette', async ({ app: { page }, folders }) => {
  const { search, hits } = parts(page);
  await search.fill('chronometer');
  await expect(hits.getByRole('option').first()).toBeVisible();
  await page.getByRole('button', { name: 'Export hits…' }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('1 session, 1 entry');
  await dialog.getByLabel('Markdown').check();
  const file = join(folders.base, 'hits.md');
  await (await downloadFrom(page, dialog)).saveAs(file);
  expect(readFileSync(file, 'utf8')).toContain('The chronometer helper is unused.');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('export hits');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
});

test('the dialog keeps nobody out', async ({ app: { page } }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const dialog = await exportSession(page, /Fix the flaky tide test/);
    await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
