import { expect, type Page } from '@playwright/test';
import { barriers } from '../barriers.ts';
import { parts, test } from '../support.ts';

/** Each view, and how to get there. */
const views: Record<string, (page: Page) => Promise<void>> = {
  'the list': async (page) => expect(parts(page).sessions.getByRole('option').first()).toBeVisible(),
  'a transcript, unfolded': async (page) => {
    const { sessions, entries } = parts(page);
    await sessions.getByRole('option', { name: /Fix the flaky tide test/ }).click();
    await expect(entries).toContainText('Sundays');
    const folded = entries.getByRole('button', { expanded: false });
    for (let left = 12; left > 0 && (await folded.count()) > 0; left -= 1) await folded.first().click();
  },
  'search results': async (page) => {
    await parts(page).search.fill('tide');
    await expect(parts(page).hits.getByRole('option').first()).toBeVisible();
  },
  'nothing found': async (page) => {
    await parts(page).search.fill('xyzzyplugh');
    await expect(page.getByText('Nothing found')).toBeVisible();
  },
  'the palette': async (page) => {
    await expect(parts(page).sessions).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'the keyboard map': async (page) => {
    await expect(parts(page).sessions).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  },
  'the settings': async (page) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  },
  storage: async (page) => {
    await page.getByRole('link', { name: /^Storage/ }).click();
    await expect(page.getByRole('list', { name: /by kind/ }).first()).toContainText('Transcripts');
    await expect(page.getByRole('button', { name: 'Add a rule…' })).toBeVisible();
  },
  'a rule': async (page) => {
    await page.getByRole('link', { name: /^Storage/ }).click();
    await page.getByRole('button', { name: 'Add a rule…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'no secrets': async (page) => {
    await page.getByRole('link', { name: /^Secrets/ }).click();
    // The scan begins by itself once the index has come to rest.
    await expect(page.getByText('No secrets found')).toBeVisible({ timeout: 20_000 });
  },
  diagnostics: async (page) => {
    await parts(page).status.getByRole('button', { name: '2 bad lines' }).click();
    await expect(page.getByRole('dialog', { name: 'Diagnostics' })).toContainText('sound');
  },
};

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, open] of Object.entries(views)) {
    test(`${name} keeps nobody out, ${colorScheme}`, async ({ app: { page } }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(page);
      expect(await barriers(page)).toEqual([]);
    });
  }
}
