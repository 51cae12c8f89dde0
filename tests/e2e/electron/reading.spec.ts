import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { parts } from '../support.ts';
import { test as base } from './launch.ts';

const sessionId = '7a000000-0000-4000-8000-000000000001';
const records = 50_000;

/** Prompts and answers in turn, one after the other; the 30th prompt was asked twice: a rewind left the first behind. */
function* conversation(): Generator<string> {
  let parent: string | null = null;
  for (let at = 0; at < records; at += 1) {
    const uuid = `u${at}`;
    const role = at % 2 === 0 ? 'user' : 'assistant';
    const content = role === 'user' ? `Question ${at}` : [{ type: 'text', text: `Answer ${at}` }];
    const timestamp = new Date(Date.UTC(2026, 9, 1) + at * 1000).toISOString();
    const record = {
      type: role,
      uuid,
      parentUuid: parent,
      cwd: '/home/dev/deep',
      timestamp,
      message: { role, content },
    };
    yield `${JSON.stringify(record)}\n`;
    if (at === 61) {
      parent = 'u59'; // back to before question 60
      continue;
    }
    parent = uuid;
  }
}

const test = base.extend<{ transcript: string }>({
  transcript: [
    async ({ folders }, use) => {
      const folder = join(folders.claudeDir, 'projects', '-home-dev-deep');
      mkdirSync(folder);
      const file = join(folder, `${sessionId}.jsonl`);
      writeFileSync(file, [...conversation()].join(''));
      await use(file);
    },
    { auto: true },
  ],
});

test('a session of fifty thousand records opens, ends, switches branches and grows', async ({
  transcript,
  running,
}) => {
  const { page } = running;
  const { sessions, entries, status } = parts(page);
  await expect(status).toContainText('Up to date');
  await sessions.getByRole('option', { name: /Question 0/ }).click();
  await expect(entries).toContainText('Answer 1');

  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(entries.getByText(`Answer ${records - 1}`)).toBeInViewport();
  const more = { type: 'user', uuid: 'more', parentUuid: `u${records - 1}`, message: { content: 'One more question' } };
  appendFileSync(transcript, `${JSON.stringify(more)}\n`);
  await expect(entries.getByText('One more question')).toBeInViewport(); // it follows the end

  await page.keyboard.press('Home');
  await expect(entries.getByText('Question 0', { exact: true })).toBeInViewport();
  for (let turns = 0; turns < 30; turns += 1) await page.keyboard.press(']');
  await expect(entries.getByText('Question 62', { exact: true })).toBeVisible();
  await expect(entries.getByText('Question 60', { exact: true })).toHaveCount(0);
  await entries
    .getByRole('button', { name: /version/ })
    .first()
    .click();
  await expect(entries.getByText('Question 60', { exact: true })).toBeVisible();
});
