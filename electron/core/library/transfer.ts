import type { Output } from '../../../shared/contract.ts';
import type { ReadDb } from '../db/handles.ts';
import { keptBookmarks } from './bookmarks.ts';
import { appendItem, itemsOf, listCollections } from './collections.ts';
import type { Desk } from './keep.ts';
import { keyOf, openPlaceStore, type Place } from './place.ts';
import { listSearches } from './searches.ts';
import { readSettings } from './settings.ts';
import { listTags, openTagging } from './tags.ts';
import { fileVersion, readLibraryFile, type LibraryFile } from './library-file.ts';

/** By the day it is saved on, where the person lives. */
export function libraryFileName(now = new Date()): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, '0'));
  return `turnstone-library-${now.getFullYear()}-${month}-${day}.json`;
}

/** Everything that is kept, as one JSON text that names no place of this machine but the sessions' own. */
export function exportLibrary(library: ReadDb): string {
  const file: LibraryFile = {
    turnstone: 'library',
    version: fileVersion,
    bookmarks: keptBookmarks(library, 'ORDER BY bookmark.id').map(({ place, note, tags, created, changed }) => {
      return { place, note, tags: [...tags], created, changed };
    }),
    tags: listTags(library).map(({ name, colour }) => ({ name, colour })),
    searches: listSearches(library).map(({ name, query, badge }) => ({ name, query, badge })),
    collections: listCollections(library).map(({ id, name, note, changed }) => {
      return { name, note, changed, items: itemsOf(library, id).map(({ place }) => place) };
    }),
  };
  return JSON.stringify(file, null, 1);
}

/** Adds what is not there yet. Of what is there, only what it lacks is filled in: nothing of it is lost. */
export function importLibrary({ library, history }: Desk, json: string): Output<'library.import'> {
  const file = readLibraryFile(json);
  const withWords = readSettings(library).keepExcerpts;
  const counts = { added: 0, known: 0 };
  const count = (isNew: boolean) => void (isNew ? (counts.added += 1) : (counts.known += 1));
  history.change('Import', () => {
    const store = openPlaceStore(library);
    const tagging = openTagging(library);
    const keep = (place: Place) => store(withWords ? place : { ...place, title: null, excerpt: null });
    for (const { name, colour } of file.tags) tagging.add(name, colour);
    takeBookmarks(library, file, keep, count);
    takeSearches(library, file, count);
    takeCollections(library, file, keep, count);
  });
  return counts;
}

type Library = Desk['library'];
type Keep = (place: Place) => number;
type Count = (isNew: boolean) => void;

function takeBookmarks(library: Library, { bookmarks }: LibraryFile, keep: Keep, count: Count): void {
  const known = new Map(keptBookmarks(library, '').map((kept) => [keyOf(kept.place), kept]));
  const tagging = openTagging(library);
  const insert = library.prepare('INSERT INTO bookmark VALUES (?, ?, ?, ?)');
  const annotate = library.prepare('UPDATE bookmark SET note = ? WHERE id = ?');
  for (const { place, note, tags, created, changed } of bookmarks) {
    const there = known.get(keyOf(place));
    const id = there?.id ?? keep(place);
    if (!there) {
      insert.run(id, note, created, changed);
      known.set(keyOf(place), { id, place, note, tags, created, changed });
    } else if (there.note === '') annotate.run(note, id);
    tagging.set(id, [...(there?.tags ?? []), ...tags]);
    count(!there);
  }
}

function takeSearches(library: Library, { searches }: LibraryFile, count: Count): void {
  const known = new Set(listSearches(library).map(({ name, query }) => JSON.stringify([name, query])));
  const insert = library.prepare('INSERT INTO saved_search (name, query, badge) VALUES (?, ?, ?)');
  for (const { name, query, badge } of searches) {
    const key = JSON.stringify([name, query]);
    if (!known.has(key)) insert.run(name, query, badge ? 1 : 0);
    count(!known.has(key));
    known.add(key);
  }
}

/** A collection of the same name takes the items that it lacks. */
function takeCollections(library: Library, { collections }: LibraryFile, keep: Keep, count: Count): void {
  const insert = library.prepare('INSERT INTO collection (name, note, changed) VALUES (?, ?, ?)');
  const known = new Map(listCollections(library).map(({ name, id }) => [name, id]));
  for (const { name, note, changed, items } of collections) {
    const there = known.get(name);
    const id = there ?? Number(insert.run(name, note, changed).lastInsertRowid);
    known.set(name, id);
    const present = new Set(itemsOf(library, id).map(({ place }) => keyOf(place)));
    for (const place of items) {
      if (!present.has(keyOf(place))) appendItem(library, id, keep(place));
      present.add(keyOf(place));
    }
    count(there === undefined);
  }
}
