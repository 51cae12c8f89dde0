import { expect, test } from 'vitest';
import { sideBySide, textOf, unified, type Line } from '../../../../shared/text/diff.ts';

const hunk = (oldStart: number, newStart: number, ...lines: string[]) => ({ oldStart, newStart, lines });
const shown = (lines: ReturnType<typeof unified>) =>
  lines.map((line) =>
    line.kind === 'gap' ? `… ${line.lines}` : `${line.old ?? ''}|${line.new ?? ''} ${line.kind} ${textOf(line)}`,
  );

test('lines keep the numbers they have in both files', () => {
  expect(shown(unified([hunk(3, 3, ' a', '-b', '+c', '+d', ' e')]))).toEqual([
    '3|3 same a',
    '4| out b',
    '|4 in c',
    '|5 in d',
    '5|6 same e',
  ]);
});

test('between two hunks it says how much is left out', () => {
  expect(shown(unified([hunk(1, 1, ' a', '-b'), hunk(10, 9, ' z')]))).toEqual([
    '1|1 same a',
    '2| out b',
    '… 7',
    '10|9 same z',
  ]);
});

test('the words that changed are marked, where two lines have something in common', () => {
  const [out, put] = unified([hunk(1, 1, '-const day = getDay();', '+const day = getUTCDay();')]) as Line[];
  expect(out?.pieces.filter(({ changed }) => changed).map(({ text }) => text)).toEqual(['getDay']);
  expect(put?.pieces.filter(({ changed }) => changed).map(({ text }) => text)).toEqual(['getUTCDay']);
  const strangers = unified([hunk(1, 1, '-alpha', '+omega')]) as Line[];
  expect(strangers.flatMap(({ pieces }) => pieces).some(({ changed }) => changed)).toBe(false);
});

test('side by side, what was taken out faces what was put in', () => {
  const pairs = sideBySide(unified([hunk(1, 1, ' a', '-b', '-c', '+d', ' e')]));
  const text = (line: Line | null) => (line ? textOf(line) : null);
  expect(pairs.map((pair) => ('kind' in pair ? null : [text(pair.left), text(pair.right)]))).toEqual([
    ['a', 'a'],
    ['b', 'd'],
    ['c', null],
    ['e', 'e'],
  ]);
});
