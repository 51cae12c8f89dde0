import type { ReadDb } from '../db/handles.ts';
import { firstIdAt } from '../ingest/entry-id.ts';
import { allOf, every, type Condition } from './condition.ts';
import { impliedWords } from './implied-words.ts';

/** How entries are gone through: those that FTS5 tells, or those named, or all; then each is checked for the rest. */
export interface Plan {
  readonly match: string | null;
  /** Whether the match is what was asked for and says how good a hit is. */
  readonly ranks: boolean;
  /** In ascending order. */
  readonly ids: readonly number[] | null;
  readonly low: number;
  readonly high: number;
  readonly rest: Condition;
}

/** How far an id may lie from its entry's time: ids that were taken are passed over. */
export const slack = 120_000;
const mostFiles = 500;
const mostIds = 20_000;
/** One transcript is looked through as a whole, however long it is. */
const mostOfOne = 200_000;

export function planOf(index: ReadDb, condition: Condition): Plan {
  const parts = condition.kind === 'and' ? condition.parts : [condition];
  const said = parts.find((part) => part.kind === 'text');
  const placed = parts.find(isPlaced);
  const ids = placed ? idsOf(index, placed) : null;
  const spans = parts.filter((part) => part.kind === 'span');
  const low = Math.max(ids?.[0] ?? 0, ...spans.map(({ from }) => firstIdAt(from - slack)));
  const high = Math.min(ids?.at(-1) ?? Number.MAX_SAFE_INTEGER, ...spans.map(({ to }) => firstIdAt(to + slack)));
  const rest = parts.flatMap((part): Condition[] => {
    if (part === said) return [];
    if (part !== placed || !ids) return [part];
    return said ? [{ kind: 'ids', ids: new Set(ids) }] : [];
  });
  const match = said?.match ?? (ids ? null : impliedMatch(parts));
  return { match, ranks: said !== undefined, ids: match === null ? ids : null, low, high, rest: together(rest) };
}

const together = (parts: readonly Condition[]) => (parts.length === 0 ? every : allOf(parts));

/** Whether it says itself which entries or files it takes. */
const isPlaced = (part: Condition): boolean =>
  part.kind === 'files' || part.kind === 'ids' || (part.kind === 'or' && part.parts.every(isPlaced));

/** In ascending order; null where they are too many to go through one by one. */
function idsOf(index: ReadDb, part: Condition): number[] | null {
  if (part.kind === 'files') return idsIn(index, part.files);
  if (part.kind === 'ids') return part.ids.size > mostIds ? null : [...part.ids].sort((a, b) => a - b);
  const all = new Set<number>();
  for (const one of part.kind === 'or' ? part.parts : []) {
    const ids = idsOf(index, one);
    if (!ids) return null;
    for (const id of ids) all.add(id);
  }
  return [...all].sort((a, b) => a - b);
}

/** The entries of a few files. Null where they are so many that going through all is no worse. */
function idsIn(index: ReadDb, files: ReadonlySet<number>): number[] | null {
  if (files.size > mostFiles) return null;
  const most = files.size === 1 ? mostOfOne : mostIds;
  const of = index.prepare('SELECT id FROM entry INDEXED BY entry_by_position WHERE file = ? LIMIT ?').pluck();
  const ids: number[] = [];
  for (const file of files) {
    for (const id of of.all(file, most + 1) as number[]) ids.push(id);
    if (ids.length > most) return null;
  }
  return ids.sort((a, b) => a - b);
}

/** Words that an entry must hold for an expression to match. */
function impliedMatch(parts: readonly Condition[]): string | null {
  const words = parts.flatMap((part) => (part.kind === 'pattern' ? impliedWords(part.source, part.flags) : []));
  return words.length === 0 ? null : words.join(' AND ');
}
