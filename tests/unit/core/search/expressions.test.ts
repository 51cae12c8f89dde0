import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Beside } from '../../../../electron/core/search/beside.ts';
import { impliedWords } from '../../../../electron/core/search/implied-words.ts';
import { threads } from '../../../support/folders.ts';
import { Library } from './support.ts';

let library: Library;
const texts = [
  ...[
    'Error: failed to open the file',
    'error: FAILED to open the file',
    'myerror: failed to openthe file',
    'tide42',
    'riptide7',
  ],
  ...['a.b.c', 'a-b-c', 'first line\nsecond line', 'x'.repeat(40), 'größe 12', 'call foo(1)', 'call foobar(2)'],
];
beforeAll(async () => {
  library = new Library();
  await library.say(...texts);
});
afterAll(() => library.close());

const expressions = [
  ...[
    'failed to',
    'Error: \\w+ to',
    'error: failed',
    'tide\\d+',
    '^tide',
    'line$',
    'a.b.c',
    'a\\.b\\.c',
    'foo\\(\\d\\)',
  ],
  ...[
    'gr[oö]ße \\d',
    '(one|two|first) line',
    'call foo|nothing',
    'open ?the file',
    'open(?:\\s)the',
    '\\bfoo',
    'to open (?!a)',
  ],
  ...['x{40}', '[^a-z]\\d', '\\u0066oo', 'second li{1,3}ne', 'fail(ed)? to', 'the fil'],
];

test.each(expressions.flatMap((source) => ['', 'i', 'm'].map((flags) => [source, flags] as const)))(
  '/%s/%s finds what it matches',
  async (source, flags) => {
    const expected = texts.filter((text) => new RegExp(source, flags).test(text));
    expect((await library.texts(`/${source}/${flags}`)).sort()).toEqual(expected.sort());
  },
);

test('goes with words, filters and NOT', async () => {
  expect(await library.texts('/fo+/ foobar')).toEqual(['call foobar(2)']);
  expect(await library.texts('/fo+/ -foobar kind:prompt')).toEqual(['call foo(1)']);
  expect((await library.texts('-/e/')).sort()).toEqual(texts.filter((text) => !text.includes('e')).sort());
});

describe('the words it implies', () => {
  test.each([
    ['failed to (\\w+) the tide', ['"to"', '"the"', '"tide"*']],
    ['error: failed', ['"failed"*']],
    ['tide\\d+', []],
    ['one|two three', []],
    ['a b? c d', ['"c"']],
    ['x (not this one) in it', ['"in"']],
    ['x [abc def] in it now', ['"in"', '"it"', '"now"*']],
    ['is (?:really|not) it', []],
    ['\\bfoo bar baz', ['"bar"', '"baz"*']],
    ['to the 検索 x', ['"the"', '"検\uFFFE索"']],
  ])('%s', (source, words) => expect(impliedWords(source, '')).toEqual(words));
});

test('one that never ends is ended, says so, and holds nobody up', async () => {
  const start = performance.now();
  const astray = library.run('/^(x+x+)+y/', 'typing');
  const meanwhile = await library.run('tide42');
  const waited = performance.now() - start;
  expect(meanwhile.total).toBe(1);
  expect(await astray).toMatchObject({
    total: 0,
    exact: false,
    problems: [{ start: 0, end: 11, message: expect.stringContaining('takes too long') as string }],
  });
  expect(waited).toBeLessThan(performance.now() - start);
  expect(await library.texts('/tide\\d+/ sort:oldest')).toEqual(['tide42', 'riptide7']); // by a new thread
});

test('one that matches nothing at all, everywhere', async () => {
  expect((await library.run('/(?:)/')).total).toBe(texts.length);
  expect((await library.run('/x*/ sort:newest')).hits[0]?.snippet).toBe('call foobar(2)');
});

test('a thread that cannot start is an error with a sentence, not a silence', async () => {
  const beside = new Beside('/nowhere/searcher.js', library.indexing.folders.dataDir);
  const task = {
    kind: 'find',
    condition: { kind: 'every' },
    oldest: true,
    scored: false,
    most: 1,
    told: 1,
    milliseconds: 100,
  } as const;
  await expect(beside.run(task)).rejects.toThrow(/The search stopped/);
});

test('whoever no longer waits gets no turn', async () => {
  const beside = new Beside(threads.searcher, library.indexing.folders.dataDir);
  const task = {
    kind: 'find',
    condition: { kind: 'every' },
    oldest: true,
    scored: false,
    most: 1,
    told: 1,
    milliseconds: 500,
  } as const;
  const stop = new AbortController();
  const [first, second] = [beside.run(task), beside.run(task, stop.signal)];
  stop.abort();
  expect((await first)?.ids).toHaveLength(1);
  expect(await second).toBeNull();
  beside.stop();
});
