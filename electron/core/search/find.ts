import type { ReadDb } from '../db/handles.ts';
import { keptStatement } from '../db/statements.ts';
import { asksRow, Candidate, checkOf, columns, type Columns } from './check.ts';
import type { Condition } from './condition.ts';
import { Follower } from './follower.ts';
import { planOf, type Plan } from './plan.ts';

export interface Order {
  readonly oldest: boolean;
  /** Whether hits are to be told how good they are. */
  readonly scored: boolean;
}

export interface Limits {
  /** Enough hits. */
  readonly most: number;
  /** Enough time. */
  readonly milliseconds: number;
  /** Whether nobody waits any longer. */
  readonly isStale?: () => boolean;
}

/** Hits in the order of their ids. */
export interface Found {
  readonly ids: readonly number[];
  /** By FTS5's bm25, turned around: more is better; 0 where nothing tells. */
  readonly scores: readonly number[];
  /** Whether there are no more. */
  readonly finished: boolean;
  /** Whether it was the time that ran out. */
  readonly late: boolean;
}

const turn = 256;

/** Goes through entries by age until there are enough, or it took long enough. */
export function find(index: ReadDb, condition: Condition, order: Order, limits: Limits): Found {
  if (condition.kind === 'none') return { ids: [], scores: [], finished: true, late: false };
  const plan = planOf(index, condition);
  if (plan.match !== null && plan.rest.kind === 'every' && !order.scored && limits.most < Infinity) {
    return matching(index, plan, order, limits.most);
  }
  const deadline = performance.now() + limits.milliseconds;
  const followers: Follower[] = [];
  const check = checkOf(plan.rest, (match) => {
    const follower = new Follower(index, match, order.oldest, plan);
    followers.push(follower);
    return (id) => follower.meets(id);
  });
  const candidate = new Candidate(index);
  const ids: number[] = [];
  const scores: number[] = [];
  let seen = 0;
  try {
    for (const score of candidates(index, plan, order, candidate)) {
      if (check(candidate)) {
        if (ids.length === limits.most) return { ids, scores, finished: false, late: false };
        ids.push(candidate.id);
        scores.push(score);
      }
      if (++seen % turn > 0) continue;
      if (performance.now() > deadline || limits.isStale?.()) return { ids, scores, finished: false, late: true };
    }
  } finally {
    for (const follower of followers) follower.close();
  }
  return { ids, scores, finished: true, late: false };
}

/** Where nothing is left to check, as with most keystrokes, SQLite counts for itself. */
function matching(index: ReadDb, { match, low, high }: Plan, { oldest }: Order, most: number): Found {
  const select = keptStatement(
    index,
    `SELECT rowid FROM fts WHERE fts MATCH ? AND rowid BETWEEN ? AND ?
     ORDER BY rowid ${oldest ? 'ASC' : 'DESC'} LIMIT ?`,
  );
  const found = select.pluck().all(match, low, high, most + 1) as number[];
  const ids = found.slice(0, most);
  return { ids, scores: ids.map(() => 0), finished: found.length <= most, late: false };
}

/** Makes the candidate each entry in turn and tells its score. */
function* candidates(index: ReadDb, plan: Plan, order: Order, candidate: Candidate): Generator<number> {
  if (plan.ids) {
    for (const id of order.oldest ? plan.ids : plan.ids.toReversed()) {
      if (id < plan.low || id > plan.high) continue;
      candidate.become(id);
      yield 0;
    }
    return;
  }
  const { match, low, high } = plan;
  const bounds = match === null ? { low, high } : { match, low, high };
  for (const row of index.prepare(sqlFor(plan, order)).raw().iterate(bounds)) {
    const [id, score, text, ...rest] = row as [number, number, string | null, ...Columns];
    candidate.become(id, rest.length > 0 ? rest : undefined, text ?? undefined);
    yield 0 - score; // never a negative zero, which JSON does not know
  }
}

function sqlFor({ match, ranks, rest }: Plan, { oldest, scored }: Order): string {
  const direction = oldest ? 'ASC' : 'DESC';
  const withRow = asksRow(rest);
  if (match !== null) {
    return `SELECT fts.rowid, ${scored && ranks ? 'bm25(fts)' : '0'}, NULL ${withRow ? `, ${columns}` : ''}
      FROM fts ${withRow ? 'CROSS JOIN entry ON entry.id = fts.rowid' : ''}
      WHERE fts MATCH @match AND fts.rowid BETWEEN @low AND @high ORDER BY fts.rowid ${direction}`;
  }
  // An expression alone reads every text: in the order of the table that is three times as fast as one by one.
  const withText = rest.kind === 'pattern';
  return `SELECT id, 0, ${withText ? 'text' : 'NULL'} ${withRow ? `, ${columns}` : ''}
    FROM ${withText ? 'entry_text' : 'entry'} WHERE id BETWEEN @low AND @high ORDER BY id ${direction}`;
}
