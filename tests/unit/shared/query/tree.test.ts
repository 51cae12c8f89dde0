import { describe, expect, test } from 'vitest';
import { line, parse, read } from './support.ts';

describe('NOT binds more than AND, AND more than OR', () => {
  test.each([
    ['a b', 'a & b'],
    ['a AND b', 'a & b'],
    ['a OR b', 'a | b'],
    ['a b OR c d', '(a & b) | (c & d)'],
    ['a AND b OR c', '(a & b) | c'],
    ['a OR b AND c', 'a | (b & c)'],
    ['NOT a b', '!a & b'],
    ['NOT a OR b', '!a | b'],
    ['a AND NOT b', 'a & !b'],
    ['a OR NOT b', 'a | !b'],
    ['a -b', 'a & !b'],
    ['-"a b" -/c/ -~d -e*', '!"a b" & !/c/ & !~d & !e*'],
  ])('%s', (text, tree) => expect(read(text)).toBe(tree));
});

describe('parentheses', () => {
  test.each([
    ['(a OR b) c', '(a | b) & c'],
    ['a (b OR c)', 'a & (b | c)'],
    ['NOT (a b)', '!(a & b)'],
    ['-(a OR b) c', '!(a | b) & c'],
    ['a OR(b)', 'a | b'],
    ['NOT(a)', '!a'],
    ['((a OR b) c) OR d', '((a | b) & c) | d'],
  ])('%s', (text, tree) => expect(read(text)).toBe(tree));

  test('that change nothing leave no trace', () => {
    expect(read('((((a))))')).toBe('a');
    expect(read('a (b (c d))')).toBe('a & b & c & d');
    expect(read('a OR (b OR (c OR d))')).toBe('a | b | c | d');
  });
});

test('two negations are none', () => {
  expect(read('NOT NOT a')).toBe('a');
  expect(read('NOT -a')).toBe('a');
  expect(read('NOT (-a)')).toBe('a');
  expect(read('NOT NOT NOT a')).toBe('!a');
});

test('an operator after a minus is a word', () => {
  expect(read('a -OR')).toBe('a & !OR');
});

test('no text asks for nothing', () => {
  expect(parse('')).toEqual({ text: '', root: null, sort: null, problems: [], incomplete: false, tokens: [] });
  expect(parse(' \n ').root).toBeNull();
});

describe('positions', () => {
  test('of a node run from its first to its last term', () => {
    const text = 'x (a OR -b) "c d"';
    const { root } = parse(text);
    const spans: string[] = [];
    const visit = (node: NonNullable<typeof root>): void => {
      spans.push(`${line(node)} = ${text.slice(node.start, node.end)}`);
      if ('children' in node) node.children.forEach(visit);
      if ('child' in node) visit(node.child);
    };
    if (root) visit(root);
    expect(spans).toEqual([
      'x & (a | !b) & "c d" = x (a OR -b) "c d"',
      'x = x',
      'a | !b = a OR -b',
      'a = a',
      '!b = -b',
      'b = b',
      '"c d" = "c d"',
    ]);
  });

  test('of tokens tell what to colour how', () => {
    const text = 'a* AND ("b c" OR -~d) /e/i tool:Edit,"My Tool" NOT is:live is:odd )';
    const tokens = parse(text).tokens.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
    expect(tokens).toEqual([
      ...['word a*', 'operator AND', 'paren (', 'phrase "b c"', 'operator OR', 'operator -', 'fuzzy ~d', 'paren )'],
      ...['regex /e/i', 'field tool:', 'value Edit', 'operator ,', 'value "My Tool"'],
      ...['operator NOT', 'field is:', 'value live', 'problem is:', 'problem odd', 'problem )'],
    ]);
  });

  test('count UTF-16 units', () => {
    expect(parse('🪨 b').root).toMatchObject({ children: [{ end: 2 }, { start: 3, end: 4 }] });
  });
});
