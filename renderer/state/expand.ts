import { hasFilter, withFilter } from '../../shared/query/query.ts';
import type { Hit } from '../../shared/schemas.ts';
import { restKey } from '../lib/result-rows.ts';
import type { Link } from './link.svelte.ts';
import type { Results } from './results.svelte.ts';

const pageSize = 100;

const within = (query: string, sessionId: string) =>
  hasFilter(query, 'session', sessionId) ? query : withFilter(query, 'session', sessionId);

/** Shows more hits of one session; where all are shown, only the best few again. */
export async function expand(link: Link, results: Results, session: string): Promise<void> {
  const shown = hitsOf(results, session);
  const before = results.expansions.get(session);
  const [first] = shown;
  if (!first || before?.busy) return;
  if (before && before.hits.length >= before.total) return fold(results, first);
  const known = before?.hits ?? [];
  const total = before?.total ?? results.facets?.session.find(({ value }) => value === session)?.count ?? 0;
  results.expansions.set(session, { hits: known, total, busy: true });
  try {
    const query = within(results.query, first.sessionId);
    const page = { limit: pageSize, offset: known.length };
    const found = await link.call('search.run', { query, stage: 'full', ...page });
    const hits = [...known, ...found.hits.filter((hit) => hit.session === session)];
    results.expansions.set(session, { hits, total: found.hits.length > 0 ? found.total : hits.length, busy: false });
    moveOn(results, session, shown.length);
  } catch (error) {
    if (before) results.expansions.set(session, before);
    else results.expansions.delete(session);
    throw error;
  }
}

const hitsOf = ({ rows }: Results, session: string): Hit[] =>
  rows.flatMap((row) => (row.kind === 'hit' && row.hit.session === session ? [row.hit] : []));

/** Whoever stood on "12 more" stands on the first of them now, so that the list does not run away below. */
function moveOn(results: Results, session: string, shown: number): void {
  if (results.rows[results.active]?.key !== restKey(session)) return;
  const next = hitsOf(results, session)[shown];
  if (next) results.selectHit(next);
}

function fold(results: Results, first: Hit): void {
  const stoodOnIt = results.rows[results.active]?.key === restKey(first.session);
  results.expansions.delete(first.session);
  if (stoodOnIt) results.selectHit(first);
}
