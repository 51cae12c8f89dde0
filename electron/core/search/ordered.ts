import type { ReadDb } from '../db/handles.ts';
import type { Condition } from './condition.ts';
import { distinct } from './copies.ts';
import { find, type Found, type Limits, type Order } from './find.ts';
import { ranked } from './rank.ts';

/** Hits in the order to show them, each record once: the first of `total`. */
export interface Ordered extends Found {
  readonly total: number;
}

export interface Want extends Order, Limits {
  /** How many hits are told; all are counted. A million numbers would only be carried about. */
  readonly told: number;
}

export function orderedHits(index: ReadDb, condition: Condition, want: Want): Ordered {
  const { ids, scores, finished, late } = distinct(index, find(index, condition, want, want));
  const told = want.scored
    ? ranked({ ids, scores }, want.told)
    : { ids: ids.slice(0, want.told), scores: scores.slice(0, want.told) };
  return { ...told, total: ids.length, finished, late };
}
