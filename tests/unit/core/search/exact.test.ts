import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseQuery } from '../../../../shared/query/query.ts';
import { Random } from '../../../support/random.ts';
import { evaluate, holds, Library, tokens } from './support.ts';

// Whatever is asked for, the hits are what a plain reading of every text finds: nothing missing, nothing extra.

const random = new Random(4);
const plain =
  'tide moon harbour the a of fails on Sundays parse read write value error line test chart café naïve Ärger';
const odd = [
  ...[
    'foo-bar',
    'a.b.c',
    '1.2.3',
    '2.1.118',
    'C++',
    'C#',
    'src/tide.ts',
    'C:\\Work\\desk\\app.cs',
    'user@host.example',
  ],
  ...['snake_case_name', '_private', 'camelCaseName', 'HTTPServer2', 'don’t', "can't", '--force', '=>', '->', '$HOME'],
  ...['deadbeef0123456789', '9f86d081884c7d65', 'sha256:e3b0c442', '0x1F', '3.14', '10,000', '100%', 'é', 'o\u0308l'],
  ...[
    '検索',
    '東京都',
    '全文検索エンジン',
    'テスト',
    '한국어',
    'ภาษาไทย',
    'foo検索bar',
    '🎉',
    '👩‍💻',
    'done🎉',
    'fine🫠',
  ],
  ...['Straße', 'ΑΒΓ', 'Ελλάδα', 'Война', 'мой'],
];
const words = [...plain.split(' '), ...odd];

const sentence = () => {
  const chosen = Array.from({ length: 1 + random.below(14) }, () => random.pick(words));
  return chosen.join(random.pick([' ', ' ', ' ', '\n', ', ', ' (', '/'])) + random.pick(['', '.', '?', '!']);
};

let library: Library;
let texts: string[];
beforeAll(async () => {
  library = new Library();
  texts = Array.from({ length: 400 }, sentence);
  const scripts = Array.from({ length: 8 }, () => library.script());
  for (const [at, text] of texts.entries()) scripts[at % scripts.length]?.prompt(text);
  await library.add(...scripts);
});
afterAll(() => library.close());

const sorted = (list: readonly string[]) => [...list].sort();
const expected = (passes: (text: string) => boolean) => sorted(texts.filter(passes));

async function expectSame(query: string, passes: (text: string) => boolean): Promise<void> {
  const { hits, total, exact, problems, instead } = await library.run(query);
  expect({ query, problems, instead: expected(passes).length > 0 ? instead : [] }).toEqual({
    query,
    problems: [],
    instead: [],
  });
  expect(exact).toBe(true);
  expect(total).toBe(hits.length);
  if (instead.length === 0)
    expect({ query, hits: sorted(await library.texts(query)) }).toEqual({ query, hits: expected(passes) });
}

test('the texts are in the index as they are here', () => {
  expect(sorted(library.db.prepare('SELECT text FROM entry_text').pluck().all() as string[])).toEqual(sorted(texts));
});

test.each(words.filter((word) => tokens(word).length > 0 && !/^(--|=>|->)/.test(word)))('the word %s', async (word) => {
  await expectSame(word, (text) => holds(text, word));
});

test.each(['=>', '->', '🎉', '👩‍💻'])('%s, which is no word to the index, is found by its signs', async (sign) => {
  await expectSame(`"${sign}"`, (text) => text.includes(sign));
});

test('phrases out of the texts', async () => {
  for (let round = 0; round < 100; round += 1) {
    const all = random.pick(texts).split(/\s+/);
    const start = random.below(all.length);
    const phrase = all.slice(start, start + 1 + random.below(4)).join(' ');
    if (tokens(phrase).length > 0 && !phrase.includes('"'))
      await expectSame(`"${phrase}"`, (text) => holds(text, phrase));
  }
});

test('prefixes of words', async () => {
  for (let round = 0; round < 100; round += 1) {
    const word = random.pick(random.pick(texts).match(/[\p{L}\p{N}_]+/gu) ?? ['tide']);
    const prefix = word.slice(0, 1 + random.below(word.length));
    await expectSame(`${prefix}*`, (text) => holds(text, prefix, true));
  }
});

describe('trees of AND, OR, NOT and parentheses', () => {
  const term = (depth: number): string => {
    if (depth > 0 && random.chance(0.5)) {
      const joint = random.pick([' ', ' AND ', ' OR ']);
      const group = Array.from({ length: 2 + random.below(2) }, () => term(depth - 1)).join(joint);
      return `${random.pick(['', '', '-', 'NOT '])}(${group})`;
    }
    const leaf = random.pick([
      () => random.pick(plain.split(' ')),
      () => `"${random.pick(plain.split(' '))} ${random.pick(plain.split(' '))}"`,
      () => `${random.pick(plain.split(' ')).slice(0, 2)}*`,
      () => random.pick(['snake_case_name', 'foo-bar', 'C++', '検索', '1.2.3']),
      () => random.pick(['/t[io]/', '/s$/', '/fails on/i', '/\\d+\\.\\d+/', '/^tide/']),
      () => random.pick(['role:user', 'role:assistant', 'kind:prompt', 'tool:Bash', 'project:/home/dev/x', 'is:error']),
    ])();
    return `${random.pick(['', '', '', '-'])}${leaf}`;
  };
  const always = ['role:user', 'kind:prompt', 'project:/home/dev/x'];

  test.each(Array.from({ length: 150 }, (_, at) => [at, term(3)] as const))('%i: %s', async (_, query) => {
    const { root } = parseQuery(query, { now: 0 });
    if (!root) return;
    const filter = ({ start, end }: { start: number; end: number }) => always.includes(query.slice(start, end));
    await expectSame(query, (text) => evaluate(root, text, filter));
  });

  test('a NOT alone, and one beside OR', async () => {
    await expectSame('-tide', (text) => !holds(text, 'tide'));
    await expectSame('NOT (tide OR moon)', (text) => !holds(text, 'tide') && !holds(text, 'moon'));
    await expectSame('tide OR -moon', (text) => holds(text, 'tide') || !holds(text, 'moon'));
    await expectSame('tide OR tool:Bash', (text) => holds(text, 'tide'));
    await expectSame('-tide -moon role:user', (text) => !holds(text, 'tide') && !holds(text, 'moon'));
  });

  test('as deep as a query can be', async () => {
    const deep = Array.from({ length: 60 }, (_, at) => `${random.pick(words.slice(0, 6))} ${at % 2 ? 'OR' : 'AND'} (`);
    const query = `${deep.join('')}tide${')'.repeat(60)}`;
    const { root } = parseQuery(query, { now: 0 });
    await expectSame(query, (text) => root !== null && evaluate(root, text, () => false));
  });
});

test('the last word may go on while it is typed, from three letters on', async () => {
  const total = async (query: string) => (await library.run(query, 'typing')).total;
  expect(await total('har')).toBe(expected((text) => holds(text, 'har', true)).length);
  expect(await total('tide ha')).toBe(expected((text) => holds(text, 'tide') && holds(text, 'ha')).length);
  expect(await total('tide harb')).toBe(expected((text) => holds(text, 'tide') && holds(text, 'harb', true)).length);
  expect((await library.run('harb ', 'typing')).instead).toEqual([{ word: 'harb', used: ['harbour'] }]);
  expect(await total('"tide moo')).toBe(expected((text) => holds(text, 'tide moo', true)).length);
  expect((await library.run('"tide moo"', 'typing')).instead).toEqual([{ word: 'tide moo', used: ['tide moon'] }]);
});
