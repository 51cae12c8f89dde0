import type { ReadDb } from '../db/handles.ts';
import { keptStatement } from '../db/statements.ts';
import { firstIdAt, kindIndexOf, momentOf } from '../ingest/entry-id.ts';
import type { Found } from './find.ts';

/** Look-ups a search may spend on telling copies apart; what comes after counts as it is. */
const mostLookUps = 20_000;

interface Origin {
  readonly id: number;
  readonly file: number;
  readonly uuid: string | null;
  readonly position: number;
}

/**
 * Hits without those that another hit repeats. A fork copies records with their uuid and their time, and ids begin
 * with the time: copies are neighbours, so that nothing else has to be looked up. What says something else is none:
 * transcripts that were written by hand share uuids by chance.
 */
export function distinct(index: ReadDb, found: Found): Found {
  const origin = keptStatement(index, 'SELECT id, file, uuid, position FROM entry WHERE id = ?');
  const same = keptStatement(
    index,
    'SELECT one.text = other.text FROM entry_text one, entry_text other WHERE one.id = ? AND other.id = ?',
  ).pluck();
  const isSame = (one: number, other: number) => same.get(one, other) === 1;
  const copies = new Set<number>();
  let lookUps = 0;
  for (const ids of neighbours(found.ids)) {
    lookUps += ids.length;
    if (lookUps > mostLookUps) break;
    const origins = ids.flatMap((one) => (origin.get(one) as Origin | undefined) ?? []);
    for (const id of repeated(origins, isSame)) copies.add(id);
  }
  if (copies.size === 0) return found;
  const keep = (_: number, place: number) => !copies.has(found.ids[place] ?? 0);
  return { ...found, ids: found.ids.filter(keep), scores: found.scores.filter(keep) };
}

/** Groups of several ids of one moment and kind; ids come in order. */
function* neighbours(ids: readonly number[]): Generator<number[]> {
  let start = 0;
  while (start < ids.length) {
    const moment = momentOf(ids[start] ?? 0);
    let end = start + 1;
    while (end < ids.length && momentOf(ids[end] ?? 0) === moment) end += 1;
    const group = end - start > 1 ? Map.groupBy(ids.slice(start, end), kindIndexOf).values() : [];
    for (const alike of group) if (alike.length > 1) yield alike;
    start = end;
  }
}

/** Of a record in several files the first file's stays. A record's own blocks are told apart by their order. */
function* repeated(origins: readonly Origin[], isSame: (one: number, other: number) => boolean): Generator<number> {
  const seen = new Map<string, number[]>();
  const counts = new Map<string, number>();
  for (const { id, file, uuid } of origins.toSorted((a, b) => a.file - b.file || a.position - b.position)) {
    if (uuid === null) continue;
    const block = counts.get(`${uuid} ${file}`) ?? 0;
    counts.set(`${uuid} ${file}`, block + 1);
    const alike = seen.get(`${uuid} ${block}`) ?? [];
    if (alike.some((other) => isSame(id, other))) yield id;
    else seen.set(`${uuid} ${block}`, [...alike, id]);
  }
}

/** How many other transcripts hold an entry. */
export function openCopies(index: ReadDb): (id: number, uuid: string | null) => number {
  const files = keptStatement(
    index,
    `SELECT file FROM entry JOIN entry_text USING (id) WHERE id BETWEEN @from AND @to AND uuid = @uuid
       AND text = (SELECT text FROM entry_text WHERE id = @id)`,
  ).pluck();
  return (id, uuid) => {
    if (uuid === null) return 0;
    const moment = momentOf(id); // an id that was taken is passed over, seldom further than to the next moment
    const holding = files.all({ id, uuid, from: firstIdAt(moment - 1), to: firstIdAt(moment + 2) });
    return holding.length < 2 ? 0 : new Set(holding).size - 1;
  };
}
