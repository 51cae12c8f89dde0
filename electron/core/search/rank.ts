import type { Kind } from '../../../shared/schemas.ts';
import { kinds } from '../../../shared/schemas.ts';
import { kindIndexOf } from '../ingest/entry-id.ts';
import type { Found } from './find.ts';

/** What people said counts more than what was thought, that more than what was run, that more than what it printed. */
const weightOf: Partial<Record<Kind, number>> = {
  ...{ prompt: 1, answer: 1, summary: 0.6, thinking: 0.6, tool_call: 0.35, tool_result: 0.2 },
};
const weights = kinds.map((kind) => weightOf[kind] ?? 0.1);

/** Hits that are put in order; nobody looks at more. */
const mostRanked = 2_000;

/** The first so many hits: the best in order, equally good ones newest first, then others as they came. */
export function ranked({ ids, scores }: Pick<Found, 'ids' | 'scores'>, told: number): Pick<Found, 'ids' | 'scores'> {
  const weighed = Float64Array.from(ids, (id, place) => (scores[place] ?? 0) * (weights[kindIndexOf(id)] ?? 0));
  const least = weighed.length > mostRanked ? (weighed.toSorted().at(-mostRanked) ?? 0) : -Infinity;
  const best: number[] = [];
  const others: number[] = [];
  for (const [place, weight] of weighed.entries()) {
    if (weight >= least) best.push(place);
    else if (others.length < told) others.push(place);
  }
  best.sort((a, b) => (weighed[b] ?? 0) - (weighed[a] ?? 0) || (ids[b] ?? 0) - (ids[a] ?? 0));
  const order = [...best, ...others].slice(0, told);
  return { ids: order.map((place) => ids[place] ?? 0), scores: order.map((place) => weighed[place] ?? 0) };
}
