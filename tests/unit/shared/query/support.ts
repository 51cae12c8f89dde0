import { parseQuery, type Clock, type Node } from '../../../../shared/query/query.ts';

/** Wednesday, 18 November 2026, 11:30 UTC. */
export const noon: Clock = { now: Date.UTC(2026, 10, 18, 11, 30), offsetMinutes: () => 0 };

export const parse = (text: string, clock = noon) => parseQuery(text, clock);

/** The tree as one line: `a & (b | !c)`. */
export const read = (text: string, clock = noon): string => line(parse(text, clock).root);

/** What is wrong with a text, each as `the part: the sentence`. */
export const problems = (text: string): string[] =>
  parse(text).problems.map(({ start, end, message }) => `${text.slice(start, end)} → ${message}`);

export function line(node: Node | null): string {
  if (!node) return '';
  switch (node.kind) {
    case 'and':
      return node.children.map(inner).join(' & ');
    case 'or':
      return node.children.map(inner).join(' | ');
    case 'not':
      return `!${inner(node.child)}`;
    case 'word':
      return `${node.fuzzy ? '~' : ''}${node.text}${node.prefix ? '*' : ''}`;
    case 'phrase':
      return `"${node.text}"`;
    case 'regex':
      return `/${node.source}/${node.flags}`;
    case 'filter':
      return `${node.field}=${node.values.map((value) => `‹${value}›`).join('')}`;
    case 'time':
      return `time=${stamp(node.from)}..${stamp(node.to)}`;
    case 'tokens':
      return `tokens=${node.min ?? ''}..${node.max ?? ''}`;
    default:
      return `${node.kind}=${node.value}`;
  }
}

const inner = (node: Node) => (node.kind === 'and' || node.kind === 'or' ? `(${line(node)})` : line(node));

/** A time in UTC, as short as it is exact. */
const stamp = (time: number | null) =>
  time === null ? '' : new Date(time).toISOString().replace(/(T00:00)?:00\.000Z$/, '');

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pieces = [
  ...[
    ' ',
    ' ',
    ' ',
    '  ',
    '\t',
    '\n',
    '"',
    '"',
    '(',
    ')',
    '()',
    '-',
    '--',
    '~',
    '*',
    '/',
    '\\',
    '[',
    ']',
    ',',
    ':',
    '|',
  ],
  ...[
    'AND',
    'OR',
    'OR ',
    ' OR ',
    'NOT ',
    'not',
    'tide',
    'Moon',
    'foo_bar',
    'a',
    '12:30',
    'http://x',
    'C:\\x',
    'std::vector',
  ],
  ...[
    'project:',
    '-project:api',
    'tool:Edit,Write',
    'tool:,',
    'is:live',
    'is:',
    'has:nothing',
    'before:2026',
    'on:monday',
  ],
  ...[
    'older_than:30d',
    'newer_than:',
    'tokens:>10k',
    'tokens:x',
    'sort:newest',
    '-sort:oldest',
    'note:"a b"',
    'title:"',
  ],
  ...[
    '/a.b/i',
    '/(/',
    '/x/g',
    '/[/]/',
    '\0',
    '\ud800',
    '\udc00',
    '🪨',
    '👩‍💻',
    'é',
    '潮',
    '\u2028',
    '\ufeff',
    '\u00a0',
    '""',
    "'",
    '=>',
  ],
];

export function randomText(random: () => number): string {
  const length = Math.floor(random() ** 3 * 60);
  const pick = () => pieces[Math.floor(random() * pieces.length)] ?? '';
  const long = random() < 0.02 ? pick().repeat(500) : '';
  return Array.from({ length }, pick).join('') + long;
}
