import { expect, type Page } from '@playwright/test';
import { parts, test } from '../support.ts';

const more = (page: Page) => ({
  ...parts(page),
  options: parts(page).hits.getByRole('option'),
  selected: parts(page).hits.getByRole('option', { selected: true }),
  completions: page.getByRole('listbox', { name: 'Completions' }),
  facets: page.getByRole('group', { name: 'Narrow down' }),
  find: page.getByRole('textbox', { name: 'Find in this session' }),
  palette: page.getByRole('combobox', { name: 'Go to anything' }),
  going: page.getByRole('listbox', { name: 'Go to anything' }),
});

const positionOf = (page: Page) => Number(/[?&]at=(\d+)/.exec(page.url())?.[1]);

test.describe('the field', () => {
  test('shows hits while typing and never goes blank', async ({ app: { page } }) => {
    const { search, hits, options } = more(page);
    await search.click();
    await page.keyboard.type('bea');
    await expect(hits.locator('mark').first()).toHaveText(/^beam?$/i);
    await page.evaluate(() => {
      const list = document.getElementById('list');
      const watch = window as unknown as { blank: boolean };
      watch.blank = false;
      new MutationObserver(() => (watch.blank ||= !document.getElementById('hits'))).observe(list as Node, {
        childList: true,
        subtree: true,
      });
    });
    await page.keyboard.type('m turn');
    await expect(hits.locator('mark', { hasText: 'turn' }).first()).toBeVisible();
    await expect(options.first()).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { blank: boolean }).blank)).toBe(false);
    await expect(page.getByRole('status').filter({ hasText: 'hits' })).toHaveText(/^\s*\d+\+? hits/);
  });

  test('colours what is typed, in line with it', async ({ app: { page } }) => {
    const { search } = more(page);
    await search.fill('"tide test" OR /fo+/i ~tiide project:api');
    const field = page.getByRole('search').first();
    for (const [kind, text] of [
      ['phrase', '"tide test"'],
      ['operator', 'OR'],
      ['regex', '/fo+/i'],
      ['fuzzy', '~tiide'],
      ['field', 'project:'],
      ['value', 'api'],
    ] as const) {
      await expect(field.locator(`.${kind}`)).toHaveText(text);
    }
    await search.fill('');
    await search.pressSequentially('a long line of words '.repeat(12));
    await expect.poll(() => page.evaluate(endsApart)).toBeLessThan(3);
    await page.keyboard.press('Home');
    await expect.poll(() => page.evaluate(beginningsApart)).toBeLessThan(1);
  });

  test('underlines what is wrong and says why, and the rest still runs', async ({ app: { page } }) => {
    const { search, options } = more(page);
    await search.fill('beam is:funny');
    await expect(page.locator('#search-problem')).toContainText('is: wants one of');
    await expect(search).toHaveAccessibleDescription(/wants one of/);
    await expect(page.getByRole('search').locator('.wrong').first()).toHaveText('is:');
    await expect(options.first()).toBeVisible();
  });

  test('completes operators and values by keyboard', async ({ app: { page } }) => {
    const { search, completions } = more(page);
    await search.click();
    await page.keyboard.type('beam ro');
    await expect(completions.getByRole('option')).toHaveText(/role:/);
    await expect(search).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    await expect(search).toHaveValue('beam role:');
    await expect(search).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = completions.getByRole('option', { selected: true });
    await expect(active).toHaveText('assistant');
    await expect(search).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
    await page.keyboard.press('Enter');
    await expect(search).toHaveValue('beam role:assistant ');
    await expect(completions).toHaveCount(0);
  });

  test('completes with what the index holds', async ({ app: { page } }) => {
    const { search, completions } = more(page);
    await search.click();
    await page.keyboard.type('project:light');
    await expect(completions.getByRole('option').first()).toContainText('lighthouse');
    await page.keyboard.press('Tab');
    await expect(search).toHaveValue(/project:.*lighthouse /);
    await expect(more(page).options.first()).toBeVisible();
  });

  test('steps out with Escape: completions, text, field', async ({ app: { page } }) => {
    const { sessions, search, completions } = more(page);
    await expect(sessions).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('beam is:');
    await expect(completions).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(completions).toHaveCount(0);
    await expect(search).toHaveValue('beam is:');
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sessions).toBeFocused();
  });

  test('explains the language, with examples to insert', async ({ app: { page } }) => {
    const { search } = more(page);
    await search.fill('beam');
    await page.getByRole('button', { name: 'How to search' }).click();
    await page.getByRole('button', { name: 'Insert is:bookmarked' }).click();
    await expect(search).toHaveValue('beam is:bookmarked');
    await expect(search).toBeFocused();
  });
});

test.describe('the results', () => {
  test('group the hits by session and unfold, by keyboard', async ({ app: { page } }) => {
    const { search, options, selected, hits } = more(page);
    await search.fill('beam');
    const rest = options.filter({ hasText: 'more in this session' }).first();
    await expect(rest).toBeVisible();
    const before = await options.count();
    await hits.focus();
    while (!(await rest.getAttribute('aria-selected'))?.includes('true')) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => options.count()).toBeGreaterThan(before);
    await expect(selected).toContainText('beam');
    await expect(hits).toBeFocused();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
  });

  test('put matching sessions first', async ({ app: { page } }) => {
    const { search, options, title } = more(page);
    await search.fill('flaky tide');
    await expect(options.first()).toContainText('Fix the flaky tide test');
    await expect(options.first().locator('mark').first()).toHaveText(/flaky/i);
    await options.first().click();
    await expect(title).toHaveText('Fix the flaky tide test');
    await expect(page).not.toHaveURL(/at=/);
  });

  test('say which word was taken for which, and search for it alone when told', async ({ app: { page } }) => {
    const { search, options } = more(page);
    await search.fill('wathc');
    await expect(page.getByText('No hits for “wathc”; showing')).toBeVisible();
    await expect(options.first()).toBeVisible();
    await page.getByRole('button', { name: 'Search for “wathc” only' }).click();
    await expect(search).toHaveValue('/wathc/i');
    await expect(page.getByText('Nothing found for')).toBeVisible();
    await page.goBack();
    await expect(search).toHaveValue('wathc');
    await page.getByRole('button', { name: 'watch', exact: true }).click();
    await expect(search).toHaveValue('watch');
  });

  test('are narrowed by their facets and widened again', async ({ app: { page } }) => {
    const { search, facets, hits } = more(page);
    await search.fill('the');
    const you = facets.getByRole('button', { name: /^You, \d+ hits?$/ });
    await you.click();
    await expect(search).toHaveValue('the role:user');
    await expect(you).toHaveAttribute('aria-pressed', 'true');
    await expect(hits.getByRole('option').filter({ hasText: 'Claude ·' })).toHaveCount(0);
    const project = facets.getByRole('button', { name: /^lighthouse, / });
    await project.click();
    await expect(search).toHaveValue(/project:\S*lighthouse/);
    await page.goBack();
    await expect(search).toHaveValue('the role:user');
    await you.focus();
    await page.keyboard.press('Space');
    await expect(search).toHaveValue('the');
    await expect(you).toHaveAttribute('aria-pressed', 'false');
    await facets.getByRole('button', { name: /^November 2026, / }).click();
    await expect(search).toHaveValue('the during:2026-11');
  });

  test('can be sorted, and the order is in the query', async ({ app: { page } }) => {
    const { search, options } = more(page);
    await search.fill('the');
    await page.getByRole('radio', { name: 'Newest' }).click();
    await expect(search).toHaveValue('the sort:newest');
    await expect(page.getByRole('radio', { name: 'Newest' })).toBeChecked();
    await expect(options.first()).toBeVisible();
    await page.getByRole('radio', { name: 'Relevance' }).click();
    await expect(search).toHaveValue('the');
  });

  test('are as they were left after coming back', async ({ app: { page } }) => {
    const { search, hits, options, selected, sessions, facets } = more(page);
    await search.fill('beam');
    await expect(facets).toBeVisible();
    await options.filter({ hasText: 'more in this session' }).first().click();
    await expect.poll(() => options.count()).toBeGreaterThan(6);
    await hits.focus();
    for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowDown');
    const at = positionOf(page);
    const words = await selected.innerText();
    await expect.poll(() => hits.evaluate((list) => list.scrollTop)).toBeGreaterThan(100);
    await expect(selected).toBeInViewport({ ratio: 1 });
    const scrolled = await hits.evaluate((list) => list.scrollTop);
    await page.getByRole('link', { name: /^importer/ }).click();
    await expect(sessions).toBeVisible();
    await page.goBack();
    await expect(selected).toHaveText(words, { useInnerText: true });
    expect(positionOf(page)).toBe(at);
    await expect.poll(() => hits.evaluate((list) => list.scrollTop)).toBeCloseTo(scrolled, -1);
  });

  test('are stepped through from the transcript', async ({ app: { page } }) => {
    const { search, entries, entry, selected } = more(page);
    await search.click();
    await page.keyboard.type('beam');
    await expect(more(page).options.first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(entries).toBeFocused();
    const first = positionOf(page);
    await expect(entry(first)).toBeInViewport();
    await page.keyboard.press('n');
    await expect.poll(() => positionOf(page)).not.toBe(first);
    await expect(selected).toHaveCount(1);
    await page.keyboard.press('N');
    await expect.poll(() => positionOf(page)).toBe(first);
  });

  test('show hostile text as text', async ({ app: { page, trouble } }) => {
    const { search, options, palette, going } = more(page);
    await search.fill('hostile');
    await expect(options.filter({ hasText: '<img src=' }).first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await palette.fill('hostile');
    await expect(going.getByRole('option', { name: /<img src=/ })).toBeVisible();
    await expect(page.locator('body img, body iframe')).toHaveCount(0);
    expect(trouble).toEqual([]);
  });
});

test.describe('find in a session', () => {
  test('goes through all of it, beyond what is on screen', async ({ app: { page } }) => {
    const { sessions, find, entry, entries } = more(page);
    await sessions.getByRole('option', { name: /lighthouse/ }).click();
    await expect(entry(0)).toBeVisible();
    await entries.focus();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(find).toBeFocused();
    await page.keyboard.type('"watch 137"');
    const where = page.locator('#find-where');
    await expect(where).toHaveText('1 of 2');
    const first = positionOf(page);
    await expect(entry(first)).toContainText('watch 137');
    await expect(entry(first)).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(where).toHaveText('2 of 2');
    await page.keyboard.press('Enter');
    await expect(where).toHaveText('1 of 2');
    await page.keyboard.press('Shift+Enter');
    await expect(where).toHaveText('2 of 2');
    await page.getByRole('button', { name: 'Previous match' }).click();
    await expect.poll(() => positionOf(page)).toBe(first);
    await find.fill('xyzzyplugh');
    await expect(where).toHaveText('No matches');
    await page.keyboard.press('Escape');
    await expect(find).toHaveCount(0);
    await expect(entries).toBeFocused();
  });

  test('stays out of the way where nothing is open', async ({ app: { page } }) => {
    await expect(parts(page).sessions).toBeVisible();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(more(page).find).toHaveCount(0);
  });
});

test.describe('the palette', () => {
  test('opens a session by half a memory of it', async ({ app: { page } }) => {
    const { sessions, palette, going, title } = more(page);
    await expect(sessions).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette).toBeFocused();
    await page.keyboard.type('importr');
    await expect(going.getByRole('option', { selected: true })).toContainText('Port the importer to streams');
    await page.keyboard.press('Enter');
    await expect(title).toHaveText('Port the importer to streams');
    await expect(palette).toHaveCount(0);
  });

  test('goes to projects, commands and recent searches', async ({ app: { page } }) => {
    const { sessions, search, palette, going, options } = more(page);
    await search.click();
    await page.keyboard.type('beam');
    await expect(options.first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/at=/);

    await page.getByRole('button', { name: 'Go to anything' }).click();
    await palette.fill('lightho');
    await going
      .getByRole('group', { name: 'Projects' })
      .getByRole('option', { name: /lighthouse/ })
      .click();
    await expect(sessions.getByRole('option')).toHaveCount(1);

    await page.keyboard.press('ControlOrMeta+k');
    await going.getByRole('group', { name: 'Recent searches' }).getByRole('option', { name: 'beam' }).click();
    await expect(search).toHaveValue('beam');

    await page.keyboard.press('ControlOrMeta+k');
    await palette.fill('keyboard');
    await expect(going.getByRole('option', { selected: true })).toContainText('Keyboard');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.keyboard.press('ControlOrMeta+k');
    await palette.fill('xyzzy plugh');
    await page.keyboard.press('Enter');
    await expect(search).toHaveValue('xyzzy plugh');
  });

  test('is left with Escape, and the focus goes back', async ({ app: { page } }) => {
    const { search, palette } = more(page);
    await search.focus();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toBeFocused();
  });
});

/** How far the end of the coloured text is from the end of the field it belongs to, both scrolled to their ends. */
function endsApart(): number {
  const [text, field] = [document.querySelector('search .text'), document.getElementById('search')];
  if (!text || !field) return Infinity;
  return Math.abs(text.getBoundingClientRect().right - field.getBoundingClientRect().right);
}

function beginningsApart(): number {
  const [text, field] = [document.querySelector('search .text'), document.getElementById('search')];
  if (!text || !field) return Infinity;
  return Math.abs(text.getBoundingClientRect().left - field.getBoundingClientRect().left);
}
