import { quoteIfNeeded } from './edit.ts';
import { fields, takesList, type Field } from './operators.ts';
import { quotedAt, runEnd, scan, type Filter, type Value } from './scan.ts';
import type { Span } from './types.ts';

/** Puts `insert` in place of the text from `start` to `end`. */
export interface Completion extends Span {
  readonly insert: string;
  readonly label: string;
  readonly hint: string;
}

/** What may be meant at the caret. `values` knows what the index holds, such as the names of projects. */
export function completions(
  text: string,
  caret: number,
  values: (field: string, typed: string) => readonly string[],
): Completion[] {
  const head = text.slice(0, Math.max(0, caret));
  const last = scan(head).at(-1);
  if (last?.end !== head.length) return [];
  const found =
    last.kind === 'word' ? fieldNames(text, last) : last.kind === 'filter' ? fieldValues(text, last, values) : [];
  return found.filter(({ start, end, insert }) => text.slice(start, end) !== insert);
}

function fieldNames(text: string, { start, end }: Span): Completion[] {
  const typed = text.slice(start, end).toLowerCase();
  const rest = /^[a-z_]*:?/i.exec(text.slice(end, end + 20))?.[0] ?? ''; // the caret may stand inside the name
  return fields
    .filter(({ name }) => name.startsWith(typed))
    .map(({ name, hint }) => ({ start, end: end + rest.length, insert: `${name}:`, label: `${name}:`, hint }));
}

function fieldValues(
  text: string,
  { field, values: given }: Filter,
  known: (field: string, typed: string) => readonly string[],
): Completion[] {
  const value = given.at(-1);
  if (!value || (value.quoted && value.closed)) return [];
  const others = given.filter((other) => other !== value).map((other) => other.text);
  const span = { start: value.start, end: valueEnd(text, value, takesList(field)) };
  return offers(field, value.text, known)
    .filter(([name]) => !others.includes(name))
    .map(([name, hint]) => ({ ...span, insert: quoteIfNeeded(name), label: name, hint }));
}

function offers(
  { name, values }: Field,
  typed: string,
  known: (field: string, typed: string) => readonly string[],
): [string, string][] {
  if (!values) return known(name, typed).map((value) => [value, '']);
  const wanted = typed.toLowerCase().replaceAll(' ', '-');
  return Object.entries(values).filter(([value]) => value.startsWith(wanted));
}

/** Where the value under the caret ends. A later quote closes it only if it does not look like an opening one. */
function valueEnd(text: string, { start, end, quoted }: Value, list: boolean): number {
  if (!quoted) return runEnd(text, end, list ? '"(),' : '"()');
  const whole = quotedAt(text, start);
  return whole.closed && /^(?:[\s,()]|$)/.test(text.slice(whole.end, whole.end + 1)) ? whole.end : end;
}
