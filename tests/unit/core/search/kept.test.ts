import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { History } from '../../../../electron/core/library/history.ts';
import { addBookmark, removeBookmarks } from '../../../../electron/core/library/keep.ts';
import type { Spot } from '../../../../shared/library.ts';
import { Library } from './support.ts';

let library: Library;
beforeEach(() => void (library = new Library()));
afterEach(() => library.close());

let history: History | undefined;
function keep(spot: Spot, more: { note?: string; tags?: string[] } = {}): number {
  history ??= new History(library.library, () => undefined);
  return addBookmark({ index: library.indexing.db, library: library.library, history }, { spot, ...more }).id;
}
afterEach(() => void (history = undefined));

describe('bookmarks, tags and notes in a query', () => {
  let [first, second] = ['', ''];
  beforeEach(async () => {
    const [a, b] = [library.script(), library.script()];
    for (const word of ['ebb', 'flow', 'neap', 'spring']) a.prompt(`tide ${word}`);
    b.prompt('tide moon');
    b.prompt('tide sun');
    await library.add(a, b);
    [first, second] = [a.session, b.session];
    keep({ session: first, position: 0 }, { tags: ['Later'], note: 'Ask the harbour master' });
    keep({ session: first, position: 2, end: 3 }, { tags: ['latest'] });
    keep({ session: second }, { tags: ['later', 'whole'], note: 'Überall' });
  });
  const found = async (query: string) => (await library.texts(query)).sort();
  const sessions = async (query: string) =>
    (await library.search.sessions({ query, view: 'all', marks: [], sort: 'newest', limit: 10, offset: 0 })).sessions
      .map(({ sessionId }) => sessionId)
      .sort();
  const all = ['tide ebb', 'tide moon', 'tide neap', 'tide spring', 'tide sun'];

  test('a bookmark on an entry means that entry, on a span all of it, on a session everything in it', async () => {
    expect(await found('is:bookmarked')).toEqual(all);
    expect(await found('-is:bookmarked')).toEqual(['tide flow']);
  });

  test('a tag is meant whole, in either case, or as a beginning with a star', async () => {
    expect(await found('tag:LATER')).toEqual(['tide ebb', 'tide moon', 'tide sun']);
    expect(await found('tag:late')).toEqual([]);
    expect(await found('tag:late*')).toEqual(all);
    expect(await found('tag:whole,latest')).toEqual(['tide moon', 'tide neap', 'tide spring', 'tide sun']);
  });

  test('a note is meant where it holds the words, without accents', async () => {
    expect(await found('note:harbour')).toEqual(['tide ebb']);
    expect(await found('note:"ask the"')).toEqual(['tide ebb']);
    expect(await found('note:uberall')).toEqual(['tide moon', 'tide sun']);
    expect(await found('note:nowhere')).toEqual([]);
  });

  test('they go together with words, expressions, other filters and each other, in either thread', async () => {
    expect(await found('moon is:bookmarked')).toEqual(['tide moon']);
    expect(await found('tide is:bookmarked -tag:later')).toEqual(['tide neap', 'tide spring']);
    expect(await found('flow is:bookmarked')).toEqual([]);
    expect(await found('flow OR tag:whole')).toEqual(['tide flow', 'tide moon', 'tide sun']);
    expect(await found('/ne.p|fl.w/ is:bookmarked')).toEqual(['tide neap']);
    expect(await found(`session:${first} is:bookmarked kind:prompt`)).toEqual(['tide ebb', 'tide neap', 'tide spring']);
    const { total, session } = await library.search.facets('is:bookmarked');
    expect([total, session.map(({ count }) => count)]).toEqual([5, [3, 2]]);
  });

  test('of sessions they mean those that are bookmarked or hold what is', async () => {
    expect(await sessions('is:bookmarked')).toEqual([first, second].sort());
    expect(await sessions('tag:whole')).toEqual([second]);
    expect(await sessions('note:harbour')).toEqual([first]);
    expect(await sessions('-tag:latest')).toEqual([second]);
  });

  test('a change is seen by the next search, though the index is the same', async () => {
    const id = keep({ session: first, position: 1 }, { tags: ['new'] });
    expect(await found('tag:new')).toEqual(['tide flow']);
    const desk = { index: library.indexing.db, library: library.library, history: history as History };
    removeBookmarks(desk, [id]);
    expect(await found('tag:new')).toEqual([]);
  });

  test('tags are completed, the most used first', () => {
    const values = (typed: string) => library.search.values({ field: 'tag', typed });
    expect(values('')).toEqual(['Later', 'latest', 'whole']);
    expect(values('ATE')).toEqual(['Later', 'latest']);
    expect(values('w')).toEqual(['whole']);
  });
});
