import { expect, test } from 'vitest';
import { pagesOf } from '../../../electron/cli/command.ts';

const numbers = Array.from({ length: 2500 }, (_, at) => at);

test.each([
  { limit: 20, offset: 0, asked: [20] },
  { limit: 1000, offset: 0, asked: [1000] },
  { limit: 1500, offset: 100, asked: [1000, 500] },
  { limit: 1_000_000, offset: 0, asked: [1000, 1000, 1000] },
  { limit: 0, offset: 0, asked: [0] },
])('$limit from $offset on are asked for a page at a time', async ({ limit, offset, asked }) => {
  const pages: number[] = [];
  const answers = await pagesOf(
    { limit, offset },
    (page) => {
      pages.push(page.limit);
      return Promise.resolve(numbers.slice(page.offset, page.offset + page.limit));
    },
    (items) => items,
  );
  expect(answers.flat()).toEqual(numbers.slice(offset, offset + limit));
  expect(pages).toEqual(asked);
});
