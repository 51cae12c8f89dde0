import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { repository } from '../../support/folders.ts';
import { test } from '../electron/launch.ts';
import { parts } from '../support.ts';

const picture = (name: string) => join(repository, 'docs', 'pictures', `${name}.png`);

async function choose(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: theme }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}

for (const theme of ['Light', 'Dark']) {
  test(`the window, ${theme.toLowerCase()}`, async ({ running: { page } }) => {
    const name = theme.toLowerCase();
    const { sessions, search, hits, title, status } = parts(page);
    await choose(page, theme);
    await expect(status).toContainText('Up to date');
    await sessions.getByRole('option', { name: /Fix the flaky tide test/ }).click();
    await expect(title).toHaveText('Fix the flaky tide test');
    await page.screenshot({ path: picture(`window-${name}`) });
    await search.fill('tide');
    await expect(hits.getByRole('option').first()).toBeVisible();
    await hits.getByRole('option').first().click();
    await page.screenshot({ path: picture(`search-${name}`) });
  });
}

test('what a purge would take', async ({ running: { page } }) => {
  const { sessions, status, title } = parts(page);
  await choose(page, 'Light');
  await expect(status).toContainText('Up to date');
  await sessions.getByRole('option', { name: /Fix the flaky tide test/ }).click();
  await expect(title).toHaveText('Fix the flaky tide test');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Purge this session');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Purge 1 session, .*…$/ })).toBeEnabled();
  await page.screenshot({ path: picture('purge-light') });
});
