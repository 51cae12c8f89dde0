import { describe, expect, test } from 'vitest';
import { kinds, roles } from '../../../../shared/schemas.ts';
import { parse, problems, read } from './support.ts';

const is = '`is:` wants one of bookmarked, live, subagent, error, deleted, fork, ghost';
const has = '`has:` wants one of image, diff, todo, thinking, secret, pr, plan';
const role = `\`role:\` wants one of ${roles.join(', ')}`;
const kind = `\`kind:\` wants one of ${kinds.join(', ')}`;
const sort = '`sort:` wants one of newest, oldest, relevance';
const date = (field: string) => `\`${field}:\` wants a date such as 2026-11-18, 2026-11, yesterday or last-week`;
const age = (field: string) => `\`${field}:\` wants an age such as 30d, in h, d, w, m or y`;
const both = (operator: string) => `\`${operator}\` wants something on both sides`;

describe('a problem names its part, and the rest still runs', () => {
  test.each([
    ['a "b c', '"b c → This quote is not closed', 'a & "b c"'],
    ['a "', '" → This quote is not closed', 'a'],
    ['a title:"b c', '"b c → This quote is not closed', 'a & title=‹b c›'],
    ['a "" b', '"" → Nothing stands between these quotes', 'a & b'],
    ['a (b OR c', '( → This parenthesis is not closed', 'a & (b | c)'],
    ['a) b', ') → `)` closes nothing', 'a & b'],
    ['a () b', '() → Nothing stands between these parentheses', 'a & b'],
    ['a OR () b', '() → Nothing stands between these parentheses', 'a | b'],
    ['a OR', `OR → ${both('OR')}`, 'a'],
    ['OR a', `OR → ${both('OR')}`, 'a'],
    ['(a OR) b', `OR → ${both('OR')}`, 'a & b'],
    ['a OR OR b', `OR → ${both('OR')}`, 'a | b'],
    ['a AND', `AND → ${both('AND')}`, 'a'],
    ['AND a', `AND → ${both('AND')}`, 'a'],
    ['a NOT', 'NOT → `NOT` wants something after it', 'a'],
    ['(a NOT) b', 'NOT → `NOT` wants something after it', 'a & b'],
    ['a NOT OR b', 'NOT → `NOT` wants something after it', 'a | b'],
    ['a - b', '- → `-` wants something right after it', 'a & b'],
    ['(a -) b', '- → `-` wants something right after it', 'a & b'],
    ['a ~ b', '~ → `~` wants a word right after it', 'a & b'],
    ['a * b', '* → `*` wants letters before it', 'a & b'],
    ['a /(/ b', '/(/ → Not a regular expression: Unterminated group', 'a & b'],
    ['a /[b/ c', '/[b/ → Not a regular expression: Unterminated character class', 'a & c'],
    ['a /b/gi', '/b/gi → A regular expression takes the flags i, m, s and u', 'a & /b/i'],
    ['project: b', 'project: → `project:` wants a value', 'b'],
    ['project:"" b', 'project:"" → `project:` wants a value', 'b'],
    ['tool:Edit,,Write', 'tool:Edit, → `tool:` wants a value', 'tool=‹Edit›‹Write›'],
    ['tool:(a OR b)', 'tool: → `tool:` wants a value', 'a | b'],
    ['a is:odd', `odd → ${is}`, 'a'],
    ['a is: b', `is: → ${is}`, 'a & b'],
    ['is:odd,live a', `odd → ${is}`, 'is=live & a'],
    ['is:constructor a', `constructor → ${is}`, 'a'],
    ['has:odd a', `odd → ${has}`, 'a'],
    ['role:odd a', `odd → ${role}`, 'a'],
    ['kind:odd,prompt', `odd → ${kind}`, 'kind=‹prompt›'],
    ['sort:odd a', `odd → ${sort}`, 'a'],
    ['sort:newest,oldest a', `newest,oldest → ${sort}`, 'a'],
    ['-sort:newest a', 'sort:newest → `sort:` cannot be negated', 'a'],
    ['NOT sort:newest a', 'sort:newest → `sort:` cannot be negated', 'a'],
    ['before:odd a', `odd → ${date('before')}`, 'a'],
    ['after: a', `after: → ${date('after')}`, 'a'],
    ['on:2026-02-30 a', `2026-02-30 → ${date('on')}`, 'a'],
    ['on:2026-13 a', `2026-13 → ${date('on')}`, 'a'],
    ['on:2026-00 a', `2026-00 → ${date('on')}`, 'a'],
    ['on:2026-01-00 a', `2026-01-00 → ${date('on')}`, 'a'],
    ['during:26 a', `26 → ${date('during')}`, 'a'],
    ['older_than:30 a', `30 → ${age('older_than')}`, 'a'],
    ['newer_than:2s a', `2s → ${age('newer_than')}`, 'a'],
    ['newer_than:999999y a', `999999y → ${age('newer_than')}`, 'a'],
    ['tokens:many a', 'many → `tokens:` wants a number such as >10000', 'a'],
  ])('%s', (text, problem, tree) => {
    expect(problems(text)).toEqual([problem]);
    expect(read(text)).toBe(tree);
  });
});

test('operators are not blamed for a neighbour that is left out', () => {
  expect(problems('a OR is:odd')).toEqual([`odd → ${is}`]);
  expect(problems('NOT is:odd')).toEqual([`odd → ${is}`]);
  expect(problems('a OR (is:odd)')).toEqual([`odd → ${is}`]);
});

test('problems come in the order of the text', () => {
  expect(problems('( ) (a is:odd "b')).toEqual([
    '( ) → Nothing stands between these parentheses',
    '( → This parenthesis is not closed',
    `odd → ${is}`,
    '"b → This quote is not closed',
  ]);
});

describe('limits', () => {
  const words = Array.from({ length: 66 }, (_, index) => `w${index}`);

  test('64 terms are fine', () => {
    expect(problems(words.slice(0, 64).join(' '))).toEqual([]);
  });

  test('of more, the first 64 are used', () => {
    const text = words.join(' ');
    expect(problems(text)).toEqual(['w64 w65 → A search can hold 64 terms; the rest is left out']);
    expect(read(text)).toBe(words.slice(0, 64).join(' & '));
  });

  test('the order and parentheses after them still count', () => {
    expect(problems(`(${words.join(' OR ')}) sort:newest`)).toHaveLength(1);
  });

  test('a filter has 64 values', () => {
    const text = `tool:${words.join(',')} b`;
    expect(problems(text)).toEqual(['w64,w65 → A filter can hold 64 values; the rest is left out']);
    expect(read(text)).toBe(
      `tool=${words
        .slice(0, 64)
        .map((word) => `‹${word}›`)
        .join('')} & b`,
    );
  });

  test('of the same problem, the first ten are named', () => {
    expect(problems(')'.repeat(1000))).toHaveLength(10);
    expect(problems(`${'(a '.repeat(100)}`).filter((problem) => problem.includes('64 terms'))).toHaveLength(1);
    expect(parse('('.repeat(1000)).problems.map(({ start }) => start)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
