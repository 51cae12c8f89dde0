import { ago, amounts } from './amounts.ts';
import { dateRange } from './dates.ts';
import type { Notes } from './notes.ts';
import { isClosed, type Field, type SortValue } from './operators.ts';
import type { Filter, Value } from './scan.ts';
import { combine } from './tree.ts';
import type { Clock, Leaf, Node } from './types.ts';

const mostValues = 64;

/** The condition a filter stands for; null where none of its values can be used. */
export function filterNode(filter: Filter, clock: Clock, notes: Notes): Node | null {
  const { field, start, end } = filter;
  if (field.reads === 'text' || field.reads === 'choice') {
    const good = usable(filter, notes, (text) => (field.reads === 'text' ? text : choice(field, text)));
    const values = good.map(({ meaning }) => meaning);
    return values.length > 0 ? { kind: 'filter', field: field.name, values, start, end } : null;
  }
  const good = usable(filter, notes, (text) => condition(field, text, clock));
  const nodes = good.map(({ value, meaning }): Node => {
    const span = filter.values.length > 1 ? value : filter;
    return { ...meaning, start: span.start, end: span.end };
  });
  return combine('or', nodes);
}

export function sortOrder(filter: Filter, notes: Notes): SortValue | null {
  const [good] = usable(filter, notes, (text) => choice(filter.field, text) as SortValue | null);
  return good?.meaning ?? null;
}

function condition(field: Field, text: string, clock: Clock): Leaf | null {
  switch (field.reads) {
    case 'is':
    case 'has': {
      const value = choice(field, text);
      return value === null ? null : ({ kind: field.reads, value } as Leaf);
    }
    case 'date': {
      const range = dateRange(text, clock);
      if (!range) return null;
      if (field.name === 'before') return { kind: 'time', from: null, to: range.from };
      if (field.name === 'after') return { kind: 'time', from: range.to, to: null };
      return { kind: 'time', ...range };
    }
    case 'age': {
      const time = ago(text, clock);
      if (time === null) return null;
      return { kind: 'time', ...(field.name === 'older_than' ? { from: null, to: time } : { from: time, to: null }) };
    }
    case 'tokens': {
      const range = amounts(text);
      return range && { kind: 'tokens', ...range };
    }
    default:
      return null;
  }
}

function choice({ values = {} }: Field, text: string): string | null {
  const value = text.toLowerCase();
  return Object.hasOwn(values, value) ? value : null;
}

/** The values that mean something. The others are noted. */
function usable<T>(filter: Filter, notes: Notes, read: (text: string) => T | null): { value: Value; meaning: T }[] {
  const good = filter.values.slice(0, mostValues).flatMap((value) => {
    if (isUnfinished(value, notes.textLength)) {
      notes.incomplete = true;
      return [];
    }
    if (!value.closed) notes.problem(value, 'This quote is not closed');
    const meaning = value.text === '' ? null : read(value.text);
    if (meaning !== null) return [{ value, meaning }];
    notes.leaveOut(value);
    notes.problem(value.text === '' ? { start: filter.start, end: value.end } : value, wants(filter.field));
    return [];
  });
  const surplus = filter.values.slice(mostValues);
  for (const value of surplus) notes.leaveOut(value);
  if (surplus[0]) {
    const span = { start: surplus[0].start, end: filter.end };
    notes.problem(span, `A filter can hold ${mostValues} values; the rest is left out`);
  }
  if (good.length === 0 && !notes.incomplete) notes.leaveOut(filter);
  return good;
}

/** `project:` at the very end of the text: its value is still being typed. */
const isUnfinished = ({ text, end, quoted, closed }: Value, textLength: number) =>
  text === '' && end === textLength && !(quoted && closed);

function wants(field: Field): string {
  const name = `\`${field.name}:\``;
  if (isClosed(field)) return `${name} wants one of ${Object.keys(field.values ?? {}).join(', ')}`;
  if (field.reads === 'date') return `${name} wants a date such as 2026-11-18, 2026-11, yesterday or last-week`;
  if (field.reads === 'age') return `${name} wants an age such as 30d, in h, d, w, m or y`;
  if (field.reads === 'tokens') return `${name} wants a number such as >10000`;
  return `${name} wants a value`;
}
