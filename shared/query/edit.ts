import { isClosed, takesList, type FieldName } from './operators.ts';
import { finished, outline } from './outline.ts';
import type { Filter, Lexeme } from './scan.ts';
import type { Span } from './types.ts';

// What would end the value early, make the field no field, or close a regular expression begun by an earlier slash.
const needsQuotes = /[\s"(),]|^$|^:|^\/\/|^[^/]*\/[a-z]*$/;

/** A value as it must be typed to be read as one value. */
export const quoteIfNeeded = (value: string) => (needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

export const formatFilter = (field: FieldName, value: string) => `${field}:${quoteIfNeeded(value)}`;

/** Whether this filter narrows the whole query. */
export const hasFilter = (text: string, field: FieldName, value: string): boolean =>
  filtersOf(text, field).some((filter) => holds(filter, value));

/**
 * The query narrowed by one more filter, or widened again where the filter is already there. A second value of a text
 * field becomes an alternative, because nothing is in two projects; a second `is:` or `has:` must hold as well; any
 * other field changes its value.
 */
export function withFilter(text: string, field: FieldName, value: string): string {
  const query = finished(text);
  const filters = filtersOf(query, field);
  const active = filters.find((filter) => holds(filter, value));
  if (active) return without(query, active, value);
  const [filter] = filters;
  if (!filter || field === 'is' || field === 'has') return narrowed(query, formatFilter(field, value));
  if (!takesList(filter.field)) return replaced(query, filter, formatFilter(field, value));
  const given = query.slice(filter.start, filter.end);
  return replaced(query, filter, `${given}${given.endsWith(',') ? '' : ','}${quoteIfNeeded(value)}`);
}

/** The filters that hold for the whole query: not negated, in no group, beside no OR. */
function filtersOf(text: string, field: FieldName): Filter[] {
  const lexemes = outline(text);
  if (hasOr(lexemes)) return [];
  return lexemes.filter((lexeme, index): lexeme is Filter => {
    const before = lexemes[index - 1]?.kind;
    return lexeme.kind === 'filter' && lexeme.field.name === field && before !== 'minus' && before !== 'not';
  });
}

const hasOr = (lexemes: readonly Lexeme[]) => lexemes.some(({ kind }) => kind === 'or');

const isSame = ({ field }: Filter, given: string, value: string) =>
  isClosed(field) ? given.toLowerCase() === value.toLowerCase() : given === value;

const holds = (filter: Filter, value: string) => filter.values.some(({ text }) => isSame(filter, text, value));

/** OR binds less than what stands side by side, so it goes into parentheses first. */
function narrowed(query: string, filter: string): string {
  if (query === '') return filter;
  return hasOr(outline(query)) ? `(${query}) ${filter}` : `${query} ${filter}`;
}

function without(query: string, filter: Filter, value: string): string {
  const others = filter.values.filter(({ text }) => text !== '' && !isSame(filter, text, value));
  if (others.length > 0) {
    const list = others.map(({ start, end }) => query.slice(start, end)).join(',');
    return replaced(query, filter, `${filter.field.name}:${list}`);
  }
  const lexemes = outline(query);
  const index = lexemes.findIndex(({ start }) => start === filter.start);
  const [before, after] = [lexemes[index - 1], lexemes[index + 1]];
  const start = before?.kind === 'and' ? before.start : filter.start;
  const end = before?.kind !== 'and' && after?.kind === 'and' ? after.end : filter.end;
  return unwrapped(`${query.slice(0, start).trimEnd()} ${query.slice(end).trimStart()}`.trim());
}

/** Takes off the parentheses that `narrowed` put around everything. */
function unwrapped(query: string): string {
  const [open, close, ...more] = outline(query);
  const isGroup = open?.kind === 'open' && close?.kind === 'close' && more.length === 0;
  return isGroup ? query.slice(open.end, close.start).trim() : query;
}

const replaced = (text: string, { start, end }: Span, by: string) => text.slice(0, start) + by + text.slice(end);
