import { appendFileSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fixtureFolders, fixtures } from '../../support/folders.ts';
import { plantedSecrets } from '../../support/planted-secrets.ts';
import { barriers } from '../barriers.ts';
import { parts, test as base } from '../support.ts';

const planted = plantedSecrets();
const kindOf = (kind: string) => {
  const one = planted.find((candidate) => candidate.kind === kind);
  if (!one) throw new Error(`No secret of the kind “${kind}” is planted.`);
  return one;
};
const github = kindOf('github classic');
const password = kindOf('env password');

const folderOf = { tide: '-home-dev-tide', importer: '-home-dev-importer' };
const fileOf = (claudeDir: string, name: keyof typeof folderOf) =>
  join(claudeDir, 'projects', folderOf[name], `${fixtures[name]}.jsonl`);

/** What somebody typed at the end of a session. */
function say(claudeDir: string, name: keyof typeof folderOf, text: string, uuid: string): void {
  const file = fileOf(claudeDir, name);
  const said = { role: 'user', content: text };
  const [, parentUuid = null] = /^.*"uuid":"([^"]+)"/s.exec(readFileSync(file, 'utf8')) ?? [];
  const place = { sessionId: fixtures[name], cwd: `/home/dev/${name}`, timestamp: '2026-11-16T15:00:00.000Z' };
  appendFileSync(file, `${JSON.stringify({ type: 'user', uuid, parentUuid, ...place, message: said })}\n`);
  const then = new Date('2026-11-17T12:00:00Z');
  utimesSync(file, then, then);
}

/** The fixture sessions with a token in two of them and a password in one. */
const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
  folders: async ({}, use) => {
    const folders = fixtureFolders();
    say(folders.claudeDir, 'tide', `Log in so:\n${github.text}`, 'aaaaaaaa-0000-4000-8000-000000000001');
    say(folders.claudeDir, 'importer', `It is ${github.text}`, 'aaaaaaaa-0000-4000-8000-000000000002');
    say(folders.claudeDir, 'importer', password.text, 'aaaaaaaa-0000-4000-8000-000000000003');
    await use(folders);
    folders.remove();
  },
});

/** The view of the secrets, once the scan has found what was planted. */
async function openSecrets(page: Page) {
  await page.getByRole('link', { name: /^Secrets/ }).click();
  const list = page.getByRole('listbox', { name: 'Secrets' });
  const token = list.getByRole('option', { name: /^ghp_/ });
  // The scan begins by itself once the index has come to rest.
  await expect(token).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('link', { name: 'Secrets, 2 secrets' })).toBeVisible();
  return { list, token, bar: page.getByRole('toolbar', { name: 'Selected secret' }) };
}

test('secrets are found and never shown', async ({ app: { page } }) => {
  const { list, token } = await openSecrets(page);
  await expect(token).toContainText('2 sessions, 2 places');
  await expect(token).toContainText('certain');
  await expect(list.getByRole('option', { name: /likely/ })).toContainText('1 session, 1 place');
  await expect(list.getByText('GitHub')).toBeVisible();
  const html = await page.content();
  for (const { value } of [github, password]) expect(html).not.toContain(value);
});

test('a value unfolds to its places, which open in the transcript, by keyboard alone', async ({ app: { page } }) => {
  const { title, entries } = parts(page);
  const { list, token } = await openSecrets(page);
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await expect(token).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('option', { name: /transcript, line \d+/ })).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await expect(title).toHaveText(/Port the importer|Fix the flaky/);
  await expect(entries.locator('.flash')).toContainText(github.value);
  await page.keyboard.press('Enter');
  await expect(entries).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list).toBeFocused();
});

test('a session says how many secrets are in it', async ({ app: { page } }) => {
  await openSecrets(page);
  await page.getByRole('link', { name: /^All/ }).click();
  const importer = parts(page).sessions.getByRole('option', { name: /Port the importer/ });
  await expect(importer).toContainText('2 secrets');
});

test('the way to make it worthless is a link out of the app that says where it leads', async ({ app: { page } }) => {
  const { token, bar } = await openSecrets(page);
  await token.click();
  const link = bar.getByRole('link', { name: /^How to rotate, [\w.]+/ });
  await expect(link).toHaveAttribute('href', /^https:\/\//);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('what is none can be ignored, and listed again', async ({ app: { page } }) => {
  const { list, token, bar } = await openSecrets(page);
  await token.click();
  await bar.getByRole('button', { name: 'Ignore' }).click();
  await expect(token).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Secrets, 1 secret' })).toBeVisible();
  await page.getByRole('button', { name: 'Ignored' }).click();
  await expect(token).toContainText('ignored');
  await token.click();
  await bar.getByRole('button', { name: 'Stop ignoring' }).click();
  await expect(page.getByRole('link', { name: 'Secrets, 2 secrets' })).toBeVisible();
  await expect(list.getByRole('option', { name: /ignored/ })).toHaveCount(0);
});

test('the sessions that hold a value can be purged', async ({ app: { page } }) => {
  const { token, bar } = await openSecrets(page);
  await token.click();
  await bar.getByRole('button', { name: 'Purge 2 sessions…' }).click();
  const places = page.getByRole('dialog').getByRole('region', { name: 'What would go' });
  await expect(places).toContainText('Fix the flaky tide test');
  await expect(places).toContainText('Port the importer to streams');
});

test('a value that is redacted is gone from the files, the transcript and the list', async ({
  app: { page },
  folders: { claudeDir },
}) => {
  const { entries, title } = parts(page);
  const { list, token, bar } = await openSecrets(page);
  await token.click();
  await list.getByRole('option', { name: /Fix the flaky tide test/ }).click();
  await expect(title).toHaveText('Fix the flaky tide test');
  await expect(entries).toContainText(github.value);

  await bar.getByRole('button', { name: 'Redact everywhere…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Redact' });
  await expect(dialog.getByRole('region', { name: 'What would change' })).toContainText(`${fixtures.tide}.jsonl`);
  await expect(dialog).toContainText('It changes Claude Code’s own files');
  await expect(dialog).toContainText('It cannot be undone.');
  await expect(dialog).toContainText('Backups, snapshots of the file system');
  expect(await dialog.innerHTML()).not.toContain(github.value);
  await dialog.getByRole('button', { name: 'Redact 2 places in 2 files…' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const confirm = dialog.getByRole('button', { name: 'Redact 2 places in 2 files', exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: /^Type/ }).fill('2');
  await confirm.click();
  await expect(dialog.getByRole('heading', { name: 'Redacted: 2 files of 2 sessions' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await expect(token).toHaveCount(0);
  await expect(title).toHaveText('Fix the flaky tide test');
  await expect(entries).toContainText('Log in so:');
  await expect(entries).not.toContainText(github.value);
  for (const name of ['tide', 'importer'] as const) {
    expect(readFileSync(fileOf(claudeDir, name), 'utf8')).not.toContain(github.value);
  }
  expect(readFileSync(fileOf(claudeDir, 'importer'), 'utf8')).toContain(password.value);
});

test('a text that was selected in a transcript can be redacted', async ({ app: { page }, folders: { claudeDir } }) => {
  const { sessions, entries, title } = parts(page);
  await sessions.getByRole('option', { name: /Fix the flaky tide test/ }).click();
  await expect(title).toHaveText('Fix the flaky tide test');
  const text = 'One test still fails because it reads the clock in UTC.';
  const answer = entries.getByText(text);
  await answer.click({ clickCount: 3 });
  const row = entries.locator('[data-position]', { hasText: text });
  await row.hover();
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Redact selected text…' }).click();

  const dialog = page.getByRole('dialog', { name: 'Redact' });
  const field = dialog.getByRole('textbox', { name: 'This text, wherever it stands' });
  await expect(field).toHaveValue(text);
  await expect(dialog.getByRole('status')).toContainText(/1 place in 1 file/);
  await field.fill('abc');
  await expect(dialog.getByRole('status')).toContainText('At least 4 characters');
  await field.fill('nowhere to be found');
  await expect(dialog.getByRole('status')).toContainText('It is nowhere');
  await expect(dialog.getByRole('button', { name: 'Nothing to redact' })).toBeDisabled();
  await field.fill('reads the clock in UTC');
  await dialog.getByRole('button', { name: 'Redact 1 place in 1 file…' }).click();
  await dialog.getByRole('button', { name: 'Redact 1 place in 1 file', exact: true }).click();
  await expect(dialog.getByRole('heading', { name: /^Redacted/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(entries).not.toContainText('reads the clock in UTC');
  expect(readFileSync(fileOf(claudeDir, 'tide'), 'utf8')).not.toContain('reads the clock in UTC');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the secrets and a redaction keep nobody out, ${colorScheme}`, async ({ app: { page } }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { token, bar } = await openSecrets(page);
    await token.click();
    expect(await barriers(page, '#list')).toEqual([]);
    await bar.getByRole('button', { name: 'Redact everywhere…' }).click();
    await expect(page.getByRole('dialog').getByRole('region', { name: 'What would change' })).toBeVisible();
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
  });
}
