import type { Output, ParsedInput } from '../../../shared/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Collection } from '../../../shared/library.ts';
import type { ReadDb, WriteDb } from '../db/handles.ts';
import { storable } from '../ingest/normalise/block.ts';
import { foundAt } from './found.ts';
import type { Desk } from './keep.ts';
import { openPlaceStore, placeColumns, placeOf, toPlace, type Place } from './place.ts';
import { Resolver } from './resolve.ts';
import { readSettings } from './settings.ts';

interface Item {
  readonly id: number;
  readonly place: Place;
}

const selectCollections = `SELECT id, name, note, changed,
  (SELECT count(*) FROM collection_item WHERE collection_item.collection = collection.id) AS items FROM collection`;

export const listCollections = (library: ReadDb) =>
  library.prepare(`${selectCollections} ORDER BY name COLLATE NOCASE, id`).all() as Collection[];

export function openCollection(
  { index, library }: { index: ReadDb; library: ReadDb },
  id: number,
): Output<'collections.open'> {
  const collection = collectionOf(library, id);
  const resolver = new Resolver(index);
  return { collection, items: itemsOf(library, id).map(({ id, place }) => ({ id, ...foundAt(place, resolver) })) };
}

/** In their order. */
export function itemsOf(library: ReadDb, collection: number): Item[] {
  const rows = library
    .prepare(
      `SELECT collection_item.id, ${placeColumns} FROM collection_item JOIN place USING (id)
       WHERE collection = ? ORDER BY ordinal`,
    )
    .all(collection) as ({ id: number } & Parameters<typeof toPlace>[0])[];
  return rows.map(({ id, ...place }) => ({ id, place: toPlace(place) }));
}

export function saveCollection(
  { library, history }: Desk,
  { id, name, note }: ParsedInput<'collections.save'>,
): Collection {
  const values = { name: storable(name), note: note === undefined ? null : storable(note), changed: Date.now() };
  const row = history.change(`${id === undefined ? 'Add' : 'Change'} collection “${name}”`, () => {
    if (id === undefined) {
      const insert = library.prepare(
        `INSERT INTO collection (name, note, changed) VALUES (@name, coalesce(@note, ''), @changed)`,
      );
      return Number(insert.run(values).lastInsertRowid);
    }
    collectionOf(library, id);
    library
      .prepare('UPDATE collection SET name = @name, note = coalesce(@note, note), changed = @changed WHERE id = @id')
      .run({ ...values, id });
    return id;
  });
  return collectionOf(library, row);
}

export function removeCollection({ library, history }: Desk, id: number): void {
  const { name } = collectionOf(library, id);
  history.change(`Remove collection “${name}”`, () => {
    library.prepare('DELETE FROM place WHERE id IN (SELECT id FROM collection_item WHERE collection = ?)').run(id);
    library.prepare('DELETE FROM collection WHERE id = ?').run(id);
  });
}

/** At its end, each place once. */
export function addToCollection(
  { index, library, history }: Desk,
  { id, spots }: ParsedInput<'collections.add'>,
): Collection {
  const { name } = collectionOf(library, id);
  const withWords = readSettings(library).keepExcerpts;
  const places = spots.map((spot) => placeOf(index, spot, withWords));
  const resolver = new Resolver(index);
  const known = new Set(itemsOf(library, id).map(({ place }) => keyOf(place, resolver)));
  history.change(`Add to “${name}”`, () => {
    const store = openPlaceStore(library);
    for (const place of places) {
      const key = keyOf(place, resolver);
      if (!known.has(key)) appendItem(library, id, store(place));
      known.add(key);
    }
    touch(library, id, places.length > 0);
  });
  return collectionOf(library, id);
}

export function appendItem(library: WriteDb, collection: number, place: number): void {
  library
    .prepare(
      `INSERT INTO collection_item (id, collection, ordinal)
       SELECT @place, @collection, coalesce(max(ordinal), 0) + 1 FROM collection_item WHERE collection = @collection`,
    )
    .run({ place, collection });
}

/** The items in their new order; one that is not named leaves. */
export function arrangeCollection(
  { library, history }: Desk,
  { id, items }: ParsedInput<'collections.arrange'>,
): Collection {
  const { name } = collectionOf(library, id);
  const present = new Set(itemsOf(library, id).map((item) => item.id));
  const stranger = items.find((item) => !present.has(item));
  if (stranger !== undefined) throw new AppError('not_found', `“${name}” has no item ${stranger}. It may have left.`);
  const leaving = [...present].filter((item) => !items.includes(item));
  history.change(leaving.length > 0 ? `Remove from “${name}”` : `Arrange “${name}”`, () => {
    const move = library.prepare('UPDATE collection_item SET ordinal = ? WHERE id = ?');
    for (const [nth, item] of items.entries()) move.run(nth + 1, item);
    const remove = library.prepare('DELETE FROM place WHERE id = ?');
    for (const item of leaving) remove.run(item);
    touch(library, id, true);
  });
  return collectionOf(library, id);
}

function touch(library: WriteDb, id: number, changed: boolean): void {
  if (changed) library.prepare('UPDATE collection SET changed = ? WHERE id = ?').run(Date.now(), id);
}

/** The same for the same place, as it is found now. */
function keyOf(place: Place, resolver: Resolver): string {
  const { session, first, last } = resolver.stand(place);
  return [session?.id ?? place.sessionId, first?.id, last?.id].join(' ');
}

function collectionOf(library: ReadDb, id: number): Collection {
  const found = library.prepare(`${selectCollections} WHERE id = ?`).get(id) as Collection | undefined;
  if (!found) throw new AppError('not_found', `There is no collection ${id}. It may have been removed.`);
  return found;
}
