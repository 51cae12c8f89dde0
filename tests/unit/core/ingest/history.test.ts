import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fixtures } from '../../../support/folders.ts';
import { expectSound, Indexing } from '../../../support/indexing.ts';
import { noon, Script, type Fields } from '../../../support/script.ts';

// Claude Code sweeps transcripts but keeps every prompt in history.jsonl: what is left of a session is its ghost.

let indexing: Indexing;
beforeEach(() => void (indexing = new Indexing()));
afterEach(() => {
  vi.useRealTimers();
  indexing.close();
});

const [gone, here] = [fixtures.tide, fixtures.importer];
const transcript = `projects/-home-dev-x/${here}.jsonl`;
const prompt = (sessionId: string | undefined, display: string, more: Fields = {}) =>
  `${JSON.stringify({ display, pastedContents: {}, timestamp: noon, project: '/home/dev/x', sessionId, ...more })}\n`;

function putTranscript(): void {
  const script = new Script({ session: here });
  script.prompt('A prompt with a transcript');
  indexing.put(transcript, script.text);
}

test('a session of which only prompts are left is listed as a ghost, with its prompts in order', async () => {
  putTranscript();
  indexing.put(
    'history.jsonl',
    prompt(gone, 'first words') + prompt(here, 'no ghost') + prompt(gone, 'last words', { timestamp: noon + 5000 }),
  );
  await indexing.run();
  expect(indexing.session(gone)).toMatchObject({
    ghost: true,
    live: false,
    title: 'first words',
    project: '/home/dev/x',
    started: noon,
    ended: noon + 5000,
    subagents: 0,
  });
  expect(indexing.texts(gone)).toEqual(['first words', 'last words']);
  expect(indexing.session(here).ghost).toBe(false);
  expect(indexing.found('ghost')).toBe(0);
  expectSound(indexing.db);
});

test('what was pasted is found, and lines without a session or without sense are passed over', async () => {
  const pasted = { '1': { id: 1, type: 'text', content: 'a pasted stacktrace' }, '2': { id: 2, type: 'image' } };
  indexing.put(
    'history.jsonl',
    prompt(gone, 'see [Pasted text #1]', { pastedContents: pasted }) +
      prompt(undefined, 'nobody knows whose') +
      'not json\n\n[]\n' +
      prompt(gone, 'and this', { timestamp: 'never', project: 7, pastedContents: ['x', null] }),
  );
  await indexing.run();
  expect(indexing.texts(gone)).toEqual(['see [Pasted text #1]\na pasted stacktrace', 'and this']);
  expect(indexing.found('stacktrace')).toBe(1);
  expect(indexing.sessions()).toHaveLength(1);
});

test('a second run over the same history changes nothing', async () => {
  indexing.put('history.jsonl', prompt(gone, 'first words'));
  await indexing.run();
  expect(await indexing.run()).toMatchObject({ changedFiles: 0, sessions: new Set() });
});

test('a last line without its newline has the same place as with it', async () => {
  const place = () => indexing.rows('SELECT line, offset, length FROM entry');
  indexing.put('history.jsonl', prompt(gone, 'first words').trimEnd());
  await indexing.run();
  const before = place();
  indexing.append('history.jsonl', '\n');
  await indexing.run({ full: true });
  indexing.put('history.jsonl', prompt(gone, 'other words'));
  await indexing.run();
  expect(place()).toEqual(before);
});

test('more prompts of a ghost are added to it', async () => {
  indexing.put('history.jsonl', prompt(gone, 'first words'));
  await indexing.run();
  indexing.append('history.jsonl', prompt(gone, 'more words'));
  await indexing.run();
  expect(indexing.texts(gone)).toEqual(['first words', 'more words']);
  expectSound(indexing.db);
});

test('a line that was taken out of the history or changed in it is gone from the index', async () => {
  indexing.put('history.jsonl', prompt(gone, 'keep this') + prompt(gone, 'hunter2'));
  await indexing.run();
  indexing.put('history.jsonl', prompt(gone, 'keep this') + prompt(gone, 'REDACTED'));
  await indexing.run();
  expect(indexing.texts(gone)).toEqual(['keep this', 'REDACTED']);
  expect(indexing.found('hunter2')).toBe(0);
  rmSync(indexing.at('history.jsonl'));
  await indexing.run();
  expect(indexing.sessions()).toEqual([]);
  expectSound(indexing.db);
});

test('a ghost disappears when its transcript comes back', async () => {
  indexing.put('history.jsonl', prompt(here, 'A prompt with a transcript'));
  await indexing.run();
  expect(indexing.session(here).ghost).toBe(true);
  putTranscript();
  await indexing.run();
  expect(indexing.session(here).ghost).toBe(false);
  expect(indexing.found('transcript')).toBe(1);
  expectSound(indexing.db);
});

test('a transcript that is deleted leaves no ghost while its session is kept', async () => {
  putTranscript();
  indexing.put('history.jsonl', prompt(here, 'A prompt with a transcript'));
  await indexing.run();
  rmSync(indexing.at(transcript));
  await indexing.run({ whenDeleted: 'keep' });
  expect(indexing.session(here)).toMatchObject({ ghost: false, sourceDeleted: true });
});

test('and leaves one where the index follows', async () => {
  putTranscript();
  indexing.put('history.jsonl', prompt(here, 'A prompt with a transcript'));
  await indexing.run();
  rmSync(indexing.at(transcript));
  await indexing.run({ whenDeleted: 'follow' });
  expect(indexing.session(here)).toMatchObject({ ghost: true });
  expectSound(indexing.db);
});

test('a prompt is too young to be a ghost for ten minutes, and one afterwards without any other change', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon + 9 * 60_000 });
  indexing.put('history.jsonl', prompt(gone, 'just typed'));
  await indexing.run();
  expect(indexing.sessions()).toEqual([]);
  vi.setSystemTime(noon + 11 * 60_000);
  await indexing.run();
  expect(indexing.session(gone).ghost).toBe(true);
});

test('names that no file could have are names like any other', async () => {
  const names = ['../../x', '__proto__', 'a#b', '\ud800', '\ud801', 'nul\0byte', ' '];
  indexing.put('history.jsonl', names.map((name) => prompt(name, `of ${JSON.stringify(name)}`)).join(''));
  await indexing.run();
  expect(indexing.sessions().every(({ ghost }) => ghost)).toBe(true);
  expect(indexing.value('SELECT count(*) FROM entry')).toBe(names.length);
  expect((await indexing.run()).changedFiles).toBe(0);
  expectSound(indexing.db);
});

test('a session with very many prompts', async () => {
  const many = Array.from(
    { length: 150_000 },
    (_, at) => `{"display":"p${at}","timestamp":${noon + at},"sessionId":"${gone}"}\n`,
  );
  indexing.put('history.jsonl', many.join(''));
  await indexing.run();
  expect(indexing.session(gone)).toMatchObject({ started: noon, ended: noon + 149_999 });
});
