import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addToCollection,
  arrangeCollection,
  listCollections,
  openCollection,
  removeCollection,
  saveCollection,
} from '../../../../electron/core/library/collections.ts';
import { changeBookmark, removeBookmarks } from '../../../../electron/core/library/keep.ts';
import { removeSearch, saveSearch } from '../../../../electron/core/library/searches.ts';
import { changeTag, listTags, removeTag } from '../../../../electron/core/library/tags.ts';
import { exportLibrary } from '../../../../electron/core/library/transfer.ts';
import { fixtures } from '../../../support/folders.ts';
import { Keeping } from '../../../support/keeping.ts';
import { Random } from '../../../support/random.ts';
import { Script } from '../../../support/script.ts';

let keeping: Keeping;
const session = fixtures.tide;
beforeEach(async () => {
  keeping = new Keeping();
  const script = new Script({ session });
  for (let nth = 0; nth < 40; nth += 1) script.prompt(`said ${nth}`);
  keeping.indexing.put(`projects/-home-dev-x/${session}.jsonl`, script.text);
  await keeping.indexing.run();
});
afterEach(() => keeping.close());

const tables = ['place', 'bookmark', 'tag', 'bookmark_tag', 'saved_search', 'collection', 'collection_item'];
const snapshot = () => tables.map((table) => keeping.read.prepare(`SELECT * FROM ${table} ORDER BY id`).all());

/** One of the changes that people make, by chance. */
function change(random: Random): void {
  const { desk, library, history } = { ...keeping, desk: keeping.desk };
  const bookmarks = keeping.list();
  const some = bookmarks[random.below(Math.max(1, bookmarks.length))]?.id;
  const tags = listTags(library);
  const tag = tags[random.below(Math.max(1, tags.length))]?.name;
  const [collection] = listCollections(library);
  const spot = { session, position: random.below(40) };
  const name = `t${random.below(6)}`;
  switch (random.below(9)) {
    case 0:
      return void (some && changeBookmark(desk, { id: some, note: `it’s ${random.below(99)} 'quoted'`, tags: [name] }));
    case 1:
      return void removeBookmarks(desk, some ? [some] : []);
    case 2:
      return void (tag && changeTag(library, history, { name: tag, rename: name, colour: 'red' }));
    case 3:
      return void (tag && removeTag(library, history, tag));
    case 4:
      return void saveSearch(library, history, { name, query: 'is:error', badge: true });
    case 5:
      return void (collection
        ? addToCollection(desk, { id: collection.id, spots: [spot] })
        : saveCollection(desk, { name }));
    case 6: {
      if (!collection) return;
      const { items } = openCollection({ index: keeping.index, library }, collection.id);
      return void arrangeCollection(desk, {
        id: collection.id,
        items: items
          .map(({ id }) => id)
          .reverse()
          .slice(0, 3),
      });
    }
    case 7:
      return void (collection && random.below(3) === 0 && removeCollection(desk, collection.id));
    default:
      return void keeping.add(spot, { tags: [name, `t${random.below(6)}`] });
  }
}

test('every change of a long history is taken back and done again, to the letter', () => {
  const random = new Random(5);
  const states = [snapshot()];
  while (states.length <= 150) {
    const before = keeping.labels.length;
    change(random);
    if (keeping.labels.length > before) states.push(snapshot());
  }
  for (const state of states.slice(0, -1).reverse()) {
    expect(keeping.history.undo()).not.toBeNull();
    expect(snapshot()).toEqual(state);
  }
  expect(keeping.history.undo()).toBeNull();
  for (const state of states.slice(1)) {
    expect(keeping.history.redo()).not.toBeNull();
    expect(snapshot()).toEqual(state);
  }
  expect(keeping.history.redo()).toBeNull();
  expect(keeping.library.pragma('foreign_key_check')).toEqual([]);
});

test('what changes nothing is no step', () => {
  const { id } = keeping.add({ session, position: 1 }, { tags: ['a'] });
  keeping.add({ session, position: 1 }, { tags: ['a'] });
  changeTag(keeping.library, keeping.history, { name: 'a', colour: 'grey' });
  removeBookmarks(keeping.desk, [id + 1000]);
  expect(keeping.labels).toEqual([{ undo: 'Add bookmark', redo: null }]);
});

test('a new change ends what could be done again', () => {
  keeping.add({ session, position: 1 });
  keeping.history.undo();
  expect(keeping.history.labels).toEqual({ undo: null, redo: 'Add bookmark' });
  saveSearch(keeping.library, keeping.history, { name: 'S', query: 'x', badge: false });
  expect(keeping.history.labels).toEqual({ undo: 'Save search “S”', redo: null });
  expect(keeping.history.redo()).toBeNull();
});

test('what fails changes nothing', () => {
  const before = snapshot();
  expect(() => removeSearch(keeping.library, keeping.history, 7)).toThrow('no saved search 7');
  expect(() =>
    keeping.history.change('Half', () => {
      keeping.library.exec("INSERT INTO tag (name, colour) VALUES ('x', 'red')");
      throw new Error('power cut');
    }),
  ).toThrow('power cut');
  expect(snapshot()).toEqual(before);
  expect(keeping.labels).toEqual([]);
});

test('what another Turnstone has changed since is refused, and left as it is', () => {
  const { id } = keeping.add({ session, position: 1 }, { tags: ['a'] });
  removeTag(keeping.library, keeping.history, 'a');
  keeping.library.exec("INSERT INTO tag (name, colour) VALUES ('a', 'red')");
  const before = snapshot();
  expect(() => keeping.history.undo()).toThrow('“Remove tag “a”” cannot be taken back');
  expect(snapshot()).toEqual(before);
  expect(keeping.history.undo()).toBe('Add bookmark');
  expect(keeping.list().some((bookmark) => bookmark.id === id)).toBe(false);
});

test('what is erased with a session does not come back', () => {
  keeping.add({ session, position: 1 }, { note: 'private' });
  const { id } = saveCollection(keeping.desk, { name: 'C' });
  addToCollection(keeping.desk, { id, spots: [{ session }] });
  keeping.add({ session, position: 2 });
  removeBookmarks(keeping.desk, [keeping.list()[0]?.id ?? 0]);
  keeping.library.prepare('DELETE FROM place WHERE session_id = ?').run(session);
  keeping.history.forget();
  expect(keeping.list()).toEqual([]);
  expect(keeping.history.labels).toEqual({ undo: null, redo: null });
  expect(keeping.history.undo()).toBeNull();
  expect(exportLibrary(keeping.read)).not.toContain(session);
});
