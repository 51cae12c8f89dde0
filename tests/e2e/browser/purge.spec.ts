import { appendFileSync, existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fixtureFolders, fixtures } from '../../support/folders.ts';
import { barriers } from '../barriers.ts';
import { parts, test as base } from '../support.ts';

/** With a trash of its own. */
const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
  folders: async ({}, use) => {
    const folders = fixtureFolders();
    const before = process.env['XDG_DATA_HOME'];
    process.env['XDG_DATA_HOME'] = join(folders.base, 'xdg');
    await use(folders);
    if (before === undefined) delete process.env['XDG_DATA_HOME'];
    else process.env['XDG_DATA_HOME'] = before;
    folders.remove();
  },
});

const projects = { tide: '-home-dev-tide', importer: '-home-dev-importer', lighthouse: '-home-dev-lighthouse' };
const fileOf = (claudeDir: string, name: keyof typeof projects) =>
  join(claudeDir, 'projects', projects[name], `${fixtures[name]}.jsonl`);

/** The parts of the dialog, as a screen reader would name them. */
const dialogOf = (page: Page) => {
  const dialog = page.getByRole('dialog');
  const purge = (what: RegExp | string) => dialog.getByRole('button', { name: what });
  return {
    dialog,
    places: dialog.getByRole('region', { name: 'What would go' }),
    cancel: purge('Cancel'),
    /** The button that leads to the question, and the one that answers it: the first ends in an ellipsis. */
    next: purge(/…$/),
    confirm: purge(/^(Purge|Move) \d+ sessions?, .*[^…]$/),
    number: dialog.getByRole('textbox', { name: /^Type/ }),
    done: purge('Done'),
    outcome: dialog.getByRole('status').filter({ has: page.getByRole('heading') }),
  };
};

const tide = /Fix the flaky tide test/;
const importer = /Port the importer/;

async function choose(page: Page, name: RegExp, item: string): Promise<void> {
  const { sessions, title } = parts(page);
  await sessions.getByRole('option', { name }).click();
  await expect(title).toHaveText(name);
  await page.getByRole('button', { name: 'Session', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function pick(page: Page, ...names: RegExp[]): Promise<void> {
  for (const name of names) {
    await parts(page)
      .sessions.getByRole('option', { name })
      .click({ modifiers: ['ControlOrMeta'] });
  }
}

test('a preview that is cancelled leaves everything as it was', async ({ app: { page }, folders: { claudeDir } }) => {
  const before = readFileSync(fileOf(claudeDir, 'tide'), 'utf8');
  await choose(page, tide, 'Purge…');
  const { dialog, places, cancel, next } = dialogOf(page);
  await expect(places).toContainText('Transcripts');
  await expect(places).toContainText(`${fixtures.tide}.jsonl`);
  await expect(places).toContainText('Subagents’ transcripts');
  await expect(places).toContainText('Turnstone’s index');
  await expect(places).toContainText('Not covered');
  await expect(dialog).toContainText('Move to Trash: can be put back until the trash is emptied');
  await expect(dialog).toContainText('Purge: cannot be undone');
  await next.click();
  await cancel.click();
  await expect(next).toBeVisible();
  await cancel.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Session', exact: true })).toBeFocused();
  await expect(parts(page).sessions.getByRole('option')).toHaveCount(5);
  expect(readFileSync(fileOf(claudeDir, 'tide'), 'utf8')).toBe(before);
});

test('a purged session is gone from the list, the search and the disk, and a receipt says so', async ({
  app: { page },
  folders: { claudeDir },
}) => {
  const { sessions, search, hits, title } = parts(page);
  await choose(page, tide, 'Purge…');
  const { dialog, next, confirm, cancel, done, outcome } = dialogOf(page);
  await next.click();
  await expect(cancel).toBeFocused();
  await expect(dialog).toContainText('It cannot be undone.');
  await confirm.click();
  await expect(outcome).toContainText('Purged: 1 session');
  await expect(outcome).toContainText('verified absent');
  await expect(dialog).toContainText('Rotate any secret that was in it.');
  await done.click();

  await expect(sessions.getByRole('option')).toHaveCount(4);
  await expect(sessions.getByRole('option', { name: tide })).toHaveCount(0);
  await expect(title).toHaveCount(0);
  await expect(page).not.toHaveURL(new RegExp(fixtures.tide));
  expect(existsSync(fileOf(claudeDir, 'tide'))).toBe(false);
  expect(existsSync(join(claudeDir, 'projects', projects.tide, fixtures.tide))).toBe(false);
  await search.fill('Sundays');
  await expect(page.getByText('Nothing found for “Sundays”')).toBeVisible();
  await expect(hits).toHaveCount(0);

  await page.getByRole('link', { name: /^Storage/ }).click();
  await page.getByRole('button', { name: /Purged: 1 session.*verified/ }).click();
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText(`${fixtures.tide}.jsonl`);
});

test('more than one session wants its number typed, and Enter confirms nothing', async ({
  app: { page },
  folders: { claudeDir },
}) => {
  await expect(parts(page).sessions.getByRole('option')).toHaveCount(5);
  await pick(page, tide, importer);
  await page
    .getByRole('toolbar', { name: 'Picked sessions' })
    .getByRole('button', { name: 'Purge 2 sessions…' })
    .click();
  const { next, confirm, cancel, number, done, outcome } = dialogOf(page);
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(cancel).toBeFocused();
  await expect(confirm).toHaveText(/^Purge 2 sessions, [\d.]+ KB$/);
  await expect(confirm).toBeDisabled();
  await number.fill('3');
  await expect(confirm).toBeDisabled();
  await number.fill('2');
  await expect(confirm).toBeEnabled();
  await number.press('Enter');
  await expect(confirm).toBeEnabled();
  expect(existsSync(fileOf(claudeDir, 'tide'))).toBe(true);
  await confirm.click();
  await expect(outcome).toContainText('Purged: 2 sessions');
  await done.click();
  await expect(parts(page).sessions.getByRole('option')).toHaveCount(3);
  await expect(page.getByRole('toolbar', { name: 'Picked sessions' })).toHaveCount(0);
  expect(existsSync(fileOf(claudeDir, 'tide'))).toBe(false);
  expect(existsSync(fileOf(claudeDir, 'importer'))).toBe(false);
});

test.describe('with a live session', () => {
  test.beforeEach(({ folders: { claudeDir } }) => {
    const now = new Date();
    utimesSync(fileOf(claudeDir, 'importer'), now, now);
  });

  test('it is left alone, by name and with the reason', async ({ app: { page }, folders: { claudeDir } }) => {
    await choose(page, importer, 'Purge…');
    const { dialog, places } = dialogOf(page);
    await expect(places).toContainText('Left alone');
    await expect(places).toContainText('Port the importer to streams');
    await expect(places).toContainText('at work in it');
    await expect(dialog.getByRole('button', { name: 'Nothing to purge' })).toBeDisabled();
    expect(existsSync(fileOf(claudeDir, 'importer'))).toBe(true);
  });

  test('the others of a choice still go', async ({ app: { page }, folders: { claudeDir } }) => {
    await expect(parts(page).sessions.getByRole('option')).toHaveCount(5);
    await pick(page, tide, importer);
    await page.getByRole('button', { name: 'Purge 2 sessions…' }).click();
    const { places, next, confirm, done } = dialogOf(page);
    await expect(places).toContainText('at work in it');
    await next.click();
    await confirm.click();
    await done.click();
    await expect(parts(page).sessions.getByRole('option')).toHaveCount(4);
    expect(existsSync(fileOf(claudeDir, 'importer'))).toBe(true);
    expect(existsSync(fileOf(claudeDir, 'tide'))).toBe(false);
  });
});

test('a session that came to life since the preview is not touched, and that is said', async ({
  app: { page },
  folders: { claudeDir },
}) => {
  await choose(page, importer, 'Purge…');
  const { dialog, places, next, confirm } = dialogOf(page);
  await expect(places).toContainText('Transcripts');
  appendFileSync(fileOf(claudeDir, 'importer'), '\n');
  await next.click();
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was touched: this has changed since you looked.');
  await expect(dialog.getByRole('alert')).toContainText('“Port the importer to streams” is no longer among them');
  expect(existsSync(fileOf(claudeDir, 'importer'))).toBe(true);
});

test('what a search finds can go at once, and a bookmark protects from it until it is named', async ({
  app: { page },
}) => {
  const { sessions, search, hits, title } = parts(page);
  await sessions.getByRole('option', { name: importer }).click();
  await expect(title).toHaveText(importer);
  await page.getByRole('button', { name: 'Bookmark the session' }).click();
  await search.fill('importer OR Sundays');
  await expect(hits.getByRole('option').first()).toBeVisible();
  await page.getByRole('button', { name: 'Purge all hits…' }).click();
  const { dialog, places, next } = dialogOf(page);
  await expect(places).toContainText('A bookmark protects it.');
  await expect(dialog.getByRole('status')).toContainText('1 session,');
  await places.getByRole('checkbox', { name: importer }).check();
  await expect(dialog.getByRole('status')).toContainText('2 sessions,');
  await expect(next).toHaveText(/^Purge 2 sessions/);
  await places.getByRole('checkbox', { name: importer }).uncheck();
  await expect(next).toHaveText(/^Purge 1 session,/);
});

test('what was moved to the trash can be put back', async ({ app: { page }, folders: { claudeDir } }) => {
  const before = readFileSync(fileOf(claudeDir, 'tide'), 'utf8');
  await choose(page, tide, 'Move to trash…');
  const { dialog, next, confirm, done, outcome } = dialogOf(page);
  await expect(dialog.getByRole('radio', { name: /^Move to Trash/ })).toBeChecked();
  await next.click();
  await expect(dialog).toContainText('It can be put back until the trash is emptied.');
  await confirm.click();
  await expect(outcome).toContainText('To the trash: 1 session');
  await done.click();
  await expect(parts(page).sessions.getByRole('option')).toHaveCount(4);
  expect(existsSync(fileOf(claudeDir, 'tide'))).toBe(false);

  await page.getByRole('link', { name: /^Storage/ }).click();
  await page.getByRole('button', { name: 'Put back' }).click();
  await expect(page.getByRole('button', { name: /To the trash.*put back/ })).toBeVisible();
  expect(readFileSync(fileOf(claudeDir, 'tide'), 'utf8')).toBe(before);
  await page.getByRole('link', { name: /^All/ }).click();
  await expect(parts(page).sessions.getByRole('option')).toHaveCount(5);
});

test('storage tells what takes up room, and purges by project', async ({ app: { page } }) => {
  await page.getByRole('link', { name: /^Storage/ }).click();
  const storage = page.getByRole('region', { name: 'Storage', exact: true });
  await expect(storage.getByRole('list', { name: /claude by kind/ })).toContainText('Transcripts');
  await storage.getByRole('radio', { name: 'By project' }).click();
  await expect(storage.getByRole('list', { name: /by project/ })).toContainText('lighthouse');
  await storage.getByRole('button', { name: 'Purge the sessions of lighthouse…' }).click();
  const { places, cancel } = dialogOf(page);
  await expect(places).toContainText(`${fixtures.lighthouse}.jsonl`);
  await cancel.click();
  await expect(storage.getByRole('button', { name: 'Purge the sessions of lighthouse…' })).toBeFocused();

  await storage.getByRole('combobox', { name: 'Project' }).selectOption({ label: 'importer' });
  await storage.getByRole('button', { name: 'Show what would go…' }).click();
  await expect(places).toContainText(`${fixtures.importer}.jsonl`);
});

test('a rule is off until what it would take was seen', async ({ app: { page } }) => {
  await page.getByRole('link', { name: /^Storage/ }).click();
  await page.getByRole('button', { name: 'Add a rule…' }).click();
  const form = page.getByRole('dialog', { name: 'A rule' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Lighthouse');
  await form.getByRole('spinbutton', { name: /Older than/ }).fill('');
  await form.getByRole('combobox', { name: 'Project' }).selectOption({ label: 'lighthouse' });
  await form.getByRole('button', { name: /^Save/ }).click();
  const preview = page.getByRole('dialog', { name: 'What “Lighthouse” would take today' });
  await expect(preview.getByRole('region', { name: 'What would go' })).toContainText(`${fixtures.lighthouse}.jsonl`);
  await preview.getByRole('button', { name: 'Turn the rule on' }).click();
  await expect(preview).toHaveCount(0);
  const rules = page.getByRole('region', { name: 'Rules' });
  await expect(rules.getByRole('listitem')).toContainText('on Lighthouse');
  await expect(rules.getByRole('listitem')).toContainText('Has not run yet.');
  await rules.getByRole('button', { name: 'Remove “Lighthouse”' }).click();
  await expect(rules).toContainText('There is none.');
});

test('a transcript that was archived can be put back after it was deleted', async ({
  app: { page },
  folders: { claudeDir },
}) => {
  const file = fileOf(claudeDir, 'importer');
  const before = readFileSync(file, 'utf8');
  await choose(page, importer, 'Archive a copy');
  await expect(parts(page).sessions.getByRole('option', { name: importer })).toContainText('archived');
  rmSync(file);
  await expect(parts(page).sessions.getByRole('option', { name: importer })).toContainText('source deleted');
  await page.getByRole('link', { name: /^Storage/ }).click();
  const archive = page.getByRole('region', { name: 'Archive' });
  await expect(archive).toContainText('Compressed copies of 1 session');
  await archive.getByRole('button', { name: 'Put “Port the importer to streams” back' }).click();
  await expect(parts(page).status).toContainText('1 file put back');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('the panel tells where a session is kept', async ({ app: { page } }) => {
  await parts(page).sessions.getByRole('option', { name: tide }).click();
  await page.getByRole('button', { name: 'Outline and facts' }).click();
  await page.getByRole('button', { name: 'On disk' }).click();
  await expect(page.getByRole('region', { name: 'On disk' })).toContainText(/Transcripts.*KB/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the steps of a purge keep nobody out, ${colorScheme}`, async ({ app: { page } }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await choose(page, tide, 'Purge…');
    const { dialog, places, next, confirm, done } = dialogOf(page);
    await expect(places).toContainText('Not covered');
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
    await expect(dialog).not.toContainText(/shred/i);
    await next.click();
    await expect(confirm).toBeVisible();
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
    await confirm.click();
    await expect(done).toBeVisible();
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
  });
}
