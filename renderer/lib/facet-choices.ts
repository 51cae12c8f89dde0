import { parseQuery, withFilter, type TextField } from '../../shared/query/query.ts';

export interface Choice {
  readonly value: string;
  /** Null for what the query asks for and nothing was found with. */
  readonly count: number | null;
  /** What the query says to the same end, be it only a part of the value; null where it says nothing. */
  readonly typed: string | null;
}

/** The values to offer for a field: those the hits have, and those the query asks for in vain. */
export function choicesOf(
  query: string,
  field: TextField,
  facet: readonly { readonly value: string; readonly count: number }[],
): Choice[] {
  const asked = askedFor(query, field);
  const isPartOf = (part: string, value: string) => value.toLowerCase().includes(part.toLowerCase());
  const found = facet.map(({ value, count }): Choice => {
    const typed = asked.find((part) => part === value) ?? asked.find((part) => isPartOf(part, value)) ?? null;
    return { value, count, typed };
  });
  const inVain = asked.filter((part) => !found.some(({ value }) => isPartOf(part, value)));
  return [...inVain.map((value): Choice => ({ value, count: null, typed: value })), ...found];
}

/** The query with the choice made, or taken back. */
export const toggled = (query: string, field: TextField, { value, typed }: Choice) =>
  withFilter(query, field, typed ?? value);

/** What the whole query must hold of a field; not what one side of an OR must, nor what it must not. */
function askedFor(query: string, field: TextField): string[] {
  const { root } = parseQuery(query, { now: 0 });
  const terms = root?.kind === 'and' ? root.children : root ? [root] : [];
  return terms.flatMap((term) => (term.kind === 'filter' && term.field === field ? term.values : []));
}
