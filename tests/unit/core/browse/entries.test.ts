import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listEntries } from '../../../../electron/core/browse/entries.ts';
import { fixtures } from '../../../support/folders.ts';
import { Indexing } from '../../../support/indexing.ts';
import { Script } from '../../../support/script.ts';

let indexing: Indexing;
let script: Script;
beforeEach(() => {
  indexing = new Indexing();
  script = new Script({ session });
});
afterEach(() => indexing.close());

const session = fixtures.tide;
const path = `projects/-home-dev-x/${session}.jsonl`;

async function index(): Promise<void> {
  indexing.put(path, script.text);
  await indexing.run();
}
const left = () =>
  indexing
    .entries(session)
    .filter(({ branch }) => branch !== 0)
    .map(({ text }) => text);

describe('what is shown', () => {
  test('every entry says what it follows, through records that show nothing', async () => {
    script.flat('file-history-snapshot', { messageId: 'x' });
    script.chain('progress', { data: { type: 'hook_progress' } });
    script.prompt('a prompt');
    script.model([
      { type: 'thinking', thinking: '', signature: 's' },
      { type: 'text', text: 'an answer' },
    ]);
    script.chain('progress', { data: { type: 'bash_progress' } });
    script.attachment('task_reminder', { content: 'remember' });
    script.prompt('a second prompt');
    await index();
    expect(indexing.entries(session).map(({ position, parent, text }) => [position, parent, text])).toEqual([
      [0, null, 'a prompt'],
      [1, 0, 'an answer'],
      [2, 1, 'remember'],
      [3, 2, 'a second prompt'],
    ]);
    expect(left()).toEqual([]);
  });

  test('a result stands with the call it answers, and knows its tool', async () => {
    script.prompt('do both');
    script.model([
      { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/a' } },
      { type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'ls' } },
    ]);
    script.result('t2', 'listing');
    script.result('t1', 'content');
    script.result('t9', 'of a call nobody made');
    await index();
    const results = indexing.entries(session).filter(({ kind }) => kind === 'tool_result');
    expect(results.map(({ text, call, tool }) => [text, call, tool])).toEqual([
      ['listing', 2, 'Bash'],
      ['content', 1, 'Read'],
      ['of a call nobody made', null, null],
    ]);
  });

  test('a result that comes with a later run finds its call', async () => {
    script.prompt('do it');
    script.call('Bash', { command: 'ls' }, 't1');
    await index();
    const before = script.records.length;
    script.result('t1', 'listing');
    indexing.append(path, script.lines.slice(before).join(''));
    await indexing.run();
    expect(indexing.entries(session).at(-1)).toMatchObject({ text: 'listing', call: 1, parent: 1, tool: 'Bash' });
  });

  test('one record of several blocks is several entries of one line and one uuid', async () => {
    const uuid = script.prompt([
      { type: 'text', text: '<ide_opened_file>a.ts</ide_opened_file>' },
      { type: 'text', text: 'Fix it' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'x' } },
    ]);
    await index();
    expect(indexing.entries(session).map((entry) => [entry.kind, entry.line, entry.uuid, entry.image])).toEqual([
      ['note', 1, uuid, false],
      ['prompt', 1, uuid, false],
      ['image', 1, uuid, true],
    ]);
    expect(indexing.session(session)).toMatchObject({ messages: 1, prompts: 1 });
  });

  test('a page is a page of the whole', async () => {
    for (let at = 0; at < 25; at += 1) script.prompt(`prompt ${at}`);
    await index();
    const page = listEntries(indexing.read, { session, limit: 10, offset: 20 });
    expect(page.total).toBe(25);
    expect(page.entries.map(({ text }) => text)).toEqual([20, 21, 22, 23, 24].map((at) => `prompt ${at}`));
    expect(listEntries(indexing.read, { session, limit: 10, offset: 99 }).entries).toEqual([]);
  });

  test('a file of another session is refused', async () => {
    script.prompt('mine');
    await index();
    expect(() => indexing.entries(session, '/etc/passwd')).toThrow(/not a transcript of session/);
  });
});

describe('what a rewind left behind', () => {
  test('is told from the conversation as it stands', async () => {
    script.prompt('first');
    const kept = script.answer('an answer');
    script.prompt('a wrong turn');
    script.answer('a wrong answer');
    script.follow(kept).prompt('a better turn');
    script.answer('a better answer');
    await index();
    expect(left()).toEqual(['a wrong turn', 'a wrong answer']);
  });

  test('is not what was called side by side, nor what was typed meanwhile', async () => {
    script.prompt('do both');
    script.model([{ type: 'tool_use', id: 't1', name: 'Read', input: {} }]);
    const first = script.last;
    script.model([{ type: 'tool_use', id: 't2', name: 'Read', input: {} }]);
    const second = script.last;
    script.follow(first).result('t1', 'one');
    script.follow(second).result('t2', 'two');
    const joined = script.last;
    script.attachment('queued_command', { prompt: 'and this', commandMode: 'prompt' });
    script.follow(joined).answer('done');
    script.prompt('go on');
    await index();
    expect(left()).toEqual([]);
    expect(indexing.session(session).prompts).toBe(3);
  });

  test('is not what was done before a shell line that hangs on the first caveat, as old clients write it', async () => {
    const caveat = script.prompt('Caveat: The messages below were generated by the user', { isMeta: true });
    script.prompt('<command-name>/clear</command-name>');
    script.prompt('<local-command-stdout></local-command-stdout>');
    script.prompt('the only conversation there is');
    script.answer('an answer');
    script.follow(caveat).prompt('<bash-input>npm test</bash-input>');
    script.prompt('<bash-stdout>all passed</bash-stdout>');
    await index();
    expect(left()).toEqual([]);
  });

  test('becomes known when the rewind is appended', async () => {
    script.prompt('first');
    const kept = script.answer('an answer');
    script.prompt('a wrong turn');
    await index();
    expect(left()).toEqual([]);
    const before = script.records.length;
    script.follow(kept).prompt('a better turn');
    indexing.append(path, script.lines.slice(before).join(''));
    await indexing.run();
    expect(left()).toEqual(['a wrong turn']);
  });

  test('is the first attempt where the first prompt was replaced', async () => {
    script.prompt('a bad beginning');
    script.answer('a bad answer');
    script.follow(null).prompt('a good beginning');
    script.answer('a good answer');
    await index();
    expect(left()).toEqual(['a bad beginning', 'a bad answer']);
  });

  test('also where the session begins with a hook that shows nothing', async () => {
    const hook = script.chain('progress', { data: { type: 'hook_progress' } });
    script.prompt('a bad beginning');
    script.answer('a bad answer');
    script.follow(hook).prompt('a good beginning');
    script.answer('a good answer');
    await index();
    expect(left()).toEqual(['a bad beginning', 'a bad answer']);
  });

  test('is looked at afresh in a file that was rewritten with as many entries', async () => {
    script.prompt('first');
    const kept = script.answer('an answer');
    script.prompt('a turn');
    script.prompt('another turn');
    await index();
    expect(left()).toEqual([]);
    script = new Script({ session, seed: 1 });
    script.prompt('first');
    script.answer('an answer');
    script.prompt('a turn');
    script.follow(kept).prompt('another turn');
    await index();
    expect(left()).toEqual(['a turn']);
  });
});
