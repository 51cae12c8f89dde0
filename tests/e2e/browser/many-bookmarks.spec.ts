import { expect, type Page } from '@playwright/test';
import { fixtures } from '../../support/folders.ts';
import { test } from '../support.ts';

const many = 5_000;

/** A library of so many bookmarks on entries of one session, each with its number for a note. */
function libraryOf(amount: number): string {
  const bookmarks = Array.from({ length: amount }, (_, nth) => {
    const anchor = {
      uuid: null,
      block: 0,
      position: nth,
      line: nth + 1,
      kind: 'answer',
      role: 'assistant',
      time: null,
    };
    const where = { sessionId: fixtures.lighthouse, file: '', project: '', family: null, agent: null, scope: 'entry' };
    const place = { ...where, first: anchor, last: null, title: null, excerpt: null };
    return { place, note: `number ${nth}`, tags: [], created: nth, changed: nth };
  });
  return JSON.stringify({ turnstone: 'library', version: 1, bookmarks, tags: [], searches: [], collections: [] });
}

async function bring(page: Page, json: string): Promise<void> {
  await page.getByRole('link', { name: /^Bookmarks/ }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import library…' }).click();
  await (await choosing).setFiles({ name: 'many.json', mimeType: 'application/json', buffer: Buffer.from(json) });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
}

test('a long list is fetched where somebody looks', async ({ app: { page } }) => {
  await bring(page, libraryOf(many));
  const list = page.getByRole('listbox', { name: 'Bookmarks' });
  const option = (note: number) => list.getByRole('option').filter({ hasText: new RegExp(`number ${note}\\b`) });
  await option(many - 1).click();
  await expect(option(many - 1)).toHaveAttribute('aria-setsize', String(many));

  await page.keyboard.press('End');
  await expect(option(0)).toHaveAttribute('aria-selected', 'true');
  await expect(option(0)).toHaveAttribute('aria-posinset', String(many));
  await expect(option(0)).toBeInViewport();
  await expect(list).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(option(1)).toHaveAttribute('aria-selected', 'true');

  await list.evaluate((box) => (box.scrollTop = box.scrollHeight / 2 - box.clientHeight / 2));
  await expect(option(many / 2)).toBeInViewport();
  await option(many / 2).click();
  await page.keyboard.press('Delete');
  await expect(option(many / 2)).toHaveCount(0);
  await expect(option(many / 2 - 1)).toHaveAttribute('aria-selected', 'true');
  await expect(option(many / 2 - 1)).toHaveAttribute('aria-setsize', String(many - 1));

  await page.getByRole('textbox', { name: 'Filter bookmarks' }).fill('number 41');
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', '199');
  await page.getByRole('textbox', { name: 'Filter bookmarks' }).fill('');
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', String(many - 1));
  await page.getByRole('textbox', { name: 'Filter bookmarks' }).press('ArrowDown');
  await page.keyboard.press('Home');
  await expect(option(many - 1)).toHaveAttribute('aria-selected', 'true');
});
