import { fieldNamed, takesList, type Field } from './operators.ts';
import { regexAt } from './regex.ts';
import type { Span } from './types.ts';

export interface Value extends Span {
  readonly text: string;
  readonly quoted: boolean;
  /** False for a quote that runs to the end of the text. */
  readonly closed: boolean;
}

export interface Filter extends Span {
  readonly kind: 'filter';
  readonly field: Field;
  /** At least one, possibly empty; several where commas part them. */
  readonly values: readonly Value[];
}

export type Lexeme =
  | (Span & { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' })
  /** A `-` with its term right behind it. */
  | (Span & { readonly kind: 'minus' })
  /** An operator that touches nothing. */
  | (Span & { readonly kind: 'lone'; readonly text: '-' | '~' | '*' })
  | (Span & { readonly kind: 'word'; readonly text: string; readonly prefix: boolean; readonly fuzzy: boolean })
  | (Span & { readonly kind: 'phrase'; readonly text: string; readonly closed: boolean })
  | (Span & { readonly kind: 'regex'; readonly source: string; readonly flags: string })
  | Filter;

const keywords = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
] as const) as ReadonlyMap<string, 'and' | 'or' | 'not'>;

const isBlank = (char: string | undefined) => char !== undefined && /\s/.test(char);

/** The text cut into pieces, in one pass; only blanks lie between them. */
export function scan(text: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  let at = 0;
  while (at < text.length) {
    if (isBlank(text[at])) at++;
    else {
      const lexeme = lexemeAt(text, at, lexemes.at(-1)?.kind === 'minus');
      lexemes.push(lexeme);
      at = lexeme.end;
    }
  }
  return lexemes;
}

function lexemeAt(text: string, start: number, negated: boolean): Lexeme {
  const char = text[start];
  if (char === '(') return { kind: 'open', start, end: start + 1 };
  if (char === ')') return { kind: 'close', start, end: start + 1 };
  if (char === '"') return { kind: 'phrase', ...quotedAt(text, start) };
  if (char === '/') return regexAt(text, start) ?? wordAt(text, start, negated);
  if (char === '-') return minusAt(text, start) ?? wordAt(text, start, negated);
  return filterAt(text, start) ?? wordAt(text, start, negated);
}

/** `--force`, `->` and `-=` are words: people look for them. */
function minusAt(text: string, start: number): Lexeme | null {
  const next = text[start + 1];
  const end = start + 1;
  if (next === undefined || next === ')' || isBlank(next)) return { kind: 'lone', text: '-', start, end };
  return '->='.includes(next) ? null : { kind: 'minus', start, end };
}

function wordAt(text: string, start: number, negated: boolean): Lexeme {
  const end = runEnd(text, start);
  const raw = text.slice(start, end);
  const keyword = keywords.get(raw);
  if (keyword && !negated) return { kind: keyword, start, end };
  if (raw === '~') return { kind: 'lone', text: '~', start, end };
  const fuzzy = /^~[\p{L}\p{N}_]/u.test(raw); // but ~/notes is a path
  let stem = end;
  while (stem > start && text[stem - 1] === '*') stem--;
  if (stem === start) return { kind: 'lone', text: '*', start, end };
  return { kind: 'word', text: text.slice(fuzzy ? start + 1 : start, stem), prefix: stem < end, fuzzy, start, end };
}

// Not a field: `file:///tmp` is an address, `session::open` a name, and `Note: x` the beginning of a sentence.
const fieldPattern = /([a-z_]+):(?!\/\/|:)/iy;

function filterAt(text: string, start: number): Filter | null {
  fieldPattern.lastIndex = start;
  const name = fieldPattern.exec(text)?.[1];
  const field = name === undefined ? undefined : fieldNamed(name);
  if (name === undefined || !field) return null;
  const values = valuesAt(text, start + name.length + 1, takesList(field));
  const end = values.at(-1)?.end ?? start;
  if (name !== field.name && end === start + name.length + 1) return null;
  return { kind: 'filter', field, values, start, end };
}

function valuesAt(text: string, start: number, list: boolean): Value[] {
  const values: Value[] = [];
  for (let at = start; ; at++) {
    const value = text[at] === '"' ? { quoted: true, ...quotedAt(text, at) } : plainAt(text, at, list);
    values.push(value);
    at = value.end;
    if (!list || text[at] !== ',') return values;
  }
}

function plainAt(text: string, start: number, list: boolean): Value {
  const end = runEnd(text, start, list ? '"(),' : '"()');
  return { text: text.slice(start, end), quoted: false, closed: true, start, end };
}

/** A backslash means itself in quotes, because paths end in one; a quote is written twice. */
export function quotedAt(text: string, start: number): Omit<Value, 'quoted'> {
  const inside = (end: number) => text.slice(start + 1, end).replaceAll('""', '"');
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { text: inside(text.length), closed: false, start, end: text.length };
    if (text[quote + 1] !== '"') return { text: inside(quote), closed: true, start, end: quote + 1 };
    from = quote + 2;
  }
}

/** Where a run without blanks ends. `()` inside belongs to it, so that `main()` is one word. */
export function runEnd(text: string, start: number, stops = '"()'): number {
  let end = start;
  while (end < text.length) {
    const char = text.charAt(end);
    if (end > start && text.startsWith('()', end)) end += 2;
    else if (isBlank(char) || stops.includes(char)) break;
    else end++;
  }
  return end;
}
