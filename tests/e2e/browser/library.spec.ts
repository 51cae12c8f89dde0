import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { fixtures } from '../../support/folders.ts';
import { barriers } from '../barriers.ts';
import { parts, test } from '../support.ts';

const kept = (page: Page) => ({
  bookmarks: page.getByRole('listbox', { name: 'Bookmarks' }),
  link: page.getByRole('link', { name: /^Bookmarks/ }),
  editor: page.getByRole('dialog', { name: 'Bookmark' }),
  collection: page.getByRole('listbox', { name: /^Collection/ }),
  tags: page.getByRole('list', { name: 'Tags' }),
  dialog: page.getByRole('dialog'),
  marks: parts(page).entries.getByRole('button', { name: /^Bookmarked/ }),
  notice: (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }),
});

async function openTide(page: Page): Promise<void> {
  const { sessions, title, entries } = parts(page);
  await sessions.getByRole('option', { name: /Fix the flaky tide test/ }).click();
  await expect(title).toHaveText('Fix the flaky tide test');
  await expect(entries).toContainText('The harbour clock is now read');
}

/** Bookmarks the message that says this, as a reader would: a click, then the key. */
async function bookmark(page: Page, text: string): Promise<void> {
  await parts(page).entries.getByText(text).click();
  await page.keyboard.press('b');
}

/** Gives the current message a note and tags. */
async function annotate(page: Page, words: string, ...tags: string[]): Promise<void> {
  const { editor } = kept(page);
  await page.keyboard.press('Shift+B');
  await editor.getByRole('textbox', { name: 'Note' }).fill(words);
  const field = editor.getByRole('combobox', { name: 'Add a tag' });
  for (const tag of tags) {
    await field.fill(tag);
    await field.press('Enter');
  }
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(editor).toHaveCount(0);
}

test('one key bookmarks the message, shows it everywhere, and takes it back', async ({ app: { page } }) => {
  const { sessions } = parts(page);
  const { link, marks, notice } = kept(page);
  await openTide(page);
  await bookmark(page, 'treats it as missing');
  await expect(marks).toHaveCount(1);
  await expect(link).toHaveAccessibleName('Bookmarks, 1 bookmark');
  const row = sessions.getByRole('option', { name: /Fix the flaky tide test/ });
  await expect(row).toContainText('bookmarked');
  await page.reload();
  await expect(marks).toHaveCount(1);
  await expect(row).toContainText('bookmarked');
  await bookmark(page, 'treats it as missing');
  await expect(marks).toHaveCount(0);
  await expect(notice('Bookmark removed')).toBeVisible();
  await expect(link).toHaveAccessibleName('Bookmarks, 0 bookmarks');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(marks).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(marks).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(marks).toHaveCount(1);
});

test('with the focus in the list, the key bookmarks the session', async ({ app: { page } }) => {
  const { sessions, title } = parts(page);
  const button = page.getByRole('button', { name: 'Bookmark the session' });
  await sessions.getByRole('option', { name: /Port the importer/ }).click();
  await expect(title).toHaveText('Port the importer to streams');
  await page.keyboard.press('b');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('a note and tags are written, found, filtered and edited', async ({ app: { page } }) => {
  const { entries, transcript } = parts(page);
  const { bookmarks, link, editor } = kept(page);
  await openTide(page);
  await entries.getByText('treats it as missing').click();
  await annotate(page, 'Zero is falsy, again', 'later', 'ask');
  await bookmark(page, 'Fix the clock as well');
  await expect(link).toHaveAccessibleName('Bookmarks, 2 bookmarks');
  await expect(entries.getByRole('button', { name: /Zero is falsy, again: ask, later/ })).toBeVisible();

  await link.click();
  const option = bookmarks.getByRole('option');
  await expect(option).toHaveCount(2);
  const filter = page.getByRole('textbox', { name: 'Filter bookmarks' });
  await filter.fill('FALSY');
  await expect(option).toHaveCount(1);
  await expect(option).toContainText(['Zero is falsy, again']);
  await filter.fill('nothing of the kind');
  await expect(page.getByText('No bookmarks here')).toBeVisible();
  await filter.fill('');
  await expect(option).toHaveCount(2);
  await page.getByRole('group', { name: 'Only bookmarks tagged' }).getByRole('button', { name: 'later' }).click();
  await expect(option).toHaveCount(1);
  await expect(page).toHaveURL(/bookmarks\?tag=later/);

  await option.click();
  await expect(transcript.locator('.flash')).toContainText('treats it as missing');
  await bookmarks.focus();
  await page.keyboard.press('e');
  await editor.getByRole('button', { name: 'Remove the tag ask' }).click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(option).not.toContainText('ask');
  await expect(bookmarks).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByText('No bookmarks here')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(option).toHaveCount(1);
});

test('Escape leaves the editor without a trace, a click elsewhere keeps what was written', async ({
  app: { page },
}) => {
  const { entries } = parts(page);
  const { editor, link, marks } = kept(page);
  await openTide(page);
  await entries.getByText('treats it as missing').click();
  await page.keyboard.press('Shift+B');
  await editor.getByRole('textbox', { name: 'Note' }).fill('Not meant');
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(entries).toBeFocused();
  await expect(link).toHaveAccessibleName('Bookmarks, 0 bookmarks');
  await page.keyboard.press('Shift+B');
  await expect(editor.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await editor.getByRole('textbox', { name: 'Note' }).fill('Meant');
  await page.getByRole('contentinfo').click({ position: { x: 400, y: 12 } });
  await expect(marks).toHaveAccessibleName('Bookmarked: Meant');
});

test('several messages are bookmarked together, by a click and a Shift-click or by their text', async ({
  app: { page },
}) => {
  const { entries } = parts(page);
  const { marks, link, bookmarks } = kept(page);
  await openTide(page);
  await entries.getByText('I will read the module').click();
  await entries.getByText('treats it as missing').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Chosen messages' });
  await expect(bar).toContainText('5 lines');
  await bar.getByRole('button', { name: 'Bookmark selection' }).click();
  await expect(bar).toHaveCount(0);
  await expect(marks).toHaveCount(1);

  await entries.getByText('Fix the clock as well').selectText();
  await expect(bar).toHaveCount(0);
  await page.evaluate(() => {
    const rows = [...document.querySelectorAll('#transcript [data-row]')];
    const words = (text: string) => rows.find((row) => row.textContent.includes(text));
    const [from, to] = [words('Fix the clock as well'), words('The harbour clock')];
    if (from && to) getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length);
  });
  await expect(bar).toBeVisible();
  await entries.focus();
  await page.keyboard.press('b');
  await expect(marks).toHaveCount(2);

  await link.click();
  await page.getByRole('group', { name: 'Only bookmarks of' }).getByRole('button', { name: 'Selections' }).click();
  await expect(bookmarks.getByRole('option')).toHaveCount(2);
  await page.getByRole('group', { name: 'Only bookmarks of' }).getByRole('button', { name: 'Messages' }).click();
  await expect(page.getByText('No bookmarks here')).toBeVisible();
});

test('the menu of a message bookmarks it, and the panel lists what is bookmarked', async ({ app: { page } }) => {
  const { entries } = parts(page);
  const { marks, editor } = kept(page);
  await openTide(page);
  const message = entries.locator('[data-row]').filter({ hasText: 'treats it as missing' });
  await message.hover();
  await message.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Bookmark' }).click();
  await expect(marks).toHaveCount(1);
  await message.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit note and tags…' }).click();
  await editor.getByRole('textbox', { name: 'Note' }).fill('Noted by menu');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(marks).toHaveAccessibleName('Bookmarked: Noted by menu');
  await page.getByRole('button', { name: 'Outline and facts' }).click();
  const panel = page.getByRole('complementary', { name: 'Outline and facts' });
  await panel.getByRole('button', { name: /^Bookmarks/ }).click();
  await panel.getByRole('link', { name: 'Noted by menu' }).click();
  await expect(page).toHaveURL(/at=\d+/);
});

test('tags are coloured, renamed, merged after a word of warning, and removed', async ({ app: { page } }) => {
  const { entries } = parts(page);
  const { tags, dialog, link } = kept(page);
  await openTide(page);
  await entries.getByText('treats it as missing').click();
  await annotate(page, '', 'later', 'ask');
  await expect(tags.getByRole('link')).toHaveCount(2);

  const menu = (name: string) => page.getByRole('button', { name: `Actions for ${name}` });
  await menu('later').click();
  await page.getByRole('menuitemradio', { name: 'Violet' }).click();
  await expect(kept(page).notice('“later” is now violet')).toBeVisible();
  await menu('later').click();
  await expect(page.getByRole('menuitemradio', { name: 'Violet' })).toBeChecked();
  await page.getByRole('menuitem', { name: 'Rename or merge…' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('soon');
  await page.keyboard.press('Enter');
  await expect(tags.getByRole('link', { name: 'soon, 1 bookmark' })).toBeVisible();

  await menu('soon').click();
  await page.getByRole('menuitem', { name: 'Rename or merge…' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('ask');
  await expect(dialog.getByRole('status')).toContainText('the two will become one');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(tags.getByRole('link')).toHaveCount(1);
  await tags.getByRole('link', { name: 'ask, 1 bookmark' }).click();
  await expect(kept(page).bookmarks.getByRole('option')).toHaveCount(1);
  await menu('ask').click();
  await page.getByRole('menuitem', { name: 'Remove the tag' }).click();
  await expect(tags).toHaveCount(0);
  await expect(link).toHaveAttribute('aria-current', 'page');
});

test('a search is saved, counts what it finds as that grows, and is in the palette', async ({
  app: { page },
  folders,
}) => {
  const { search, hits } = parts(page);
  await search.fill('lanternfish');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: 'Save this search' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Deep sea');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('list', { name: 'Saved searches' });
  await expect(saved.getByRole('link')).toHaveAccessibleName('Deep sea');
  await page.getByRole('button', { name: 'Actions for Deep sea' }).click();
  await page.getByRole('menuitem', { name: 'Show how many it finds' }).click();
  await expect(saved.getByRole('link')).toHaveAccessibleName('Deep sea, 0 hits');
  await search.fill('');

  const record = {
    type: 'user',
    uuid: 'aaaaaaaa-0000-4000-8000-000000000001',
    sessionId: fixtures.importer,
    cwd: '/home/dev/importer',
    timestamp: '2026-11-17T09:30:00.000Z',
    message: { role: 'user', content: 'A lanternfish' },
  };
  const file = join(folders.claudeDir, 'projects', '-home-dev-importer', `${fixtures.importer}.jsonl`);
  appendFileSync(file, `${JSON.stringify(record)}\n`);
  await expect(saved.getByRole('link')).toHaveAccessibleName('Deep sea, 1 hit', { timeout: 30_000 });

  await page.reload();
  await expect(saved.getByRole('link')).toHaveAccessibleName('Deep sea, 1 hit');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('deep');
  await page.getByRole('option', { name: 'Deep sea' }).click();
  await expect(hits.getByRole('option', { name: /lanternfish/ })).toBeVisible();
  await expect(saved.getByRole('link')).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Actions for Deep sea' }).click();
  await page.getByRole('menuitem', { name: 'Remove the saved search' }).click();
  await expect(saved).toHaveCount(0);
});

test('a collection takes messages, selections and sessions, in an order of its own', async ({ app: { page } }) => {
  const { sessions, entries, title } = parts(page);
  const { collection, dialog } = kept(page);
  await openTide(page);
  await page.getByRole('button', { name: 'Session', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add to a collection…' }).click();
  await dialog.getByRole('combobox').fill('Handbook');
  await page.keyboard.press('Enter');
  const link = page.getByRole('list', { name: 'Collections' }).getByRole('link');
  await expect(link).toHaveAccessibleName('Handbook, 1 item');

  await entries.getByText('I will read the module').click();
  await entries.getByText('treats it as missing').click({ modifiers: ['Shift'] });
  await page.getByRole('toolbar', { name: 'Chosen messages' }).getByRole('button', { name: 'Collect…' }).click();
  await dialog.getByRole('option', { name: /^Handbook/ }).click();
  await expect(link).toHaveAccessibleName('Handbook, 2 items');

  await sessions.getByRole('option', { name: /Port the importer/ }).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('toolbar', { name: 'Picked sessions' }).getByRole('button', { name: 'Collect…' }).click();
  await dialog.getByRole('option', { name: /^Handbook/ }).click();
  await expect(link).toHaveAccessibleName('Handbook, 3 items');

  await link.click();
  const option = collection.getByRole('option');
  await expect(option).toContainText(['Fix the flaky tide test', 'I will read the module', 'Port the importer']);
  await option.nth(2).click();
  await expect(title).toHaveText('Port the importer to streams');
  await collection.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  const order = ['Port the importer', 'Fix the flaky tide test', 'I will read the module'];
  await expect(option).toContainText(order);
  await expect(kept(page).notice('Order changed')).toBeVisible();
  await page.reload();
  await expect(option).toContainText(order);

  await option.nth(1).click();
  await collection.focus();
  await page.keyboard.press('Delete');
  await expect(option).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(option).toContainText(order);
  await page.getByRole('button', { name: 'Collection', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit name and note…' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Field guide');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('For the new ones');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Field guide' })).toBeVisible();
  await expect(page.getByText('For the new ones')).toBeVisible();
  await page.getByRole('button', { name: 'Collection', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove the collection' }).click();
  await expect(sessions).toBeVisible();
  await expect(link).toHaveCount(0);
});

test('a bookmark outlives its transcript, and says so', async ({ app: { page }, folders }) => {
  const { bookmarks, link } = kept(page);
  await openTide(page);
  await bookmark(page, 'treats it as missing');
  await expect(link).toHaveAccessibleName('Bookmarks, 1 bookmark');
  await link.click();
  await expect(bookmarks.getByRole('option')).toHaveCount(1);
  rmSync(join(folders.claudeDir, 'projects', '-home-dev-tide', `${fixtures.tide}.jsonl`));
  await expect(bookmarks.getByRole('option')).toContainText('source deleted', { timeout: 30_000 });
});

test('a mark that the library does not take goes again, with a sentence that says why', async ({
  app: { page },
  folders,
}) => {
  const { marks, notice, link } = kept(page);
  await openTide(page);
  await expect(link).toHaveAccessibleName('Bookmarks, 0 bookmarks');
  const other = new Database(join(folders.dataDir, 'library.db'));
  try {
    other.exec('BEGIN IMMEDIATE');
    await bookmark(page, 'treats it as missing');
    await expect(marks).toHaveCount(1);
    await expect(notice(/^Not bookmarked: /)).toBeVisible({ timeout: 20_000 });
    await expect(marks).toHaveCount(0);
    other.exec('ROLLBACK');
  } finally {
    other.close();
  }
  await bookmark(page, 'treats it as missing');
  await expect(link).toHaveAccessibleName('Bookmarks, 1 bookmark');
  await expect(marks).toHaveCount(1);
});

test('without bookmarks the list says how to make one', async ({ app: { page } }) => {
  await kept(page).link.click();
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
  await page.goBack();
  await expect(parts(page).sessions).toBeVisible();
});

/** Each view, and how to get there from a bookmark with a note and tags. */
const views: Record<string, (page: Page) => Promise<void>> = {
  'the editor': async (page) => {
    await page.keyboard.press('Shift+B');
    await expect(kept(page).editor).toBeVisible();
  },
  'the bookmarks': async (page) => {
    await kept(page).link.click();
    await kept(page).bookmarks.getByRole('option').click();
  },
  'a collection': async (page) => {
    const { dialog, collection } = kept(page);
    await page.getByRole('button', { name: 'Session', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add to a collection…' }).click();
    await dialog.getByRole('combobox').fill('Handbook');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Handbook, 1 item' }).click();
    await expect(collection.getByRole('option')).toHaveCount(1);
  },
  'the choice of a collection': async (page) => {
    await page.getByRole('button', { name: 'Session', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add to a collection…' }).click();
    await kept(page).dialog.getByRole('combobox').fill('Handbook');
  },
};

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, open] of Object.entries(views)) {
    test(`${name} keeps nobody out, ${colorScheme}`, async ({ app: { page } }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await openTide(page);
      await parts(page).entries.getByText('treats it as missing').click();
      await annotate(page, 'Zero is falsy, again', 'later', 'ask');
      await expect(kept(page).link).toHaveAccessibleName('Bookmarks, 1 bookmark');
      await open(page);
      expect(await barriers(page)).toEqual([]);
    });
  }
}
