import type { ReadMethod, WriteMethod } from '../../../shared/contract.ts';
import type { libraryMethods } from '../../../shared/library.ts';
import type { Api } from '../../../shared/server.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { bookmarksOf, listBookmarks } from './bookmarks.ts';
import {
  addToCollection,
  arrangeCollection,
  listCollections,
  openCollection,
  removeCollection,
  saveCollection,
} from './collections.ts';
import { addBookmark, changeBookmark, removeBookmarks } from './keep.ts';
import { listSearches, removeSearch, saveSearch } from './searches.ts';
import { changeTag, listTags, removeTag } from './tags.ts';
import { compareLibrary } from './compare.ts';
import { exportLibrary, importLibrary, libraryFileName } from './transfer.ts';

type LibraryMethod = keyof typeof libraryMethods;

export function libraryReads(parts: ReaderParts): Api<ReadMethod & LibraryMethod> {
  const { library } = parts;
  return {
    'bookmarks.list': (input) => listBookmarks(parts, input),
    'bookmarks.of': ({ session }) => ({ bookmarks: bookmarksOf(parts, session) }),
    'tags.list': () => ({ tags: listTags(library) }),
    'searches.list': () => ({ searches: listSearches(library) }),
    'collections.list': () => ({ collections: listCollections(library) }),
    'collections.open': ({ id }) => openCollection(parts, id),
    'library.compare': ({ json }) => compareLibrary(library, json),
    'library.export': () => ({ json: exportLibrary(library), name: libraryFileName() }),
  };
}

export function libraryWrites(desk: WriterParts): Api<WriteMethod & LibraryMethod> {
  const { library, history } = desk;
  return {
    'bookmarks.add': (input) => addBookmark(desk, input),
    'bookmarks.change': (input) => changeBookmark(desk, input),
    'bookmarks.remove': ({ ids }) => removeBookmarks(desk, ids),
    'tags.change': (input) => changeTag(library, history, input),
    'tags.remove': ({ name }) => (removeTag(library, history, name), {}),
    'searches.save': (input) => saveSearch(library, history, input),
    'searches.remove': ({ id }) => (removeSearch(library, history, id), {}),
    'collections.save': (input) => saveCollection(desk, input),
    'collections.remove': ({ id }) => (removeCollection(desk, id), {}),
    'collections.add': (input) => addToCollection(desk, input),
    'collections.arrange': (input) => arrangeCollection(desk, input),
    'library.undo': () => ({ undone: history.undo() }),
    'library.redo': () => ({ redone: history.redo() }),
    'library.import': ({ json }) => importLibrary(desk, json),
  };
}
