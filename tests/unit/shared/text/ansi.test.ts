import { expect, test } from 'vitest';
import { plain, segmentsOf } from '../../../../shared/text/ansi.ts';

const styles = (output: string) => segmentsOf(output).map(({ text, style }) => [text, style]);

test('text without orders is one piece', () => {
  expect(styles('plain\ntext')).toEqual([['plain\ntext', '']]);
  expect(styles('')).toEqual([]);
});

test('colours and weights become classes, and end', () => {
  expect(styles('\u001b[1;31mFAIL\u001b[0m ok')).toEqual([
    ['FAIL', 't-bold t-red'],
    [' ok', ''],
  ]);
  expect(styles('\u001b[92mbright\u001b[39m \u001b[44mon\u001b[49m')).toEqual([
    ['bright', 't-bright-green'],
    [' ', ''],
    ['on', 't-on-blue'],
  ]);
  expect(styles('\u001b[1;2mx\u001b[22my')).toEqual([
    ['x', 't-bold t-dim'],
    ['y', ''],
  ]);
});

test('256 colours and true colours become the nearest of sixteen', () => {
  expect(styles('\u001b[38;5;196mr\u001b[38;5;46mg\u001b[38;5;244mgrey')).toEqual([
    ['r', 't-bright-red'],
    ['g', 't-bright-green'],
    ['grey', 't-bright-black'],
  ]);
  expect(styles('\u001b[38;2;20;20;180mblue\u001b[48;5;1mground')).toEqual([
    ['blue', 't-blue'],
    ['ground', 't-blue t-on-red'],
  ]);
});

test('what is inverted stays legible', () => {
  expect(styles('\u001b[7mx')).toEqual([['x', 't-paper t-on-ink']]);
  expect(styles('\u001b[31;7mx')).toEqual([['x', 't-on-red']]);
});

test.each([
  ['a title', '\u001b]0;owned\u0007done', 'done'],
  ['a link', '\u001b]8;;https://evil.example\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['a link that ends in a bell', '\u001b]8;;x\u0007text\u001b]8;;\u0007', 'text'],
  ['a cleared screen', '\u001b[2J\u001b[1;1Hx', 'x'],
  ['an order that never ends', 'a\u001b]0;never', 'a'],
  ['a lone escape', 'a\u001b', 'a'],
  ['NUL, bell, backspace', 'a\u0000\u0007\u0008b', 'ab'],
  ['writing turned round', 'a\u202Eevil\u202C', 'aevil'],
  ['a line that was overwritten', '10%\r20%\r100%\nnext', '100%\nnext'],
  ['lines of Windows', 'a\r\nb\r\n', 'a\nb\n'],
])('%s leaves only what is to be read', (_, output, shown) => {
  expect(plain(output)).toBe(shown);
  expect(
    segmentsOf(output)
      .map(({ text }) => text)
      .join(''),
  ).toBe(shown);
});
