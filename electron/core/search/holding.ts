import type { ReadDb } from '../db/handles.ts';
import type { Condition } from './condition.ts';
import { find, type Limits } from './find.ts';

/** Rows of every session with a hit, also where it only holds a copy of another's; null where the time ran out. */
export function sessionsHolding(index: ReadDb, condition: Condition, limits: Omit<Limits, 'most'>): number[] | null {
  const { ids, finished } = find(index, condition, { oldest: false, scored: false }, { ...limits, most: Infinity });
  if (!finished) return null;
  const session = index
    .prepare('SELECT session FROM entry JOIN file ON file.id = entry.file WHERE entry.id = ?')
    .pluck();
  const rows = ids.map((id) => session.get(id) as number | null | undefined);
  return [...new Set(rows.filter((row) => typeof row === 'number'))];
}
