import { describe, expect, test } from 'vitest';
import { completions, parseQuery, withFilter, type Node, type Query } from '../../../../shared/query/query.ts';
import { line, noon, parse, randomText, seeded } from './support.ts';

/** What is wrong with the positions in a query, or with the shape of its tree. */
function faults({ text, root, tokens, problems }: Query): string[] {
  const found: string[] = [];
  const inside = (what: string, { start, end }: { start: number; end: number }) => {
    if (!(0 <= start && start < end && end <= text.length)) found.push(`${what} at ${start} to ${end}`);
  };
  tokens.forEach((token, index) => {
    inside(`token ${token.kind}`, token);
    if (token.start < (tokens[index - 1]?.end ?? 0)) found.push(`token ${index} overlaps`);
  });
  problems.forEach((problem, index) => {
    inside(`problem ${problem.message}`, problem);
    if (problem.start < (problems[index - 1]?.start ?? 0)) found.push(`problem ${index} is out of order`);
  });
  const visit = (node: Node, parent?: Node): void => {
    inside(`node ${node.kind}`, node);
    if (parent && (node.start < parent.start || node.end > parent.end)) found.push(`${node.kind} outside its parent`);
    if (node.kind === parent?.kind && 'children' in node) found.push(`${node.kind} in ${node.kind}`);
    if (node.kind === 'not' && parent?.kind === 'not') found.push('not in not');
    if ('children' in node && node.children.length < 2) found.push(`${node.kind} of ${node.children.length}`);
    if ('children' in node) for (const child of node.children) visit(child, node);
    if (node.kind === 'not') visit(node.child, node);
    if (node.kind === 'regex') new RegExp(node.source, node.flags);
  };
  if (root) visit(root);
  return found;
}

/** Everything but blanks is coloured. */
const uncoloured = ({ text, tokens }: Query) =>
  tokens.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text).trim();

describe('10,000 random texts', () => {
  const random = seeded(18_11_2026);
  const texts = Array.from({ length: 10_000 }, () => randomText(random));

  test('are read without a throw, with every position inside the text and in order', () => {
    for (const text of texts) {
      const query = parse(text);
      expect(faults(query), JSON.stringify(text)).toEqual([]);
      expect(uncoloured(query), JSON.stringify(text)).toBe('');
    }
  });

  test('mean the same when read again', () => {
    for (const text of texts) expect(parse(text)).toEqual(parse(text));
  });

  test('have completions that fit into the text', () => {
    for (const text of texts) {
      const caret = Math.floor(random() * (text.length + 1));
      for (const { start, end } of completions(text, caret, () => ['a b'])) {
        expect(0 <= start && start <= caret && caret <= end && end <= text.length, JSON.stringify(text)).toBe(true);
      }
    }
  });

  test('can be narrowed by a filter, which then holds for the whole of them', () => {
    const plain = (text: string) => line(parseQuery(text, noon).root);
    for (const text of texts) {
      if (parse(text).problems.some(({ message }) => message.includes('64'))) continue;
      const was = parse(text).root;
      const expected =
        was === null ? 'branch=‹x y›' : `${was.kind === 'or' ? `(${line(was)})` : line(was)} & branch=‹x y›`;
      const narrowed = withFilter(text, 'branch', 'x y');
      expect(plain(narrowed), JSON.stringify(text)).toBe(expected);
      expect(plain(withFilter(narrowed, 'branch', 'x y')), JSON.stringify(text)).toBe(line(was));
    }
  });
});

describe('huge texts', () => {
  const size = 100_000;
  test.each([
    ['one word', 'a'],
    ['words', 'a '],
    ['parentheses that open', '('],
    ['parentheses that close', ')'],
    ['empty parentheses', '()'],
    ['groups in groups', '(a '],
    ['negated groups', '-('],
    ['NOTs', 'NOT '],
    ['ORs', 'OR '],
    ['alternatives', 'a OR '],
    ['quotes', '"'],
    ['open quotes', 'title:"'],
    ['slashes', '/ '],
    ['open brackets', '/[ '],
    ['escaped slashes', '/\\/ '],
    ['broken expressions', '/(/ '],
    ['expressions', '/a+/ '],
    ['stars', '*'],
    ['tildes', '~'],
    ['minuses', '- '],
    ['commas', 'tool:,'],
    ['values', 'a,'],
    ['fields', 'project:'],
    ['dates', 'on:2026 '],
    ['digits', 'tokens:1'],
    ['surrogates', '\ud800'],
    ['NULs', '\0'],
  ])('of %s are read in one pass', (_, piece) => {
    const text = piece.repeat(Math.ceil(size / piece.length));
    for (const whole of [text, `tool:${text}`, `tokens:${text}`, `"${text}`, `/${text}`]) {
      expect(faults(parse(whole))).toEqual([]);
    }
    expect(faults(parse(withFilter(text, 'project', 'x')))).toEqual([]);
    expect(completions(text, text.length, () => [])).toEqual([]);
  });

  test('take time in proportion to their length', () => {
    const random = seeded(7);
    const page = Array.from({ length: 2000 }, () => randomText(random)).join(' ');
    const seconds = (text: string) => {
      const start = performance.now();
      parse(text);
      return performance.now() - start;
    };
    const best = (text: string) => Math.min(...Array.from({ length: 5 }, () => seconds(text)));
    const short = page.slice(0, 20_000);
    best(short);
    expect(best(short.repeat(16)) / best(short)).toBeLessThan(16 * 6); // squared it would be 256
  });
});

test('10,000 nested parentheses are nothing special', () => {
  const depth = 10_000;
  const query = parse(`${'('.repeat(depth)}tide${')'.repeat(depth)}`);
  expect(query.problems).toEqual([]);
  expect(line(query.root)).toBe('tide');
  expect(line(parse(`${'NOT ('.repeat(depth)}tide`).root)).toBe('tide');
  expect(line(parse(`${'(a OR (b '.repeat(depth)}`).root)).toContain('a | (b & (a | (b');
});
