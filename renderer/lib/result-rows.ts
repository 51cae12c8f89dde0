import type { Hit, Session } from '../../shared/schemas.ts';
import { grouped } from './grouped.ts';

const bestShown = 3;
const sessionsShown = 3;

/** The hits of one session beyond its best few, as far as they were asked for. */
export interface Expansion {
  readonly hits: readonly Hit[];
  readonly total: number;
  readonly busy: boolean;
}

export interface Found {
  readonly sessions: readonly Session[];
  readonly allSessions: boolean;
  readonly hits: readonly Hit[];
  /** Hits by session, where that is known. */
  readonly counts: ReadonlyMap<string, number>;
  readonly expansions: ReadonlyMap<string, Expansion>;
}

export type ResultRow = { readonly key: string } & (
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'session'; readonly session: Session }
  /** More matching sessions than are shown; `more` is 0 where all are. */
  | { readonly kind: 'sessions'; readonly more: number }
  | { readonly kind: 'group'; readonly title: string; readonly project: string; readonly count: number }
  | { readonly kind: 'hit'; readonly hit: Hit }
  /** More hits in a session than are shown; `more` is 0 where all are. */
  | { readonly kind: 'rest'; readonly session: string; readonly more: number; readonly busy: boolean }
);

export const hitKey = ({ session, file, position }: Pick<Hit, 'session' | 'file' | 'position'>) =>
  `hit ${session} ${file} ${position}`;
export const sessionKey = (ref: string) => `session ${ref}`;
export const restKey = (ref: string) => `rest ${ref}`;

/** Headings are passed over by the keyboard. */
export const isChoosable = ({ kind }: ResultRow) => kind !== 'heading' && kind !== 'group';

/** Matching sessions first, then the hits, those of one session together in the order of each session's best. */
export const rowsOf = (found: Found): ResultRow[] => [
  ...sessionRows(found),
  ...grouped(found.hits, ({ session }) => session).flatMap((hits) => groupRows(hits, found)),
];

function sessionRows({ sessions, allSessions }: Found): ResultRow[] {
  if (sessions.length === 0) return [];
  const shown = allSessions ? sessions : sessions.slice(0, sessionsShown);
  const more = sessions.length - shown.length;
  return [
    { kind: 'heading', key: 'sessions heading', text: 'Sessions' },
    ...shown.map((session): ResultRow => ({ kind: 'session', key: sessionKey(session.ref), session })),
    ...(sessions.length > sessionsShown ? [{ kind: 'sessions', key: 'sessions', more } as const] : []),
  ];
}

function groupRows(hits: readonly Hit[], { counts, expansions }: Found): ResultRow[] {
  const [first] = hits;
  if (!first) return [];
  const { session, title, project } = first;
  const expansion = expansions.get(session);
  const count = Math.max(expansion?.total ?? counts.get(session) ?? 0, hits.length);
  const best = hits.slice(0, count === bestShown + 1 ? count : bestShown); // "1 more" takes the room of that one
  const shown = expansion ? unfolded(hits, expansion) : best;
  const more = Math.max(0, count - shown.length);
  return [
    { kind: 'group', key: `group ${session}`, title, project, count },
    ...shown.map((hit): ResultRow => ({ kind: 'hit', key: hitKey(hit), hit })),
    ...(more > 0 || (expansion && shown.length > best.length)
      ? [{ kind: 'rest', key: restKey(session), session, more, busy: expansion?.busy ?? false } as const]
      : []),
  ];
}

/** What was shown stays in its place; what came with the unfolding stands behind it. */
function unfolded(hits: readonly Hit[], expansion: Expansion): Hit[] {
  if (expansion.hits.length === 0) return hits.slice(0, bestShown);
  const all = new Map([...hits, ...expansion.hits].map((hit) => [hitKey(hit), hit]));
  return [...all.values()];
}
