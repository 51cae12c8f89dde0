import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { parts, test } from '../support.ts';

test('two transcripts side by side, each where it was after a reload', async ({ app: { page } }) => {
  const { sessions, title } = parts(page);
  await sessions.getByRole('option', { name: /lighthouse/ }).click();
  await page.getByRole('button', { name: 'Session', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Keep beside the next one' }).click();
  await sessions.getByRole('option', { name: /Fix the flaky tide test/ }).click();
  const beside = page.getByRole('region', { name: 'Transcript beside' });
  await expect(title).toHaveText('Fix the flaky tide test');
  await expect(beside.getByRole('heading', { level: 1 })).toHaveText(/lighthouse/);
  await page.reload();
  await expect(title).toHaveText('Fix the flaky tide test');
  await expect(beside.getByRole('heading', { level: 1 })).toHaveText(/lighthouse/);
  await page.getByRole('button', { name: 'Close the transcript beside' }).click();
  await expect(beside).toHaveCount(0);
  await page.goBack();
  await expect(beside).toBeVisible();
});

test('several sessions are picked with the keyboard and the mouse', async ({ app: { page } }) => {
  const { sessions } = parts(page);
  const option = sessions.getByRole('option');
  await option.first().click();
  await page.keyboard.press('x');
  await option.nth(2).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Picked sessions' });
  await expect(bar).toContainText('3 sessions');
  await option.nth(1).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar).toContainText('2 sessions');
  await bar.getByRole('button', { name: 'All' }).click();
  await expect(bar).toContainText('5 sessions');
  await bar.getByRole('button', { name: 'None' }).click();
  await expect(bar).toHaveCount(0);
});

test('the list is narrowed and sorted, and the address keeps it', async ({ app: { page } }) => {
  const { sessions } = parts(page);
  const narrow = page.getByRole('group', { name: 'Only sessions with' });
  await narrow.getByRole('button', { name: 'Subagents' }).click();
  await expect(sessions.getByRole('option')).toHaveCount(2);
  await expect(page).toHaveURL(/mark=subagents/);
  await page.reload();
  await expect(narrow.getByRole('button', { name: 'Subagents' })).toHaveAttribute('aria-pressed', 'true');
  await narrow.getByRole('button', { name: 'Subagents' }).click();
  await page.getByRole('button', { name: /^Sort/ }).click();
  await page.getByRole('menuitemradio', { name: 'Most prompts' }).click();
  await expect(sessions.getByRole('option').first()).toContainText('150 prompts');
});

test('ghosts are what history.jsonl still knows', async ({ page, folders, address }) => {
  const line = {
    display: 'A prompt of long ago',
    timestamp: 1_700_000_000_000,
    project: '/home/dev/gone',
    sessionId: 'gone',
  };
  writeFileSync(join(folders.claudeDir, 'history.jsonl'), `${JSON.stringify(line)}\n`);
  await page.goto(address);
  await page.getByRole('link', { name: 'Ghosts, 1 session' }).click();
  const { sessions, entries } = parts(page);
  await sessions.getByRole('option', { name: /A prompt of long ago/ }).click();
  await expect(entries).toContainText('A prompt of long ago');
  appendFileSync(join(folders.claudeDir, 'history.jsonl'), `${JSON.stringify({ ...line, display: 'And another' })}\n`);
  await expect(entries).toContainText('And another');
});

test('another folder is added in the settings, and one that is not there is refused by name', async ({
  app: { page },
  folders,
}) => {
  const log = join(folders.base, 'run.jsonl');
  const records = [
    { type: 'system', subtype: 'init', cwd: '/srv/harbour', session_id: 's-1', model: 'claude-x' },
    { type: 'user', session_id: 's-1', message: { role: 'user', content: 'Sweep the harbour' } },
    { type: 'result', subtype: 'success', session_id: 's-1', result: 'Swept.' },
  ];
  writeFileSync(log, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  const field = dialog.getByRole('textbox', { name: 'Path of a folder or file to read' });
  await field.fill('/no/such/folder');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('There is no “/no/such/folder”.');
  await field.fill(log);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Other folders and files' })).toContainText('run.jsonl');
  await page.keyboard.press('Escape');
  await expect(parts(page).sessions.getByRole('option', { name: /Sweep the harbour/ })).toBeVisible();
});

test('single letters can be switched off', async ({ app: { page } }) => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: /Single letters/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toHaveCount(0);
});
