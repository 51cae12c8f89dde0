import type { Role } from '../../../shared/schemas.ts';

/** What an entry must be, with everything looked up that can be: plain data that any thread can check. */
export type Condition =
  | { readonly kind: 'every' }
  | { readonly kind: 'none' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  /** An FTS5 expression, and how deep its parentheses go. */
  | { readonly kind: 'text'; readonly match: string; readonly depth: number }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  /** Of these kinds: a bit for each, by its place in `kinds`. */
  | { readonly kind: 'kinds'; readonly bits: number }
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'files'; readonly files: ReadonlySet<number> }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] }
  /** In lower case; one that ends in `*` stands for all that begin so. */
  | { readonly kind: 'tools'; readonly tools: readonly string[] }
  | { readonly kind: 'flag'; readonly flag: 'error' | 'image' | 'sidechain' }
  /** Epoch milliseconds, `from` included, `to` not. */
  | { readonly kind: 'span'; readonly from: number; readonly to: number };

type Text = Extract<Condition, { kind: 'text' }>;

export const every: Condition = { kind: 'every' };
export const none: Condition = { kind: 'none' };
export const text = (match: string): Condition => ({ kind: 'text', match, depth: 0 });

/** FTS5's parser gives up at about 33 levels. What is deeper is checked entry by entry. */
const deepest = 24;

export function not(part: Condition): Condition {
  if (part.kind === 'not') return part.part;
  if (part.kind === 'every') return none;
  return part.kind === 'none' ? every : { kind: 'not', part };
}

/** All of these. Whatever FTS5 can join becomes one expression, and files their intersection. */
export function allOf(conditions: readonly Condition[]): Condition {
  const parts = conditions.flatMap((part) => (part.kind === 'and' ? part.parts : [part]));
  if (parts.some(({ kind }) => kind === 'none')) return none;
  return combined('and', sharedFiles(joinedText(parts.filter(({ kind }) => kind !== 'every'))));
}

export function anyOf(conditions: readonly Condition[]): Condition {
  const parts = conditions.flatMap((part) => (part.kind === 'or' ? part.parts : [part]));
  if (parts.some(({ kind }) => kind === 'every')) return every;
  const [texts, others] = divided(
    parts.filter(({ kind }) => kind !== 'none'),
    isShallow,
  );
  return combined('or', texts.length > 0 ? [joined('OR', texts), ...others] : others);
}

function combined(kind: 'and' | 'or', parts: readonly Condition[]): Condition {
  const [first, ...rest] = parts;
  if (!first) return kind === 'and' ? every : none;
  return rest.length === 0 ? first : { kind, parts };
}

/** FTS5 knows NOT only between two things: what is unwanted joins where something is wanted. */
function joinedText(parts: readonly Condition[]): Condition[] {
  const [texts, others] = divided(parts, isShallow);
  if (texts.length === 0) return others;
  const [unwanted, rest] = divided(others, isWithout);
  const wanted = joined('AND', texts);
  if (unwanted.length === 0) return [wanted, ...rest];
  const excluded = joined(
    'OR',
    unwanted.map(({ part }) => part),
  );
  return [joined('NOT', [wanted, excluded]), ...rest];
}

const isShallow = (part: Condition): part is Text => part.kind === 'text' && part.depth < deepest;
const isWithout = (part: Condition): part is Condition & { kind: 'not'; part: Text } =>
  part.kind === 'not' && isShallow(part.part);

function joined(operator: 'AND' | 'OR' | 'NOT', texts: readonly Text[]): Text {
  const [first, ...rest] = texts;
  if (first && rest.length === 0) return first;
  const matches = texts.map(({ match, depth }) => (depth === 0 ? match : `(${match})`));
  return {
    kind: 'text',
    match: matches.join(` ${operator} `),
    depth: Math.max(...texts.map(({ depth }) => depth)) + 1,
  };
}

function sharedFiles(parts: readonly Condition[]): Condition[] {
  const [chosen, others] = divided(parts, (part) => part.kind === 'files');
  const [first, ...rest] = chosen;
  if (!first) return others;
  const shared = [...first.files].filter((file) => rest.every(({ files }) => files.has(file)));
  return shared.length === 0 ? [none] : [{ kind: 'files', files: new Set(shared) }, ...others];
}

function divided<T, S extends T>(items: readonly T[], is: (item: T) => item is S): [S[], T[]] {
  const chosen: S[] = [];
  const others: T[] = [];
  for (const item of items) if (is(item)) chosen.push(item); else others.push(item); // prettier-ignore
  return [chosen, others];
}
