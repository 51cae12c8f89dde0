import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { fixtures } from '../../support/folders.ts';
import { parts, test } from '../support.ts';

const prompt = (text: string) =>
  `${JSON.stringify({ type: 'user', cwd: '/home/dev/quay', timestamp: new Date().toISOString(), message: { content: text } })}\n`;

test('a session that begins and grows shows itself', async ({ app: { page }, folders: { claudeDir } }) => {
  const { sessions, status, entries, title } = parts(page);
  await expect(status).toContainText('Up to date');
  const folder = join(claudeDir, 'projects', '-home-dev-quay');
  const file = join(folder, '6f000000-0000-4000-8000-000000000001.jsonl');
  mkdirSync(folder);
  writeFileSync(file, prompt('Measure the quay'));
  const session = sessions.getByRole('option', { name: /Measure the quay/ });
  await session.click();
  await expect(title).toHaveText('Measure the quay');
  appendFileSync(file, prompt('And the crane'));
  await expect(entries).toContainText('And the crane');
  await expect(session).toContainText('2 prompts');
});

test('diagnostics say what could not be read, and where', async ({ app: { page } }) => {
  await parts(page).status.getByRole('button', { name: '2 bad lines' }).click();
  const dialog = page.getByRole('dialog', { name: 'Diagnostics' });
  await expect(dialog).toContainText('index.db is sound');
  await expect(dialog).toContainText(`${fixtures.damaged}.jsonl:`);
  await expect(dialog).toContainText('hologram');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
