import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeBookmarks } from '../../../../electron/core/library/keep.ts';
import { writeSettings } from '../../../../electron/core/library/settings.ts';
import { keepWords } from '../../../../electron/core/library/words.ts';
import { fixtures } from '../../../support/folders.ts';
import { Keeping } from '../../../support/keeping.ts';
import { Script } from '../../../support/script.ts';

let keeping: Keeping;
const session = fixtures.tide;
const file = `projects/-home-dev-x/${session}.jsonl`;
beforeEach(async () => {
  keeping = new Keeping();
  const script = new Script({ session });
  script.prompt(`the question, ${'at length '.repeat(100)}`);
  script.answer('the answer');
  keeping.indexing.put(file, script.text);
  await keeping.indexing.run();
});
afterEach(() => keeping.close());

function set(keepExcerpts: boolean): void {
  writeSettings(keeping.library, { keepExcerpts });
  keepWords(keeping.desk, keepExcerpts);
}

async function lose(): Promise<void> {
  rmSync(keeping.indexing.at(file));
  await keeping.rebuild();
}

const kept = () => keeping.read.prepare('SELECT title, excerpt FROM place').all();

test('nothing a transcript says is kept unless the settings allow it', async () => {
  keeping.add({ session, position: 0 }, { note: 'mine' });
  expect(kept()).toEqual([{ title: null, excerpt: null }]);
  await lose();
  expect(keeping.list()).toMatchObject([{ state: 'gone', excerpt: null, title: session, note: 'mine' }]);
});

test('where they do, the beginning is shown when the transcript is gone', async () => {
  set(true);
  keeping.add({ session, position: 0 });
  await lose();
  const [gone] = keeping.list();
  expect(gone).toMatchObject({ state: 'gone', excerpt: expect.stringMatching(/^the question, at length/) as string });
  expect(gone?.excerpt).toHaveLength(300);
  expect(gone?.title).toMatch(/^the question/);
  expect(keeping.list({ query: 'question' })).toHaveLength(1);
});

test('allowed later, it is filled in as far as it is there; forbidden, it is taken out, also of what undo remembers', () => {
  const { id } = keeping.add({ session, position: 1 });
  set(true);
  expect(kept()).toMatchObject([{ excerpt: 'the answer' }]);
  removeBookmarks(keeping.desk, [id]);
  keeping.history.undo();
  expect(kept()).toMatchObject([{ excerpt: 'the answer' }]);
  set(false);
  expect(kept()).toEqual([{ title: null, excerpt: null }]);
  expect(keeping.history.undo()).toBeNull();
});
