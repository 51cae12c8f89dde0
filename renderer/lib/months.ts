export interface Month {
  /** `2026-11`, as the facets and `during:` name it. */
  readonly value: string;
  readonly count: number;
  /** Of the fullest month, 0 to 1. */
  readonly share: number;
}

const mostShown = 36;
const ordinal = (value: string) => Number(value.slice(0, 4)) * 12 + Number(value.slice(5, 7)) - 1;
const named = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

/** Every month from the first to the last, those without a hit too, so that gaps are seen; at most the last three years. */
export function monthsOf(facet: readonly { readonly value: string; readonly count: number }[]): Month[] {
  const known = facet.filter(({ value }) => /^\d{4}-\d{2}$/.test(value));
  const places = known.map(({ value }) => ordinal(value));
  const last = Math.max(...places);
  const first = Math.max(Math.min(...places), last - mostShown + 1);
  if (known.length === 0) return [];
  const counts = new Map(known.map(({ value, count }) => [value, count]));
  const values = Array.from({ length: last - first + 1 }, (_, index) => named(first + index));
  const most = Math.max(...values.map((value) => counts.get(value) ?? 0), 1);
  return values.map((value) => ({ value, count: counts.get(value) ?? 0, share: (counts.get(value) ?? 0) / most }));
}

const long = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const brief = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
export const monthName = (value: string) => long.format(new Date(`${value}-01T00:00:00Z`));
export const briefMonth = (value: string) => brief.format(new Date(`${value}-01T00:00:00Z`));
