import { appendFileSync, rmSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { branchesId } from '../../support/gallery/branches.ts';
import { everythingId } from '../../support/gallery/everything.ts';
import { galleryFolders } from '../../support/gallery/gallery.ts';
import { hostileId } from '../../support/gallery/hostile.ts';
import { SessionFile } from '../../support/gallery/session.ts';
import { parts, test as base } from '../support.ts';

const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
  folders: async ({}, use) => {
    const folders = galleryFolders();
    await use(folders);
    folders.remove();
  },
});

/** Opens a session and waits for its transcript. */
async function open(page: Page, session: string): Promise<Locator> {
  await page.evaluate((ref) => (location.hash = `#/all?session=${ref}`), session);
  const { entries, title } = parts(page);
  await expect(title).toBeVisible();
  await expect(entries.locator('[data-position]').first()).toBeVisible();
  return entries;
}

/** Half a screen on; from the end to the beginning. */
function further(element: Element): void {
  const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
  element.scrollTo(0, atEnd ? 0 : element.scrollTop + 400);
}

/** Scrolls, as far as it takes, to a line of the transcript; unfolds it; gives the whole row. */
async function unfold(page: Page, name: RegExp): Promise<Locator> {
  const { entries } = parts(page);
  const line = entries.getByRole('button', { name, expanded: false }).first();
  const unfolded = entries.getByRole('button', { name, expanded: true }).first();
  await entries.evaluate((element) => element.scrollTo(0, 0));
  await expect(async () => {
    if (await line.isVisible()) await line.click({ timeout: 1_000 });
    else if (!(await unfolded.isVisible())) await entries.evaluate(further);
    await expect(unfolded).toBeVisible({ timeout: 100 });
  }, String(name)).toPass({ intervals: [20] });
  const within = page.getByRole('button', { name, expanded: true });
  return entries.locator('[data-position]').filter({ has: within }).last();
}

test('an answer is set as markdown: headings, tables, tasks, code in colours, links that say where they lead', async ({
  app: { page },
}) => {
  const entries = await open(page, everythingId);
  await expect(entries.getByRole('heading', { name: 'What changed' })).toBeVisible();
  await expect(entries.getByRole('cell', { name: 'Sunday' })).toBeVisible();
  await expect(entries.getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(entries.locator('pre .hljs-keyword').first()).toHaveText('const');
  const link = entries.getByRole('link', { name: 'the almanac' });
  await expect(link).toHaveAttribute('href', 'https://example.com/almanac');
  await expect(link).toHaveAttribute('title', 'https://example.com/almanac');
  await expect(entries.getByText('https://example.com/chart.png')).toBeVisible();
  await expect(entries.locator('.prose img')).toHaveCount(0);
});

test('a line tells the one thing that matters, the change, the time and how it ended', async ({ app: { page } }) => {
  const entries = await open(page, everythingId);
  await expect(entries.getByRole('button', { name: /^Edit src\/tide\.ts \+5 −3 1 s Done$/ })).toBeVisible();
  await expect(entries.getByRole('button', { name: /^Bash npm test -- tide 8\.1 s exit 1 Failed$/ })).toBeVisible();
  await expect(entries.getByRole('button', { name: /^1 file read, 2 searches$/ })).toBeVisible();
});

test('reads and searches in a row are one line that holds them', async ({ app: { page } }) => {
  const entries = await open(page, everythingId);
  await unfold(page, /^1 file read/);
  const read = entries.getByRole('button', { name: /^Read src\/tide\.ts/ });
  await read.click();
  await expect(entries.locator('.line[data-n="10"]')).toContainText('return table[moment.getDay()];');
  await entries.getByRole('button', { name: /^Glob/ }).click();
  await expect(entries.getByRole('listitem').filter({ hasText: 'src/moon.ts' })).toBeVisible();
  await entries.getByRole('button', { name: /^Grep/ }).click();
  await expect(entries.getByText('src/tide.ts:10:')).toBeVisible();
});

test('a change unfolds as a diff with the words that changed, one below the other or side by side', async ({
  app: { page },
}) => {
  const entries = await open(page, everythingId);
  const before = await entries.getByRole('button', { name: /^Edit/ }).boundingBox();
  const row = await unfold(page, /^Edit src\/tide/);
  expect((await row.getByRole('button', { name: /^Edit/ }).boundingBox())?.y).toBe(before?.y);
  await expect(row.locator('.out mark').first()).toHaveText('getDay');
  await expect(row.locator('.in mark').first()).toHaveText('getUTCDay');
  await expect(row.getByText('22 lines not changed')).toBeVisible();
  await row.getByRole('button', { name: 'Side by side' }).click();
  await expect(row.locator('.pairs')).toBeVisible();
  await page.reload();
  await unfold(page, /^Edit src\/tide/);
  await expect(entries.locator('.pairs')).toBeVisible();
});

test('a command shows its output in colours, its error output apart and its exit code', async ({ app: { page } }) => {
  await open(page, everythingId);
  const failed = await unfold(page, /^Bash npm test/);
  await expect(failed.locator('.t-red')).toHaveText('FAIL');
  await expect(failed.getByText('Exit code 1', { exact: true })).toBeVisible();
  const passed = await unfold(page, /^Bash npm run lint/);
  await expect(passed.getByText('Error output')).toBeVisible();
  await expect(passed.locator('.terminal.problem')).toHaveText('warning: old browserslist');
  await expect(passed.locator('.terminal').first()).toHaveText('✓ 24 passed link');
});

/** What a person sees under each line; none of it is JSON. */
const bodies: readonly [name: RegExp, shows: string | RegExp][] = [
  [/^Write src\/moon\.ts \+2/, 'export const moon'],
  [/^MultiEdit README\.md/, 'Tides and moons'],
  [/^NotebookEdit a\.ipynb/, 'print(1)'],
  [/^TodoWrite Fix the clock 1 of 3 done/, 'Under way: Fix the clock'],
  [/^TaskCreate Paint the buoy/, 'To do: Paint the buoy'],
  [/^TaskUpdate Task 4 completed/, 'Done: Task 4'],
  [/^TaskList 1 of 1 done/, 'Done: Paint the buoy'],
  [/^AskUserQuestion Which zone.* UTC 40 s/, /Chosen:\s*UTC/],
  [/^ExitPlanMode The plan/, 'Move the clock to UTC'],
  [/^WebSearch tide table UTC 2 results/, 'Tides explained'],
  [/^WebFetch https:\/\/example\.com\/tides 200 OK/, 'When is high water?'],
  [/^Task Survey the harbour Explore 1 min 2 s/, '18.3K tokens'],
  [/^github · create_issue/, 'Created issue #12'],
  [/^Skill tides/, 'Launching skill: tides'],
  [/^ToolSearch select:WebFetch/, 'WebFetch'],
  [/^BashOutput npm run watch/, 'watching…'],
  [/^KillShell b1/, 'Killed'],
  [/^Bash npm run watch in the background/, 'Runs in the background as b2'],
  [/^Bash rm -rf build .*Denied$/, "The user doesn't want to proceed"],
  [/^Workflow/, 'await agent("count the gulls")'],
  [/^Hologram wide/, 'Projected.'],
  [/^Bash sleep 600 No result/, 'No output'],
  [/^Summary of what was compacted/, 'reading the clock in UTC'],
  [/^Shell output/, 'nothing to commit'],
  [/^While you were away/, 'the tests went green'],
  [/^Artifact The chart/, 'https://claude.ai/frame/1'],
  [/^Thought/, 'So it is the clock, or the table.'],
];

test('every tool and every kind of record has its own rendering', async ({ app: { page } }) => {
  test.setTimeout(120_000);
  await open(page, everythingId);
  for (const [name, shows] of bodies) {
    const row = await unfold(page, name);
    await expect(row, String(name)).toContainText(shows);
    await expect(row, String(name)).not.toContainText('{"');
    await row.getByRole('button', { name, expanded: true }).click();
  }
});

test('what the client says is there, quietly', async ({ app: { page } }) => {
  test.setTimeout(60_000);
  const entries = await open(page, everythingId);
  const see = async (text: string | RegExp) => {
    await entries.evaluate((element) => element.scrollTo(0, 0));
    await expect
      .poll(async () => {
        await entries.evaluate((element) => element.scrollBy(0, 400));
        return entries.getByText(text).first().isVisible();
      }, String(text))
      .toBe(true);
  };
  await see('And mind the moon.');
  await see('while Claude was at work');
  await see('/compact keep the tides');
  await see('Conversation compacted · by itself · 155K to 21K tokens');
  await see('Old results cleared · by itself · 90K to 60K tokens');
  await see('Attempt 1 of 10, again in 2 s');
  await see('claude-opus-4-5 to claude-sonnet-4-5');
  await see('Background command "npm run watch" completed (exit code 0)');
  await see('Interrupted by user');
  await see('Please run /login');
  await expect(page.getByText('secret-org')).toHaveCount(0);
});

test('hooks and context fold into one line; each unfolds on its own', async ({ app: { page } }) => {
  const entries = await open(page, everythingId);
  await unfold(page, /^2 pieces of context$/);
  await entries.getByRole('button', { name: /^Skills available/ }).click();
  await expect(entries.getByText('- tides: reads tide tables').last()).toBeVisible();
  await unfold(page, /^2 hooks, 1 note$/);
  await entries.getByRole('button', { name: /^Hook PostToolUse npx prettier --check 640 ms/ }).click();
  await expect(entries.getByText('All matched files use Prettier code style!')).toBeVisible();
});

test('only a record nobody knows is shown as JSON', async ({ app: { page } }) => {
  await open(page, everythingId);
  const row = await unfold(page, /^Unknown record “seance”/);
  await expect(row).toContainText('"medium": "driftwood"');
});

test('a picture is shown, and enlarges', async ({ app: { page } }) => {
  await open(page, everythingId);
  const row = await unfold(page, /^Read chart\.png/);
  await row.getByRole('img', { name: /^PNG picture/ }).click();
  const large = page.getByRole('dialog', { name: 'Picture' }).getByRole('img');
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a long output shows its beginning; all of it on demand', async ({ app: { page } }) => {
  const entries = await open(page, everythingId);
  const row = await unfold(page, /^Bash cat tides\.log/);
  await expect(row).toContainText('log 59 the water rises');
  await expect(row).not.toContainText('log 80 the water rises');
  await row.getByRole('button', { name: /^Show all/ }).click();
  await expect(async () => {
    await entries.evaluate((element) => element.scrollBy(0, 6_000));
    await expect(row).toContainText('log 3999 the water rises', { timeout: 100 });
  }).toPass({ intervals: [50] });
});

test('a subagent is read in place, and on its own', async ({ app: { page } }) => {
  const entries = await open(page, everythingId);
  const row = await unfold(page, /^Task Survey the harbour/);
  await row.getByRole('button', { name: /^Read its transcript, 4 entries/ }).click();
  const nested = entries.getByRole('group', { name: 'The subagent’s transcript' });
  await expect(nested).toContainText('The second one creaks.');
  await expect(nested.getByRole('button', { name: /^Read piers\.md/ })).toBeVisible();
  await row.getByRole('link', { name: 'Open on its own' }).click();
  await expect(page).toHaveURL(/file=.*agent-b7e1c2/);
  await expect(entries).toContainText('The second one creaks.');
});

test('what a rewind left behind can be seen in its place', async ({ app: { page } }) => {
  const entries = await open(page, branchesId);
  await expect(entries.getByText('2 other versions of this prompt')).toBeVisible();
  await expect(entries).toContainText('Then “Swift”.');
  await expect(entries).not.toContainText('Heron');
  await entries.getByRole('button', { name: 'Earlier version' }).click();
  await expect(entries).toContainText('Then “Heron”.');
  await expect(entries).not.toContainText('Painted.');
  await entries.getByRole('button', { name: 'Earlier version' }).click();
  await expect(entries).toContainText('Then “Wren”.');
  await expect(entries.getByRole('button', { name: 'Earlier version' })).toBeDisabled();
  await page.evaluate((ref) => (location.hash = `#/all?session=${ref}&at=4`), branchesId);
  await expect(entries).toContainText('Then “Heron”.');
  await page.evaluate((ref) => (location.hash = `#/all?session=${ref}&at=9`), branchesId);
  await expect(entries).toContainText('Painted.');
});

test('the mode shows everything, the conversation, or prompts; and is remembered', async ({ app: { page } }) => {
  const entries = await open(page, everythingId);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  await choose('Conversation only');
  await expect(entries.getByRole('button', { name: /^Bash/ })).toHaveCount(0);
  await expect(entries.getByRole('heading', { name: 'What changed' })).toBeVisible();
  await choose('Prompts only');
  await expect(entries.getByRole('heading', { name: 'What changed' })).toHaveCount(0);
  await expect(entries).toContainText('Go on.');
  await page.reload();
  await expect(entries).toContainText('Go on.');
  await expect(entries.getByRole('heading', { name: 'What changed' })).toHaveCount(0);
  await entries.focus();
  await page.keyboard.press('m');
  await expect(entries.getByRole('button', { name: /^Edit/ })).toBeVisible();
  const size = () =>
    entries
      .locator('.prose')
      .first()
      .evaluate((element) => getComputedStyle(element).fontSize);
  await expect.poll(size).toBe('15px');
  await choose('Large text');
  await expect.poll(size).toBe('18px');
});

test('a session that grows is followed at its end, and counts what is new elsewhere', async ({
  app: { page },
  folders,
}) => {
  const id = '6a1b2c3d-0000-4000-8000-00000000e009';
  const live = new SessionFile(folders.claudeDir, '-home-dev-gallery', id);
  for (let n = 0; n < 40; n += 1) live.prompt(`Prompt ${n}`);
  live.write();
  let written = live.text.length;
  const grow = () => {
    appendFileSync(live.path, live.text.slice(written));
    written = live.text.length;
  };
  const { sessions } = parts(page);
  await sessions.getByRole('option', { name: /Prompt 0/ }).click();
  const { entries } = parts(page);
  await expect(entries).toContainText('Prompt 3');
  live.say('Something new.');
  grow();
  await expect(page.getByRole('button', { name: '1 new line' })).toBeVisible();
  await page.getByRole('button', { name: '1 new line' }).click();
  await expect(entries.getByText('Something new.')).toBeInViewport();
  live.call('Bash', { command: 'make the tea' }, { text: 'tea', data: { stdout: 'tea', stderr: '' } });
  live.say('And tea.');
  grow();
  await expect(entries.getByText('And tea.')).toBeInViewport();
  await expect(entries.getByRole('button', { name: /^Bash make the tea 1 s Done/ })).toBeVisible();
});

test('a message is copied as markdown, plain text, JSON and link; a session as the command that resumes it', async ({
  app: { page },
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const entries = await open(page, everythingId);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const row = entries.locator('[data-position]').filter({ hasText: 'The clock was read in' });
  const copy = async (name: string) => {
    await row.hover();
    await row.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  };
  await copy('Copy as Markdown');
  await expect.poll(clipboard).toContain('read in **local time**');
  await copy('Copy as plain text');
  await expect.poll(clipboard).toContain('read in local time');
  await copy('Copy as JSON');
  await expect.poll(clipboard).toContain('"type": "assistant"');
  await copy('Copy link to this');
  await expect.poll(clipboard).toMatch(/#\/all\?session=6a1b2c3d-.*&at=\d+$/);
  await page.getByRole('button', { name: 'Session', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy the command that resumes it' }).click();
  await expect.poll(clipboard).toBe(`cd /home/dev/gallery && claude --resume ${everythingId}`);
  await entries.locator('.fenced').first().hover();
  await entries.locator('.fenced').first().getByRole('button', { name: 'Copy' }).click();
  await expect.poll(clipboard).toMatch(/^const day = moment\.getUTCDay\(\)/);
  await entries.focus();
  await page.keyboard.press('Home');
  await entries.getByRole('button', { name: /^Edit/ }).focus();
  await page.keyboard.press('c');
  await expect.poll(clipboard).toMatch(/^\*\*Edit\*\*/);
});

test('the panel lists prompts, facts, files, subagents and branches', async ({ app: { page } }) => {
  await page.setViewportSize({ width: 1680, height: 950 });
  const entries = await open(page, everythingId);
  const panel = page.getByRole('complementary', { name: 'Outline and facts' });
  await expect(panel.getByRole('link', { name: /^1 The tide test fails on Sundays\./ })).toBeVisible();
  await panel.getByRole('link', { name: /Now do the rest/ }).click();
  await expect(entries.getByText('Now do the rest.')).toBeInViewport();
  await expect(panel.locator('[aria-current=location]')).toContainText('Now do the rest');
  await expect(panel.getByRole('link', { name: 'harbour/tides#7' })).toHaveAttribute('href', /pull\/7$/);
  await panel.getByRole('button', { name: /^Files/ }).click();
  await expect(panel.getByText('src/tide.ts')).toBeVisible();
  await panel.getByRole('button', { name: /^Subagents/ }).click();
  await expect(panel.getByRole('link', { name: /Survey the harbour/ })).toBeVisible();
  await page.getByRole('button', { name: 'Outline and facts' }).click();
  await expect(panel).toHaveCount(0);
  await page.reload();
  await expect(entries).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('a transcript that was deleted still shows its text', async ({ app: { page }, folders }) => {
  const { sessions } = parts(page);
  await expect(sessions.getByRole('option')).toHaveCount(3);
  rmSync(folders.claudeDir + `/projects/-home-dev-gallery/${everythingId}.jsonl`);
  await open(page, everythingId);
  const row = await unfold(page, /^Bash npm test/);
  await expect(row).toContainText('expected 4.2');
});

test('a session of 50,000 records opens at once, and its end is a key away', async ({ app: { page }, folders }) => {
  test.setTimeout(120_000);
  const id = '6a1b2c3d-0000-4000-8000-00000000e00b';
  const big = new SessionFile(folders.claudeDir, '-home-dev-big', id);
  for (let turn = 0; turn < 12_500; turn += 1) {
    big.prompt(`Prompt ${turn}`);
    big.call('Bash', { command: `make ${turn}` }, { text: 'made', data: { stdout: 'made', stderr: '' } });
    big.say(`Made ${turn}.`);
  }
  big.write();
  const { sessions, entries, status } = parts(page);
  await expect(sessions.getByRole('option', { name: /^Prompt 0 .*12,500 prompts/ })).toBeVisible({ timeout: 60_000 });
  await expect(status).toContainText('Up to date', { timeout: 60_000 });
  await open(page, id);
  await entries.focus();
  await page.keyboard.press('End');
  await expect(entries.getByText('Made 12499.')).toBeInViewport();
  await expect(entries.getByRole('button', { name: /^Bash make 12499 1 s Done/ })).toBeVisible();
  expect(await entries.locator('.row').count()).toBeLessThan(120);
});

test('hostile content is shown and does nothing', async ({ app: { page, trouble } }) => {
  test.setTimeout(90_000);
  const entries = await open(page, hostileId);
  await expect(async () => {
    const done = await entries.evaluate((element) => {
      const folded = [...element.querySelectorAll<HTMLElement>('[aria-expanded=false]')];
      for (const button of folded) button.click();
      element.scrollBy(0, 600);
      return folded.length === 0 && element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
    });
    expect(done).toBe(true);
  }).toPass({ intervals: [100] });
  await entries.evaluate((element) => element.scrollTo(0, 0));
  await expect(entries.getByText('[click](javascript:alert(2))').first()).toBeVisible();
  await expect(entries.getByText('<script>document.title = "owned"</script>').first()).toBeVisible();
  const hrefs = await entries.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  expect(hrefs.filter((href) => !/^(https:\/\/(example\.com|evil\.example)|#\/)/.test(href ?? ''))).toEqual([]);
  // What is written out as an address may be a link: followed by nobody but the reader.
  await expect(
    page.locator('#app script, #app iframe, #app style, #app object, #app [onerror], #app [onclick]'),
  ).toHaveCount(0);
  await expect(page.locator('#app img:not([src^="data:image/"])')).toHaveCount(0);
  await expect(page).toHaveTitle('Turnstone');
  expect(trouble).toEqual([]);
});
