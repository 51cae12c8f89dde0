import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { searchResultSchema, stages } from '../../../../shared/schemas.ts';
import { Random } from '../../../support/random.ts';
import { Library } from './support.ts';

// Any text is a query: there is an answer to it, or a sentence that says what is wrong.

const random = new Random(12);
const bits = [
  ...[
    '"',
    '""',
    '(',
    ')',
    '-',
    '*',
    '~',
    '/',
    '//',
    ':',
    '\\',
    "'",
    '`',
    '{',
    '}',
    '[',
    ']',
    '^',
    '+',
    '<',
    '>',
    '=',
    '|',
    ',',
  ],
  ...[
    ' ',
    '  ',
    '\t',
    '\n',
    '\0',
    '\u{1f389}',
    '\ud800',
    '\udc00',
    '\ufdd0',
    '\ufffe',
    'é',
    '検索',
    'a',
    'tide',
    'wave',
    '1.2.3',
  ],
  ...[
    'AND',
    'OR',
    'NOT',
    'NEAR(',
    'project:',
    'tool:',
    'is:',
    'is:error',
    'has:',
    'has:diff',
    'before:',
    'on:yesterday',
  ],
  ...[
    'tokens:>',
    'tokens:>1k',
    'sort:',
    'sort:oldest',
    'session:',
    '/x+/',
    '/(a|b)+$/i',
    '/[/',
    'kind:prompt',
    'fts:',
    'rowid',
  ],
];

let library: Library;
beforeAll(async () => {
  library = new Library();
  await library.say('tide and wave', 'a 1.2.3 検索 é', 'x "quoted" (text) -- /path/to', '\u{1f389}');
});
afterAll(() => library.close());

async function expectAnswer(query: string, stage: (typeof stages)[number]): Promise<void> {
  const result = await library.run(query, stage, 10);
  const checked = v.safeParse(searchResultSchema, result);
  expect(checked.success, `${JSON.stringify(query.slice(0, 200))}: ${checked.issues?.[0]?.message}`).toBe(true);
  for (const { start, end, message } of result.problems) {
    expect(start).toBeLessThanOrEqual(end);
    expect(end).toBeLessThanOrEqual(query.length);
    expect(message).toMatch(/\w/);
  }
}

test('ten thousand texts made of everything that means something', async () => {
  for (let round = 0; round < 10_000; round += 1) {
    const query = Array.from(
      { length: 1 + random.below(8) },
      () => random.pick(bits) + random.pick(['', '', ' ']),
    ).join('');
    await expectAnswer(query, stages[round % stages.length] ?? 'full');
  }
}, 240_000);

test.each([
  ['a hundred kilobytes of words', 'long '.repeat(20_000)],
  ['a hundred kilobytes in one word', 'x'.repeat(100_000)],
  ['a hundred kilobytes in quotes', `"${'tide wave '.repeat(10_000)}"`],
  ['a hundred kilobytes of quotes', '"'.repeat(100_000)],
  ['a hundred kilobytes of parentheses', '('.repeat(50_000) + 'tide' + ')'.repeat(50_000)],
  ['a hundred kilobytes of signs', '-*~/:"('.repeat(14_000)],
  ['a hundred kilobytes of Chinese', '検索'.repeat(50_000)],
  ['sixty-four terms', Array.from({ length: 64 }, (_, at) => `w${at}*`).join(' OR ')],
  ['NUL', '\0'],
  ['NUL in a word', 'ti\0de'],
  ['half a character', '\ud83c'],
])('%s', async (_, query) => {
  for (const stage of stages) await expectAnswer(query, stage);
});

test('a long phrase says that not all of it counts', async () => {
  const { problems } = await library.run(`"${'tide '.repeat(100)}"`);
  expect(problems[0]?.message).toBe('Only the first words of this long phrase are looked for');
});

test('what is wrong is told, and the rest still runs', async () => {
  const { total, problems } = await library.run('tide is:nonsense');
  expect(total).toBe(1);
  expect(problems[0]?.message).toMatch(/`is:` wants one of/);
});

test('facets, find and values answer as well', async () => {
  const { sessionId } = library.indexing.sessions()[0] ?? { sessionId: '' };
  for (let round = 0; round < 300; round += 1) {
    const query = Array.from({ length: 1 + random.below(5) }, () => random.pick(bits)).join(random.pick(['', ' ']));
    await library.search.facets(query);
    await library.search.find({ session: sessionId, query });
    library.search.values({ field: random.pick(['project', 'tool', query]), typed: query });
    await library.search.sessions({ query, limit: 5, offset: 0, view: 'all', marks: [], sort: 'newest' });
  }
});
