import { expect, test } from 'vitest';
import { byFile, endOf, keyOf, markOf, placeKey, turnsOf, withWanted } from '../../../renderer/lib/bookmarks.ts';
import { moved } from '../../../renderer/lib/order.ts';
import { bookmarksOf } from '../../../renderer/lib/rail.ts';
import { layout } from '../../../renderer/lib/rows.ts';
import { offered } from '../../../renderer/lib/tag-offers.ts';
import type { Bookmark } from '../../../shared/library.ts';
import { shape } from './shape-sketch.ts';

/** A bookmark on a session, one entry of it or several. */
function bookmark(position: number | null, end: number | null = null, more: Partial<Bookmark> = {}): Bookmark {
  return {
    id: (position ?? 0) + 1,
    session: 's',
    sessionId: 's',
    file: null,
    position,
    end,
    uuid: null,
    line: null,
    scope: position === null ? 'session' : end === null ? 'entry' : 'span',
    title: 'A session',
    project: '/srv',
    kind: null,
    role: null,
    timestamp: null,
    excerpt: null,
    state: 'here',
    note: '',
    tags: [],
    created: 0,
    changed: 0,
    ...more,
  };
}

const positions = (list: readonly Bookmark[]) => list.map(({ position }) => position);

test('a place is the same whoever names it', () => {
  expect(keyOf(bookmark(null))).toBe(placeKey({}));
  expect(keyOf(bookmark(4))).toBe(placeKey({ position: 4 }));
  expect(keyOf(bookmark(4, 7))).toBe(placeKey({ position: 4, end: 7 }));
  expect(keyOf(bookmark(4, null, { file: '/a.jsonl' }))).toBe(placeKey({ file: '/a.jsonl', position: 4 }));
  expect(placeKey({ position: 4 })).not.toBe(placeKey({ position: 4, end: 7 }));
});

test('an entry that is gone is at no place', () => {
  expect(keyOf(bookmark(null, null, { scope: 'entry', state: 'gone' }))).toBeNull();
});

test('what is asked for shows at once, in its order, and goes where it is not to be', () => {
  const known = [bookmark(1), bookmark(5)];
  expect(withWanted(known, [])).toBe(known);
  const added = { place: placeKey({ position: 3 }), bookmark: bookmark(3) };
  expect(positions(withWanted(known, [added]))).toEqual([1, 3, 5]);
  const removed = { place: placeKey({ position: 5 }), bookmark: null };
  expect(positions(withWanted(known, [added, removed]))).toEqual([1, 3]);
  const changedMind = { place: placeKey({ position: 3 }), bookmark: null };
  expect(positions(withWanted(known, [added, changedMind]))).toEqual([1, 5]);
});

test('a bookmark that is wanted takes the place of the one that is there', () => {
  const noted = { place: placeKey({ position: 1 }), bookmark: bookmark(1, null, { note: 'why' }) };
  expect(withWanted([bookmark(1)], [noted]).map(({ note }) => note)).toEqual(['why']);
});

test('each transcript of a session has its own', () => {
  const files = byFile([bookmark(null), bookmark(1), bookmark(2, 4), bookmark(1, null, { file: '/agent.jsonl' })]);
  expect([...files.keys()]).toEqual(['', '/agent.jsonl']);
  expect([...(files.get('')?.entries.keys() ?? [])]).toEqual([1]);
  expect(positions(files.get('')?.spans ?? [])).toEqual([2]);
});

test('a row is marked by what it shows: its entry, its parts and what came back', () => {
  const of = shape('pcrcra', { tools: ['Read', 'Grep'] });
  const { rows } = layout(of, 'everything', 0);
  const at = (list: readonly Bookmark[]) =>
    rows.map((row) => positions(markOf(byFile(list).get(''), row, of).bookmarks).join());
  expect(rows.map(({ what }) => what)).toEqual(['entry', 'looked', 'entry']);
  expect(at([bookmark(0)])).toEqual(['0', '', '']);
  expect(at([bookmark(3)])).toEqual(['', '3', '']);
  expect(at([bookmark(4)])).toEqual(['', '4', '']);
  expect(at([])).toEqual(['', '', '']);
});

test('a span begins in one row and goes through the next ones', () => {
  const of = shape('papapa');
  const { rows } = layout(of, 'everything', 0);
  const marks = rows.map((row) => markOf(byFile([bookmark(1, 3)]).get(''), row, of));
  expect(marks.map(({ within }) => within)).toEqual([false, true, true, true, false, false]);
  expect(marks.map(({ bookmarks }) => bookmarks.length)).toEqual([0, 1, 0, 0, 0, 0]);
});

test('a span that ends in a call takes in what came back', () => {
  const of = shape('pcra', { tools: ['Bash'] });
  const call = layout(of, 'everything', 0).rows[1];
  expect(call && endOf(call, of)).toBe(2);
});

test('a turn has a bookmark where anything from its prompt to the next is marked', () => {
  const prompts = [{ position: 0 }, { position: 5 }, { position: 9 }];
  const marks = byFile([bookmark(3), bookmark(10, 12)]).get('');
  expect([...turnsOf(marks, prompts)]).toEqual([0, 2]);
  expect(turnsOf(undefined, prompts).size).toBe(0);
});

test('on the map, marks in the same row are one, and those too near each other too', () => {
  expect(bookmarksOf([3, 1, 1], 10, 1000)).toBe('M0 150.0h5M0 350.0h5');
  expect(bookmarksOf([1, 2, 3], 1000, 1000)).toBe('M0 1.5h5');
});

test('an item is moved to a place within the list, and no further', () => {
  const list = ['a', 'b', 'c'];
  expect(moved(list, 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(list, 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(list, 0, -1)).toBe(list);
  expect(moved(list, 2, 3)).toBe(list);
  expect(moved(list, 0, 9)).toEqual(['b', 'c', 'a']);
});

test('tags are offered by how they begin, then by how much they are used', () => {
  const tags = [
    { name: 'Release', colour: 'grey', bookmarks: 1 },
    { name: 'to release', colour: 'red', bookmarks: 9 },
    { name: 'regret', colour: 'grey', bookmarks: 4 },
  ] as const;
  const names = (typed: string, taken: string[] = []) => offered(tags, taken, typed).map(({ name }) => name);
  expect(names('re')).toEqual(['regret', 'Release', 'to release']);
  expect(names('rel', ['Release'])).toEqual(['to release']);
  expect(names('')).toEqual(['to release', 'regret', 'Release']);
});
