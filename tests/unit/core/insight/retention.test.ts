import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanupOf } from '../../../../electron/core/insight/retention.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';

let folders: Folders;
beforeEach(() => {
  folders = emptyFolders();
  mkdirSync(folders.claudeDir);
});
afterEach(() => folders.remove());

const settings = (content: string, name = 'settings.json') => writeFileSync(join(folders.claudeDir, name), content);
const cleanup = () => cleanupOf(folders.claudeDir);

test('thirty days where nobody said otherwise', () => {
  expect(cleanup()).toEqual({ cleanupDays: 30, cleanupSet: false });
  settings('{"model":"opus"}');
  expect(cleanup()).toEqual({ cleanupDays: 30, cleanupSet: false });
});

test('what the settings say', () => {
  settings('{"cleanupPeriodDays":365}');
  expect(cleanup()).toEqual({ cleanupDays: 365, cleanupSet: true });
});

test('what the local settings say comes first', () => {
  settings('{"cleanupPeriodDays":365}');
  settings('{"cleanupPeriodDays":7}', 'settings.local.json');
  expect(cleanup()).toEqual({ cleanupDays: 7, cleanupSet: true });
});

test.each([
  '{"cleanupPeriodDays":',
  '[]',
  '{"cleanupPeriodDays":"99"}',
  '{"cleanupPeriodDays":-1}',
  '{"cleanupPeriodDays":1.5}',
  'null',
])('settings that make no sense say nothing: %s', (content) => {
  settings(content);
  expect(cleanup()).toEqual({ cleanupDays: 30, cleanupSet: false });
});
