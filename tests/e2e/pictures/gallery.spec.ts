import { join } from 'node:path';
import { expect } from '@playwright/test';
import { repository } from '../../support/folders.ts';
import { everythingId } from '../../support/gallery/everything.ts';
import { galleryFolders } from '../../support/gallery/gallery.ts';
import { parts, test as base } from '../support.ts';

const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
  folders: async ({}, use) => {
    const folders = galleryFolders();
    await use(folders);
    folders.remove();
  },
});

test.use({ viewport: { width: 1100, height: 2400 } });
const mostPages = 12;

/** Every kind of record and every tool, unfolded, page by page. */
for (const colorScheme of ['light', 'dark'] as const) {
  test(`the gallery, ${colorScheme}`, async ({ app: { page } }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { entries, title } = parts(page);
    await page.evaluate((ref) => (location.hash = `#/all?session=${ref}`), everythingId);
    await expect(title).toBeVisible();
    const folded = entries.getByRole('button', { expanded: false });
    for (let number = 1; number <= mostPages; number += 1) {
      for (let lines = 80; lines > 0 && (await folded.count()) > 0; lines -= 1) {
        await folded.first().click({ timeout: 2_000 });
      }
      const path = join(repository, 'docs', 'pictures', 'gallery', `${colorScheme}-${number}.jpg`);
      await page.screenshot({ path, type: 'jpeg', quality: 60 });
      const ended = await entries.evaluate((element) => {
        const before = element.scrollTop;
        element.scrollBy(0, element.clientHeight - 80);
        return element.scrollTop === before;
      });
      if (ended) return;
    }
  });
}
