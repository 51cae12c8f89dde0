import { kinds, type Kind } from '../../../shared/schemas.ts';

const epoch = Date.UTC(2020, 0, 1);
const latest = 2 ** 41 - 2 ** 32; // milliseconds after the epoch, until 2089, and room for `nextId` behind it
const kindBits = 16;
const slots = 256;
const kindIndex = new Map(kinds.map((kind, index) => [kind, index]));

/**
 * An entry's id. Ids sort by time, so that the newest hits of a search are the highest rowids, and end in the kind, so
 * that a hit can be weighed by its rowid alone.
 *
 *   | milliseconds since 2020 (41 bits) | slot (8 bits) | kind (4 bits) |
 */
export function entryId(time: number, kind: Kind, slot: number): number {
  const since = Math.max(0, Math.min(latest, Math.trunc(time - epoch))); // a file's own time has fractions
  return (since * slots + (slot % slots)) * kindBits + (kindIndex.get(kind) ?? 0);
}

/**
 * The next one to try where an id is taken: same kind, anywhere in a stretch that doubles with each try, so that ten
 * thousand entries of the same millisecond find their places soon and near.
 */
export function nextId(id: number, tries: number, position: number): number {
  const scattered = Math.imul(position + tries, 0x9e3779b1) >>> 5;
  return id + kindBits * (1 + (scattered % 2 ** Math.min(tries, 24)));
}

/** SQL for the kind's index in `kinds`, of a column that holds ids. */
export const kindOf = (column: string) => `(${column} & ${kindBits - 1})`;
/** The lowest id of a moment: everything from then on has a higher one. */
export const firstIdAt = (time: number) => entryId(time, kinds[0], 0);
/** The moment that an id was made from: the entry's time, or where it has none, about when it was written. */
export const momentOf = (id: number) => Math.floor(id / (slots * kindBits)) + epoch;
/** The kind's place in `kinds`. */
export const kindIndexOf = (id: number) => id % kindBits;
