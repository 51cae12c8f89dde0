import type { ReadDb } from '../db/handles.ts';
import { ghostMark } from '../ingest/history.ts';

export interface Totals {
  readonly files: number;
  readonly sessions: number;
  readonly subagents: number;
  readonly records: number;
  readonly messages: number;
  readonly badLines: number;
  readonly bytes: number;
  readonly unknownTypes: Record<string, number>;
}

export function totals(index: ReadDb): Totals {
  const sums = index
    .prepare(
      `SELECT count(*) AS files, count(agent) AS subagents, coalesce(sum(records), 0) AS records,
         coalesce(sum(messages), 0) AS messages, coalesce(sum(bad_lines), 0) AS badLines, coalesce(sum(size), 0) AS bytes
       FROM file WHERE agent IS NOT ?`,
    )
    .get(ghostMark) as Omit<Totals, 'sessions' | 'unknownTypes'>;
  const sessions = index.prepare('SELECT count(*) FROM session WHERE ghost = 0').pluck().get() as number;
  const unknown = index.prepare('SELECT type, sum(count) FROM unknown_type GROUP BY type ORDER BY type').raw().all();
  return { ...sums, sessions, unknownTypes: Object.fromEntries(unknown as [string, number][]) };
}

/** When the main transcript was last written that Claude Code would delete first; null where there is none. */
export function oldestTranscript(index: ReadDb): number | null {
  const oldest = index.prepare('SELECT min(mtime) FROM file WHERE deleted IS NULL AND agent IS NULL').pluck().get();
  return oldest === null ? null : Math.trunc(oldest as number);
}

export const ghostCount = (index: ReadDb) =>
  index.prepare('SELECT count(*) FROM session WHERE ghost = 1').pluck().get() as number;
