import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { parts, test } from '../support.ts';

test('lists the sessions by day with their facts, and says that the index is up to date', async ({ app: { page } }) => {
  const { sessions, status } = parts(page);
  await expect(sessions.getByRole('option')).toHaveCount(5);
  const tide = sessions.getByRole('option', { name: /Fix the flaky tide test/ });
  await expect(tide).toContainText('tide');
  await expect(tide).toContainText('main');
  await expect(tide).toContainText('2 prompts');
  await expect(status).toContainText('5 sessions');
  await expect(status).toContainText('Up to date');
  await expect(status).toContainText('2 bad lines');
});

test('the sidebar narrows the list to one project', async ({ app: { page } }) => {
  const { sessions } = parts(page);
  await page.getByRole('link', { name: /^importer, 1 session$/ }).click();
  await expect(sessions.getByRole('option')).toHaveCount(1);
  await expect(sessions.getByRole('option')).toContainText('Port the importer to streams');
  await expect(page.getByRole('link', { name: /^importer/ })).toHaveAttribute('aria-current', 'page');
});

test('the keyboard alone selects, reads and comes back', async ({ app: { page } }) => {
  const { sessions, title, entries } = parts(page);
  await expect(sessions.getByRole('option').first()).toBeVisible();
  await sessions.focus();
  await page.keyboard.press('ArrowDown');
  await expect(title).toHaveText('Port the importer to streams');
  await page.keyboard.press('j');
  await expect(title).toHaveText('Fix the flaky tide test');
  await expect(sessions.getByRole('option', { selected: true })).toContainText('Fix the flaky tide test');
  await page.keyboard.press('Enter');
  await expect(entries).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sessions).toBeFocused();
  await page.keyboard.press('Home');
  await expect(title).toHaveText('Port the importer to streams');
  await page.keyboard.press('End');
  await expect(sessions.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
});

test('a tool call unfolds in place, and stays unfolded after going away', async ({ app: { page } }) => {
  const { sessions, entries, title } = parts(page);
  await sessions.getByRole('option', { name: /Fix the flaky tide test/ }).click();
  const call = entries.getByRole('button', { name: /^Edit/ });
  await expect(call).toHaveAttribute('aria-expanded', 'false');
  await call.click();
  await expect(call).toHaveAttribute('aria-expanded', 'true');
  await sessions.getByRole('option', { name: /Port the importer/ }).click();
  await expect(title).toHaveText('Port the importer to streams');
  await sessions.getByRole('option', { name: /Fix the flaky tide test/ }).click();
  await expect(call).toHaveAttribute('aria-expanded', 'true');
});

test('a subagent’s transcript opens from the header', async ({ app: { page } }) => {
  const { sessions, entries } = parts(page);
  await sessions.getByRole('option', { name: /Fix the flaky tide test/ }).click();
  await page.getByRole('button', { name: '1 subagent' }).click();
  await page.getByRole('menuitemradio').last().click();
  await expect(page).toHaveURL(/file=.*subagents/);
  await expect(entries).toContainText('Task');
});

test('search finds while typing and opens at the hit', async ({ app: { page } }) => {
  const { sessions, hits, search, entries, entry, title } = parts(page);
  await expect(sessions).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('"watch 137"');
  await expect(hits.getByRole('option')).toHaveCount(2);
  await expect(hits.locator('mark').first()).toHaveText(/watch|137/);
  await page.keyboard.press('Enter');
  await expect(entries).toBeFocused();
  await expect(title).toBeVisible();
  const { position } = placeOf(page.url());
  await expect(entry(position)).toBeInViewport();
  await expect(entry(position)).toContainText('watch 137');
  await expect(entry(position)).toHaveClass(/flash/);

  await page.keyboard.press('n');
  await expect.poll(() => placeOf(page.url()).position).not.toBe(position);
  await page.keyboard.press('Escape');
  await expect(hits).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(sessions).toBeVisible();
});

const placeOf = (url: string) => ({ position: Number(/[?&]at=(\d+)/.exec(url)?.[1]) });

test('a query without a hit says so, and nothing else changes', async ({ app: { page } }) => {
  const { sessions, search, title } = parts(page);
  await sessions.getByRole('option').first().click();
  await expect(title).toBeVisible();
  await search.fill('xyzzyplugh');
  await expect(page.getByText('Nothing found for “xyzzyplugh”')).toBeVisible();
  await expect(title).toHaveText('Port the importer to streams');
});

test('brackets go from prompt to prompt', async ({ app: { page } }) => {
  const { sessions, entries, entry } = parts(page);
  await sessions.getByRole('option', { name: /lighthouse/ }).click();
  await expect(entry(0)).toBeVisible();
  await entries.focus();
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/at=2$/);
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/at=4$/);
  await expect(entry(4)).toBeInViewport();
  await page.keyboard.press('[');
  await expect(page).toHaveURL(/at=2$/);
  await page.keyboard.press('End');
  await expect(entry(299)).toBeInViewport();
});

test('back and forward go through what was opened', async ({ app: { page } }) => {
  const { sessions, title, search } = parts(page);
  await sessions.getByRole('option', { name: /Port the importer/ }).click();
  await expect(title).toHaveText('Port the importer to streams');
  await sessions.getByRole('option', { name: /Fix the flaky tide test/ }).click();
  await expect(title).toHaveText('Fix the flaky tide test');
  await search.fill('tide');
  await expect(parts(page).hits).toBeVisible();

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(search).toHaveValue('');
  await page.goBack();
  await expect(title).toHaveText('Port the importer to streams');
  await page.goForward();
  await expect(title).toHaveText('Fix the flaky tide test');
  await page.getByRole('button', { name: 'Forward' }).click();
  await expect(search).toHaveValue('tide');
  await expect(page.getByRole('button', { name: 'Forward' })).toBeDisabled();
  await page.reload();
  await expect(title).toHaveText('Fix the flaky tide test');
});

test('the theme can be chosen and stays chosen', async ({ app: { page } }) => {
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.emulateMedia({ colorScheme: 'light' });
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(scheme).toBe('dark');
  expect(await paper()).not.toBe(light);
  await page.evaluate(() => localStorage.clear()); // so that it is the settings that remember
  await page.reload();
  await expect.poll(scheme).toBe('dark');
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'As the system' }).click();
  await expect.poll(paper).toBe(light);
});

test('the keyboard map opens and closes', async ({ app: { page } }) => {
  await expect(parts(page).sessions).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Next prompt');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a splitter moves and folds by keyboard and remembers', async ({ app: { page } }) => {
  const splitter = page.getByRole('separator', { name: 'Width of the sidebar' });
  const before = Number(await splitter.getAttribute('aria-valuenow'));
  await splitter.focus();
  await page.keyboard.press('ArrowRight');
  await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 16));
  await page.reload();
  await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 16));
  await splitter.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeHidden();
});

test('hostile text is only ever text', async ({ app: { page, trouble } }) => {
  const { sessions, search, hits, entries } = parts(page);
  const session = sessions.getByRole('option', { name: /hostile/ });
  await expect(session).toContainText('<img src=');
  await session.click();
  await expect(entries).toContainText('onerror="alert(1)"> <script>alert(2)</script>');
  await expect(entries).toContainText('<script>document.title = "owned"</script>');
  await expect(entries).toContainText('[click](javascript:alert(3))');
  for (const line of await entries.getByRole('button', { expanded: false }).all()) await line.click();
  await expect(entries.getByRole('button', { expanded: false })).toHaveCount(0);
  await search.fill('onerror');
  await expect(hits.getByRole('option').first()).toContainText('<img src=');

  await expect(page.locator('#app img, #app script, #app iframe, #app a[href^="javascript"]')).toHaveCount(0);
  await expect(page).toHaveTitle('Turnstone');
  expect(trouble).toEqual([]);
});

test.describe('without a Claude folder', () => {
  test.beforeEach(({ folders }) => rmSync(folders.claudeDir, { recursive: true }));

  test('says where it looked and what to do', async ({ app: { page }, folders }) => {
    await expect(page.getByText('No Claude folder found')).toBeVisible();
    await expect(page.getByText(folders.claudeDir)).toBeVisible();
    await expect(page.getByText('--claude-dir')).toBeVisible();
  });
});

test.describe('with an empty Claude folder', () => {
  test.beforeEach(({ folders }) => {
    rmSync(folders.claudeDir, { recursive: true });
    mkdirSync(join(folders.claudeDir, 'projects'), { recursive: true });
  });

  test('says that there are no sessions yet', async ({ app: { page } }) => {
    await expect(page.getByText('No sessions yet')).toBeVisible();
  });
});
