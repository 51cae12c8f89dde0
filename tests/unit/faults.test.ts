import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/folders.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const rows = read('docs/FAULTS.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| fault '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('every fault in docs/FAULTS.md names a test that is there', () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const [, fault, , named = ''] of rows) {
    const [, path = '', title = ''] = /^`(.+?)`: (.+)$/.exec(named) ?? [];
    const tests = read(path);
    expect(
      ["'", '`'].some((mark) => tests.includes(mark + title + mark)),
      `${fault}: ${title}`,
    ).toBe(true);
  }
});
