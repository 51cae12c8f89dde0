import type { Comparison } from '../../../shared/library.ts';
import type { ReadDb } from '../db/handles.ts';
import { keptBookmarks } from './bookmarks.ts';
import { itemsOf, listCollections } from './collections.ts';
import { readLibraryFile, type LibraryFile } from './library-file.ts';
import { keyOf } from './place.ts';
import { listSearches } from './searches.ts';
import { listTags } from './tags.ts';

type Compared = Comparison['bookmarks'];
/** How a thing stands: not here, here with less, here as it is. */
type Standing = keyof Compared;

/** What an import would bring, without bringing it. */
export function compareLibrary(library: ReadDb, json: string): Comparison {
  const file = readLibraryFile(json);
  return {
    bookmarks: bookmarksIn(library, file),
    tags: tagsIn(library, file),
    searches: searchesIn(library, file),
    collections: collectionsIn(library, file),
  };
}

/** Each once, by its key. */
function counted<T>(things: readonly T[], key: (thing: T) => string, standing: (thing: T) => Standing): Compared {
  const counts = { added: 0, more: 0, known: 0 };
  for (const thing of new Map(things.map((one) => [key(one), one])).values()) counts[standing(thing)] += 1;
  return counts;
}

function bookmarksIn(library: ReadDb, { bookmarks }: LibraryFile): Compared {
  const here = new Map(keptBookmarks(library, '').map((kept) => [keyOf(kept.place), kept]));
  return counted(
    bookmarks,
    ({ place }) => keyOf(place),
    ({ place, note, tags }) => {
      const there = here.get(keyOf(place));
      if (!there) return 'added';
      const hasAll = tags.every((name) => there.tags.some((one) => isSame(one, name)));
      return hasAll && (there.note !== '' || note === '') ? 'known' : 'more';
    },
  );
}

function tagsIn(library: ReadDb, { tags, bookmarks }: LibraryFile): Compared {
  const here = listTags(library);
  const names = [...tags.map(({ name }) => name), ...bookmarks.flatMap((bookmark) => bookmark.tags)];
  return counted(
    names,
    (name) => name.toLowerCase(),
    (name) => (here.some((tag) => isSame(tag.name, name)) ? 'known' : 'added'),
  );
}

function searchesIn(library: ReadDb, { searches }: LibraryFile): Compared {
  const keyed = ({ name, query }: { name: string; query: string }) => JSON.stringify([name, query]);
  const here = new Set(listSearches(library).map(keyed));
  return counted(searches, keyed, (search) => (here.has(keyed(search)) ? 'known' : 'added'));
}

function collectionsIn(library: ReadDb, { collections }: LibraryFile): Compared {
  const here = new Map(listCollections(library).map(({ name, id }) => [name, id]));
  return counted(
    collections,
    ({ name }) => name,
    ({ name, items }) => {
      const id = here.get(name);
      if (id === undefined) return 'added';
      const present = new Set(itemsOf(library, id).map(({ place }) => keyOf(place)));
      return items.every((place) => present.has(keyOf(place))) ? 'known' : 'more';
    },
  );
}

/** As the library itself tells tags apart. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
