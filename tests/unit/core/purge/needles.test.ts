import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fragmentsOf, spread } from '../../../../electron/core/purge/verify/fragments.ts';
import { Needles, shortest } from '../../../../electron/core/purge/verify/needles.ts';
import { emptyFolders } from '../../../support/folders.ts';
import { Random } from '../../../support/random.ts';

const letters = (random: Random, length: number) => Array.from({ length }, () => 'abc'[random.below(3)]).join('');

test('finds exactly what is there, wherever it begins', () => {
  const random = new Random(7);
  for (let round = 0; round < 300; round += 1) {
    const needles = Array.from({ length: 1 + random.below(30) }, () => letters(random, shortest + random.below(40)));
    const parts = needles.flatMap((needle) => [letters(random, random.below(30)), random.chance(0.4) ? needle : '']);
    const text = parts.join('');
    const expected = needles.flatMap((needle, nth) => (text.includes(needle) ? [nth] : []));
    expect([...new Needles(needles).in(Buffer.from(text))].toSorted((a, b) => a - b)).toEqual(expected);
  }
});

test('finds what lies across two chunks of a large file', async () => {
  const folders = emptyFolders();
  const path = join(folders.base, 'large.bin');
  const bytes = Buffer.alloc(9 << 20, 0x2e);
  const needles = ['across the first border', 'across the second one', 'at the very end of it', 'nowhere in this file'];
  bytes.write(needles[0] ?? '', (4 << 20) - 9);
  bytes.write(needles[1] ?? '', (8 << 20) - 3);
  bytes.write(needles[2] ?? '', bytes.length - (needles[2]?.length ?? 0));
  writeFileSync(path, bytes);
  expect([...(await new Needles(needles).inFile(path))].toSorted()).toEqual([0, 1, 2]);
  folders.remove();
});

test('fragments are whole words of a text, long enough, and hold nothing that JSON escapes', () => {
  const text =
    'A short one\nThe tide gauge "of Sandwick" fails on Sundays only, said harbourmaster_of_sandwick\\n and went';
  const fragments = fragmentsOf(text, 100);
  expect(fragments).toContain('harbourmaster_of_sandwick');
  for (const fragment of fragments) {
    expect(text).toContain(fragment);
    expect(fragment.length).toBeGreaterThanOrEqual(shortest);
    expect(fragment).not.toMatch(/["\\\n]/);
    const [before, after] = [text[text.indexOf(fragment) - 1], text[text.indexOf(fragment) + fragment.length]];
    expect([before, after].filter((char) => char !== undefined && /\w/.test(char))).toEqual([]);
  }
});

test('a few of many are taken from all of it', () => {
  expect(spread([1, 2, 3], 5)).toEqual([1, 2, 3]);
  expect(spread([0, 1, 2, 3, 4, 5, 6, 7], 4)).toEqual([0, 2, 4, 6]);
});
