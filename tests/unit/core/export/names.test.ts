import { describe, expect, test } from 'vitest';
import { fileName, uniqueName } from '../../../../electron/core/export/names.ts';

const noon = new Date(2026, 10, 16, 12).getTime();

test('is the day and the title', () => {
  expect(fileName('Fix the flaky tide test', noon)).toBe('2026-11-16 Fix the flaky tide test');
  expect(fileName('  ', noon)).toBe('2026-11-16 Untitled');
  expect(fileName('', null)).toBe('Untitled');
});

describe('holds nothing that a system refuses', () => {
  test.each([
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['../../etc/passwd', 'etc passwd'],
    ['.hidden', 'hidden'],
    ['ends in dots... ', 'ends in dots'],
    ['a\u0000b\nc\u001b[31md', 'a b c [31md'],
    ['turned \u202Eround\u202C', 'turned round'],
    ['half \ud800 a character', 'half \uFFFD a character'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM¹', '_COM¹'],
    ['console', 'console'],
  ])('%j', (title, name) => {
    expect(fileName(title, null)).toBe(name);
  });
});

test('is as long as every file system takes, and never half a character', () => {
  for (const title of ['x'.repeat(1000), 'ü'.repeat(500), '👩‍👩‍👧‍👦'.repeat(50), '潮'.repeat(300)]) {
    const name = fileName(title, noon);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
    expect(name.isWellFormed()).toBe(true);
  }
  expect(fileName('👩‍👩‍👧‍👦'.repeat(50), null).replaceAll('👩‍👩‍👧‍👦', '')).toBe('');
});

test('is given once, whatever the case', () => {
  const taken = new Set<string>();
  const given = ['a.md', 'A.md', 'a.md', 'e\u0301.md', '\u00e9.md'].map((name) => uniqueName(name, taken));
  expect(given).toEqual(['a.md', 'A (2).md', 'a (3).md', 'e\u0301.md', '\u00e9 (2).md']);
  expect(uniqueName('b.md', taken, (tried) => tried === 'b.md')).toBe('b (2).md');
});
