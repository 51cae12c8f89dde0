import { expect, test } from 'vitest';
import { operators } from '../../../../shared/query/query.ts';
import { parse } from './support.ts';

test.each(operators.map(({ name, hint, example }) => [name, hint, example] as const))('%s: %s', (_, hint, example) => {
  expect(hint).not.toBe('');
  const { root, sort, problems, incomplete } = parse(example);
  expect(problems).toEqual([]);
  expect(incomplete).toBe(false);
  expect(root ?? sort).not.toBeNull();
});

test('no operator is listed twice', () => {
  expect(new Set(operators.map(({ name }) => name)).size).toBe(operators.length);
});
