import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { fixtures } from '../../support/folders.ts';
import { parts, test } from '../support.ts';

const dialogIn = (page: Page) => page.getByRole('dialog', { name: 'Import library' });
const found = (page: Page) => dialogIn(page).getByRole('status', { name: 'What it holds' });
const toast = (page: Page) => page.getByRole('status').filter({ hasText: /added|backed up|Undone/ });
const bookmarks = (page: Page, n: number) =>
  expect(page.getByRole('link', { name: /^Bookmarks/ })).toHaveAccessibleName(
    `Bookmarks, ${n} bookmark${n === 1 ? '' : 's'}`,
  );

async function settings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings' }).click();
  return page.getByRole('dialog', { name: 'Settings' });
}

/** Hands a file to the button as a person would choose it. */
async function choose(page: Page, button: Locator, text: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button.focus();
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles({ name: 'library.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

/** Bookmarks a session, or takes its bookmark away. */
async function toggle(page: Page, name: RegExp): Promise<void> {
  await parts(page).sessions.getByRole('option', { name }).click();
  await page.keyboard.press('b');
}

test('the library goes into a file and comes back out of it, once', async ({ app: { page } }) => {
  await toggle(page, /Fix the flaky tide test/);
  await toggle(page, /Port the importer/);
  await bookmarks(page, 2);
  const inSettings = await settings(page);
  await expect(inSettings).toContainText('A copy is made once a day where something changed');
  const downloading = page.waitForEvent('download');
  await inSettings.getByRole('button', { name: 'Back up library…' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^turnstone-library-\d{4}-\d\d-\d\d\.json$/);
  await expect(page.getByText(`Library backed up as ${download.suggestedFilename()}`).first()).toBeVisible();
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain(fixtures.tide);

  await choose(page, (await settings(page)).getByRole('button', { name: 'Import library…' }), text);
  await expect(found(page)).toContainText('2 bookmarks');
  await expect(found(page)).toContainText('Everything in it is here already.');
  await page.keyboard.press('Escape');
  await expect(dialogIn(page)).toHaveCount(0);

  await toggle(page, /Port the importer/);
  await bookmarks(page, 1);
  await choose(page, (await settings(page)).getByRole('button', { name: 'Import library…' }), text);
  await expect(found(page)).toContainText('1 to add, 1 is here already');
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([]);
  await dialogIn(page).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(toast(page).first()).toContainText('1 bookmark added');
  await bookmarks(page, 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await bookmarks(page, 1);
});

test('a file that is no library is refused in a sentence, and another can be chosen', async ({ app: { page } }) => {
  await page.getByRole('link', { name: /^Bookmarks/ }).click();
  const offer = page.getByRole('button', { name: 'Import library…' });
  for (const [text, sentence] of [
    ['not json', 'This is no JSON, so no library that Turnstone has exported.'],
    ['{"a":1}', 'This is no library that Turnstone has exported.'],
    ['{"turnstone":"library","version":9}', 'This library was exported by a newer Turnstone.'],
    ['{"turnstone":"library","version":1}', 'This library is damaged'],
  ] as const) {
    await choose(page, offer, text);
    await expect(found(page)).toContainText(sentence);
    await expect(dialogIn(page).getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
  await choose(page, offer, 'not json');
  const empty = { turnstone: 'library', version: 1, bookmarks: [], tags: [], searches: [], collections: [] };
  await choose(page, dialogIn(page).getByRole('button', { name: 'Choose another file…' }), JSON.stringify(empty));
  await expect(found(page)).toContainText('Nothing is kept in it.');
});
