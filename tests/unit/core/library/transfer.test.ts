import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addToCollection,
  listCollections,
  openCollection,
  saveCollection,
} from '../../../../electron/core/library/collections.ts';
import { compareLibrary } from '../../../../electron/core/library/compare.ts';
import { listSearches, saveSearch } from '../../../../electron/core/library/searches.ts';
import { changeTag, listTags } from '../../../../electron/core/library/tags.ts';
import { exportLibrary, importLibrary, libraryFileName } from '../../../../electron/core/library/transfer.ts';
import { keepWords } from '../../../../electron/core/library/words.ts';
import { writeSettings } from '../../../../electron/core/library/settings.ts';
import { AppError } from '../../../../shared/errors.ts';
import { fixtures } from '../../../support/folders.ts';
import { Keeping } from '../../../support/keeping.ts';
import { Script } from '../../../support/script.ts';

const session = fixtures.tide;

async function machine(): Promise<Keeping> {
  const keeping = new Keeping();
  const script = new Script({ session });
  script.prompt('the question');
  script.answer('the answer');
  keeping.indexing.put(`projects/-home-dev-x/${session}.jsonl`, script.text);
  await keeping.indexing.run();
  return keeping;
}

let here: Keeping;
let there: Keeping;
beforeEach(async () => {
  [here, there] = [await machine(), await machine()];
  here.add({ session }, { tags: ['later'] });
  here.add({ session, position: 0, end: 1 }, { note: 'from here', tags: ['ask'] });
  changeTag(here.library, here.history, { name: 'ask', colour: 'blue' });
  saveSearch(here.library, here.history, { name: 'Errors', query: 'is:error', badge: true });
  const { id } = saveCollection(here.desk, { name: 'A story', note: 'of two' });
  addToCollection(here.desk, { id, spots: [{ session, position: 1 }, { session }] });
});
afterEach(() => {
  here.close();
  there.close();
});

const told = (keeping: Keeping) => ({
  bookmarks: keeping.list().map(({ scope, position, end, note, tags }) => ({ scope, position, end, note, tags })),
  tags: listTags(keeping.library),
  searches: listSearches(keeping.library).map(({ name, query, badge }) => ({ name, query, badge })),
  collections: listCollections(keeping.library).map(({ id, name, note }) => ({
    ...{ name, note },
    items: openCollection(keeping.desk, id).items.map(({ scope, position }) => ({ scope, position })),
  })),
});

describe('a library that is carried to another machine', () => {
  test('is the same there', () => {
    expect(importLibrary(there.desk, exportLibrary(here.read))).toEqual({ added: 4, known: 0 });
    expect(told(there)).toEqual(told(here));
  });

  test('twice is there once', () => {
    importLibrary(there.desk, exportLibrary(here.read));
    const before = there.history.labels;
    expect(importLibrary(there.desk, exportLibrary(here.read))).toEqual({ added: 0, known: 4 });
    expect(told(there)).toEqual(told(here));
    expect(there.history.labels).toEqual(before);
  });

  test('is merged with what is there: nothing of that is lost', () => {
    there.add({ session }, { note: 'from there', tags: ['Later', 'own'] });
    there.add({ session, position: 0, end: 1 });
    importLibrary(there.desk, exportLibrary(here.read));
    expect(told(there).bookmarks).toEqual([
      { scope: 'session', position: null, end: null, note: 'from there', tags: ['Later', 'own'] },
      { scope: 'span', position: 0, end: 1, note: 'from here', tags: ['ask'] },
    ]);
  });

  test('is compared first: what is new, what would get more, what is here', () => {
    const none = { added: 0, more: 0, known: 0 };
    const compared = () => compareLibrary(there.library, exportLibrary(here.read));
    expect(compared()).toEqual({
      bookmarks: { ...none, added: 2 },
      tags: { ...none, added: 2 },
      searches: { ...none, added: 1 },
      collections: { ...none, added: 1 },
    });
    there.add({ session }, { tags: ['Later'] });
    there.add({ session, position: 0, end: 1 });
    saveCollection(there.desk, { name: 'A story' });
    expect(compared()).toEqual({
      bookmarks: { ...none, more: 1, known: 1 },
      tags: { ...none, added: 1, known: 1 },
      searches: { ...none, added: 1 },
      collections: { ...none, more: 1 },
    });
    importLibrary(there.desk, exportLibrary(here.read));
    for (const { added, more } of Object.values(compared())) expect([added, more]).toEqual([0, 0]);
  });

  test('is taken back as one change', () => {
    importLibrary(there.desk, exportLibrary(here.read));
    expect(there.history.undo()).toBe('Import');
    expect(told(there)).toEqual({ bookmarks: [], tags: [], searches: [], collections: [] });
  });

  test('brings no words of a transcript where they are not to be kept', () => {
    writeSettings(here.library, { keepExcerpts: true });
    keepWords(here.desk, true);
    const json = exportLibrary(here.read);
    expect(json).toContain('the question');
    importLibrary(there.desk, json);
    expect(exportLibrary(there.read)).not.toContain('the question');
  });
});

test('its file is named by the day', () => {
  expect(libraryFileName(new Date(2026, 2, 4, 23, 59))).toBe('turnstone-library-2026-03-04.json');
});

describe('a file that is no library', () => {
  const sample = () =>
    JSON.parse(exportLibrary(here.read)) as { bookmarks: { note: unknown; place: { first: unknown } }[] };
  const refusal = (json: string) => {
    try {
      importLibrary(there.desk, json);
    } catch (error) {
      if (error instanceof AppError) return [error.code, error.message];
    }
    throw new Error('was not refused');
  };

  test.each(['', '{', 'null', '[]', '7', '{"turnstone":"settings","version":1}', '{"version":1}'])(
    'is refused: %s',
    (json) => {
      expect(refusal(json)).toEqual(['bad_input', expect.stringMatching(/^This is no (JSON|library)/)]);
    },
  );

  test('or of a newer version is refused', () => {
    expect(refusal('{"turnstone":"library","version":2}')).toEqual([
      'too_new',
      'This library was exported by a newer Turnstone. Update Turnstone to import it.',
    ]);
  });

  test('or has been tampered with is refused, with the place, and leaves nothing behind', () => {
    const damaged = sample();
    if (damaged.bookmarks[1]) damaged.bookmarks[1].note = 7;
    const [code, message] = refusal(JSON.stringify(damaged));
    expect(code).toBe('bad_input');
    expect(message).toMatch(/^This library is damaged at bookmarks\.1\.note: /);
    const impossible = sample();
    if (impossible.bookmarks[0]) impossible.bookmarks[0].place.first = impossible.bookmarks[1]?.place.first;
    expect(refusal(JSON.stringify(impossible))[1]).toMatch(/a span two/);
    expect(told(there)).toEqual({ bookmarks: [], tags: [], searches: [], collections: [] });
  });

  test('but says odd things is text like any other', () => {
    const odd = sample();
    if (odd.bookmarks[0]) odd.bookmarks[0].note = `'); DROP TABLE bookmark; --\0\uD800 <script>`;
    importLibrary(there.desk, JSON.stringify(odd));
    const [bookmark] = there.list();
    expect(bookmark?.note).toBe(`'); DROP TABLE bookmark; --\uFFFD\uFFFD <script>`);
    there.history.undo();
    there.history.redo();
    expect(there.list()[0]?.note).toBe(bookmark?.note);
  });
});
