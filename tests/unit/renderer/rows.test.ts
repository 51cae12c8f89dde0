import { expect, test } from 'vitest';
import { layout, type Mode } from '../../../renderer/lib/rows.ts';
import { shape } from './shape-sketch.ts';

const rows = (of: ReturnType<typeof shape>, mode: Mode = 'everything', branch = 0) =>
  layout(of, mode, branch).rows.map(({ what, position, parts, begins }) =>
    [what, position, ...(parts.length > 0 ? [parts.join(' ')] : []), ...(begins ? ['begins'] : [])].join(' '),
  );

test('a result is shown with its call', () => {
  const of = shape('pcra', { tools: ['Bash'] });
  expect(rows(of)).toEqual(['entry 0', 'call 1 begins', 'entry 3']);
  const { rowOf, shows } = layout(of, 'everything', 0);
  expect([0, 1, 2, 3].map(rowOf)).toEqual([0, 1, 1, 2]);
  expect(shows(2)).toBe(true);
});

test('a result without a call is shown on its own', () => {
  expect(rows(shape('pr', { answers: [0] }))).toEqual(['entry 0', 'entry 1 begins']);
});

test('reads and searches in a row are one line, hooks between them included', () => {
  const tools = ['Read', 'Grep', 'Bash', 'Read'];
  expect(rows(shape('pcrhcrcrcr', { tools }))).toEqual(['entry 0', 'looked 1 1 3 4 begins', 'call 6', 'call 8']);
});

test('hooks, attachments and asides in a row are one line; a single one is itself', () => {
  expect(rows(shape('hfkpah'))).toEqual(['asides 0 0 1 2', 'entry 3', 'entry 4 begins', 'entry 5']);
});

test('the conversation is what was said, asked and planned; prompts are prompts', () => {
  const of = shape('ptcrcrahq', { tools: ['Bash', 'AskUserQuestion'] });
  expect(rows(of, 'conversation')).toEqual(['entry 0', 'call 4 begins', 'entry 6', 'entry 8']);
  expect(rows(of, 'prompts')).toEqual(['entry 0', 'entry 8']);
  expect(layout(of, 'prompts', 0).shows(2)).toBe(false);
});

test('what a rewind left behind is a line that leads to it', () => {
  const of = shape('papapapa', {
    branches: [
      [2, 4, 1],
      [4, 6, 2],
    ],
    abandoned: [
      { branch: 1, head: 2, instead: 6, entries: 2 },
      { branch: 2, head: 4, instead: 6, entries: 2 },
    ],
  });
  expect(rows(of)).toEqual(['entry 0', 'entry 1 begins', 'versions 6', 'entry 6', 'entry 7 begins']);
  expect(rows(of, 'everything', 2)).toEqual(['entry 0', 'entry 1 begins', 'versions 4', 'entry 4', 'entry 5 begins']);
});

test('a branch that nothing came instead of is found where it was', () => {
  const of = shape('papa', { branches: [[2, 4, 1]], abandoned: [{ branch: 1, head: 2, instead: null, entries: 2 }] });
  expect(rows(of)).toEqual(['entry 0', 'entry 1 begins', 'versions 2']);
});

test('50,000 entries are laid out in a moment', () => {
  const of = shape('p' + 'cr'.repeat(24_999) + 'a', { tools: Array.from({ length: 24_999 }, () => 'Bash') });
  const began = performance.now();
  expect(layout(of, 'everything', 0).rows).toHaveLength(25_001);
  expect(performance.now() - began).toBeLessThan(500);
});
