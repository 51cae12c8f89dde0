import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTranscript } from '../../../../electron/core/browse/sessions.ts';
import { stats } from '../../../../electron/core/insight/stats.ts';
import { fixtures } from '../../../support/folders.ts';
import { expectSound, Indexing } from '../../../support/indexing.ts';
import { Script } from '../../../support/script.ts';

let indexing: Indexing;
beforeEach(() => void (indexing = new Indexing()));
afterEach(() => indexing.close());

const session = fixtures.tide;
const folder = 'projects/-home-dev-x';

const spoken = (words: string, setting = {}) => {
  const script = new Script({ session, ...setting });
  script.prompt(words);
  script.answer(`Re: ${words}`);
  return script;
};

describe('which session a transcript is', () => {
  test('its file’s name says it, not its records', async () => {
    indexing.put(`${folder}/${session}.jsonl`, spoken('hello', { session: fixtures.importer }).text);
    await indexing.run();
    expect(indexing.sessions()).toMatchObject([{ sessionId: session, ref: session }]);
  });

  test('its records say it where the name is no id', async () => {
    indexing.put(
      `${folder}/backup of today.jsonl`,
      `{"type":"summary","summary":"S","leafUuid":"x"}\n${spoken('hello').text}`,
    );
    indexing.put(`${folder}/nothing said.jsonl`, '{"type":"summary","summary":"Only a summary","leafUuid":"x"}\n');
    await indexing.run();
    expect(new Set(indexing.sessions().map(({ sessionId, title }) => [sessionId, title].join()))).toEqual(
      new Set([`${session},S`, 'nothing said,Only a summary']),
    );
  });

  test('they may say it only later', async () => {
    const file = `${folder}/copy.jsonl`;
    indexing.put(file, '{"type":"summary","summary":"S","leafUuid":"x"}\n');
    await indexing.run();
    expect(indexing.sessions()).toMatchObject([{ sessionId: 'copy' }]);
    indexing.append(file, spoken('hello').text);
    await indexing.run();
    expect(indexing.sessions()).toMatchObject([{ sessionId: session, prompts: 1 }]);
  });

  test('a file that was replaced by another session’s is that other session', async () => {
    indexing.put(`${folder}/copy.jsonl`, spoken('hello').text);
    await indexing.run();
    indexing.put(`${folder}/copy.jsonl`, spoken('bye', { session: fixtures.importer, seed: 2 }).text);
    await indexing.run();
    expect(indexing.sessions()).toMatchObject([{ sessionId: fixtures.importer, title: 'bye' }]);
  });

  test('a long one that its subagent came before is one session with it', async () => {
    const main = new Script({ session });
    for (let at = 0; at < 3000; at += 1) main.prompt(`prompt ${at} ${'filler '.repeat(150)}`);
    const file = indexing.put(`${folder}/copy.jsonl`, main.text);
    utimesSync(file, new Date(0), new Date(0)); // the newest is read first
    indexing.put(`${folder}/agent-a1.jsonl`, spoken('a task', { seed: 2, always: { isSidechain: true } }).text);
    await indexing.run();
    expect(indexing.sessions()).toMatchObject([{ sessionId: session, file, subagents: 1, prompts: 3000 }]);
    expectSound(indexing.db);
  });

  test('two files of the same id in one folder are two sessions, told apart by their files', async () => {
    const one = indexing.put(`${folder}/${session}.jsonl`, spoken('one').text);
    const two = indexing.put(`${folder}/copy.jsonl`, spoken('two', { seed: 2 }).text);
    const three = indexing.put(`${folder}/copy 2.jsonl`, spoken('three', { seed: 3 }).text);
    await indexing.run();
    const refs = new Map(indexing.sessions().map(({ ref, title }) => [ref, title]));
    expect(refs).toEqual(
      new Map([
        [one, 'one'],
        [two, 'two'],
        [three, 'three'],
      ]),
    );
    for (const [ref, title] of refs) expect(indexing.texts(ref)).toEqual([title, `Re: ${title}`]);
    expectSound(indexing.db);
  });

  test('the same id in two folders is two sessions, each with its own subagents', async () => {
    for (const [at, name] of ['-home-dev-x', '-home-dev-y'].entries()) {
      indexing.put(`projects/${name}/${session}.jsonl`, spoken(name, { seed: at + 1, cwd: `/${name}` }).text);
      indexing.put(
        `projects/${name}/${session}/subagents/agent-${at}.jsonl`,
        spoken(`task in ${name}`, { seed: at + 10, always: { isSidechain: true } }).text,
      );
    }
    await indexing.run();
    const rows = indexing.sessions().map(({ ref, project, subagents }) => [ref, project, subagents]);
    expect(rows.sort()).toEqual([
      [indexing.at(`projects/-home-dev-x/${session}.jsonl`), '/-home-dev-x', 1],
      [indexing.at(`projects/-home-dev-y/${session}.jsonl`), '/-home-dev-y', 1],
    ]);
    expect(() => indexing.entries(session)).toThrow(/names 2 sessions/);
  });

  test('the project is the folder it ran in, else its folder’s name, wherever the Claude folder is', async () => {
    indexing.put(`${folder}/${session}.jsonl`, '{"type":"summary","summary":"S","leafUuid":"x"}\n');
    await indexing.run();
    expect(indexing.session(session).project).toBe('-home-dev-x');
    const nested = 'projects/deep/claude';
    indexing.put(`${nested}/projects/-home-dev-y/${fixtures.importer}.jsonl`, '{"type":"summary","summary":"S"}\n');
    await indexing.run({ roots: [indexing.at(nested)] });
    expect(indexing.session(fixtures.importer).project).toBe('-home-dev-y');
  });
});

describe('a record that is there twice', () => {
  test('in one file is one message, and both its places are known', async () => {
    const script = spoken('hello');
    indexing.put(`${folder}/${session}.jsonl`, script.text + script.text);
    await indexing.run();
    expect(indexing.texts(session)).toEqual(['hello', 'Re: hello']);
    expect(indexing.session(session)).toMatchObject({ messages: 2, prompts: 1, tokens: { output: 5 } });
    expect(indexing.value('SELECT records FROM file')).toBe(4);
    expect(indexing.rows('SELECT line, uuid FROM repetition ORDER BY line')).toEqual([
      { line: 3, uuid: script.records[0]?.['uuid'] },
      { line: 4, uuid: script.records[1]?.['uuid'] },
    ]);
  });

  test('also when the second one is appended by a later run', async () => {
    const script = spoken('hello');
    script.chain('progress', { data: { type: 'bash_progress', output: 'x' } });
    indexing.put(`${folder}/${session}.jsonl`, script.text);
    await indexing.run();
    indexing.append(`${folder}/${session}.jsonl`, script.text);
    await indexing.run();
    expect(indexing.texts(session)).toEqual(['hello', 'Re: hello']);
    expect(indexing.value('SELECT count(*) FROM repetition')).toBe(3);
  });

  test('without a uuid is two', async () => {
    const line = '{"type":"user","message":{"content":"hello"}}\n';
    indexing.put(`${folder}/${session}.jsonl`, line + line);
    await indexing.run();
    expect(indexing.texts(session)).toEqual(['hello', 'hello']);
  });
});

describe('a fork', () => {
  const [original, fork, stranger] = [fixtures.tide, fixtures.importer, fixtures.damaged];

  beforeEach(async () => {
    const script = spoken('the common beginning');
    const copied = script.text.replaceAll(original, fork);
    const on = new Script({ session: fork, seed: 7 }).follow(script.last);
    on.prompt('only in the fork');
    on.answer('an answer of the fork');
    indexing.put(`${folder}/${original}.jsonl`, script.text);
    indexing.put(`${folder}/${fork}.jsonl`, copied + on.text);
    indexing.put(`${folder}/${stranger}.jsonl`, spoken('something else', { session: stranger, seed: 3 }).text);
    await indexing.run();
  });

  test('is a session of its own with its whole history', () => {
    expect(indexing.texts(fork)).toHaveLength(4);
    expect(indexing.texts(original)).toHaveLength(2);
  });

  test('and its original know of each other', () => {
    expect(indexing.session(original).forks).toBe(1);
    expect(indexing.session(fork).forks).toBe(1);
    expect(indexing.session(stranger).forks).toBe(0);
    expect(openTranscript(indexing.read, fork).family).toMatchObject([{ ref: original }]);
    expect(openTranscript(indexing.read, stranger).family).toEqual([]);
  });

  test('counts the tokens of what it copied in itself, and once in the total', () => {
    expect(indexing.session(original).tokens.output).toBe(5);
    expect(indexing.session(fork).tokens.output).toBe(10);
    expect(stats(indexing.read, 'day').totals.tokens.output).toBe(15);
  });
});
