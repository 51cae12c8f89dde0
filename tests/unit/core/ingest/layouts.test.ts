import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTranscript } from '../../../../electron/core/browse/sessions.ts';
import { fixtures } from '../../../support/folders.ts';
import { expectSound, Indexing } from '../../../support/indexing.ts';
import { Script } from '../../../support/script.ts';

let indexing: Indexing;
beforeEach(() => void (indexing = new Indexing()));
afterEach(() => indexing.close());

const session = fixtures.tide;
const folder = 'projects/-home-dev-x';

function agentScript(agentId: string, task: string, seed: number): Script {
  const script = new Script({ session, seed, always: { isSidechain: true, agentId } });
  script.prompt(task);
  script.answer(`Done: ${task}`);
  return script;
}

describe('subagents', () => {
  const files = {
    flat: `${folder}/agent-f1.jsonl`,
    nested: `${folder}/${session}/subagents/agent-n1.jsonl`,
    workflow: `${folder}/${session}/subagents/workflows/wf_1/agent-w1.jsonl`,
  };

  function writeAll(): void {
    const main = new Script({ session });
    main.prompt('Look around');
    const byNote = main.call('Agent', { prompt: 'nested task' }, 'toolu_note');
    main.result(byNote, 'nested done');
    const byResult = main.call('Task', { prompt: 'flat task' }, 'toolu_result');
    main.result(byResult, 'flat done', { toolUseResult: { agentId: 'f1', status: 'completed' } });
    main.call('Bash', { command: 'ls' }, 'toolu_bash');
    indexing.put(`${folder}/${session}.jsonl`, main.text);
    indexing.put(files.flat, agentScript('f1', 'flat task', 2).text);
    indexing.put(files.nested, agentScript('n1', 'nested task', 3).text);
    const note = { agentType: 'Explore', description: 'Look into it', toolUseId: 'toolu_note' };
    indexing.put(files.nested.replace('.jsonl', '.meta.json'), JSON.stringify(note));
    indexing.put(files.workflow, agentScript('w1', 'workflow task', 4).text);
    indexing.put(
      `${folder}/${session}/subagents/workflows/wf_1/journal.jsonl`,
      '{"type":"started","key":"k","agentId":"w1"}\n',
    );
  }

  test('of every layout belong to their session, and a workflow’s journal is none', async () => {
    writeAll();
    await indexing.run();
    expect(indexing.sessions()).toMatchObject([{ sessionId: session, subagents: 3, prompts: 1 }]);
    const { files: shown } = openTranscript(indexing.read, session);
    expect(shown.map(({ file, agent }) => [file, agent])).toEqual([
      [indexing.at(`${folder}/${session}.jsonl`), null],
      ...Object.entries({ f1: files.flat, n1: files.nested, w1: files.workflow })
        .map(([agent, file]) => [indexing.at(file), agent])
        .sort((a, b) => order(a[0] ?? '', b[0] ?? '')),
    ]);
    expect(shown.find(({ agent }) => agent === 'n1')).toMatchObject({ agentType: 'Explore', task: 'Look into it' });
    expectSound(indexing.db);

    function order(a: string, b: string): number {
      const at = (path: string) => indexing.value('SELECT id FROM file WHERE path = ?', path) as number;
      return at(a) - at(b);
    }
  });

  test('the call that started one leads to its transcript, by its note or by the result', async () => {
    writeAll();
    await indexing.run();
    const calls = indexing.entries(session).filter(({ kind }) => kind === 'tool_call');
    expect(calls.map(({ tool, agentFile }) => [tool, agentFile])).toEqual([
      ['Agent', indexing.at(files.nested)],
      ['Task', indexing.at(files.flat)],
      ['Bash', null],
    ]);
  });

  test('what one is told was typed by no one', async () => {
    writeAll();
    await indexing.run();
    const [task] = indexing.entries(session, indexing.at(files.nested));
    expect(task).toMatchObject({ kind: 'prompt', subtype: 'task', text: 'nested task' });
  });

  test('a note that is written after the transcript still names the call', async () => {
    writeAll();
    const note = `${folder}/${session}/subagents/agent-w9.meta.json`;
    const file = `${folder}/${session}/subagents/agent-w9.jsonl`;
    const late = agentScript('w9', 'late task', 9);
    indexing.put(file, late.lines[0] ?? '');
    await indexing.run();
    indexing.put(note, JSON.stringify({ agentType: 'general-purpose', toolUseId: 'toolu_bash' }));
    indexing.append(file, late.lines[1] ?? '');
    await indexing.run();
    expect(indexing.entries(session).at(-1)).toMatchObject({ tool: 'Bash', agentFile: indexing.at(file) });
  });

  test('come before their session’s own transcript and still join it', async () => {
    indexing.put(files.nested, agentScript('n1', 'nested task', 3).text);
    await indexing.run();
    expect(indexing.sessions()).toMatchObject([{ sessionId: session, subagents: 1 }]);
    const main = new Script({ session });
    main.prompt('Look around');
    indexing.put(`${folder}/${session}.jsonl`, main.text);
    await indexing.run();
    expect(indexing.sessions()).toMatchObject([
      {
        sessionId: session,
        subagents: 1,
        prompts: 1,
        title: 'Look around',
        file: indexing.at(folder, `${session}.jsonl`),
      },
    ]);
  });

  test('an old flat one that was seen empty joins its session once it says which', async () => {
    const main = new Script({ session });
    main.prompt('Look around');
    indexing.put(`${folder}/${session}.jsonl`, main.text);
    const [first = ''] = agentScript('f1', 'flat task', 2).lines;
    indexing.put(files.flat, first.slice(0, 30));
    await indexing.run();
    indexing.append(files.flat, first.slice(30));
    await indexing.run();
    expect(indexing.sessions()).toMatchObject([{ sessionId: session, subagents: 1 }]);
    expectSound(indexing.db);
  });
});

describe('other places', () => {
  const log = [
    {
      type: 'system',
      subtype: 'init',
      session_id: 'run-1',
      cwd: '/home/ci/x',
      model: 'claude-sonnet-4-5',
      tools: ['Bash'],
    },
    { type: 'user', message: { role: 'user', content: 'Build it' }, session_id: 'run-1' },
    {
      type: 'assistant',
      message: {
        id: 'm1',
        model: 'claude-sonnet-4-5',
        content: [{ type: 'text', text: 'Building' }],
        usage: { output_tokens: 7 },
      },
      session_id: 'run-1',
    },
    {
      type: 'assistant',
      message: {
        id: 'm2',
        model: 'claude-sonnet-4-5',
        content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'make' } }],
      },
      session_id: 'run-1',
    },
    {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: '', is_error: true }] },
      tool_use_result: 'Error: no rule',
      session_id: 'run-1',
    },
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'All built',
      session_id: 'run-1',
      total_cost_usd: 0.5,
    },
  ];
  const stream = log.map((record) => `${JSON.stringify(record)}\n`).join('');

  test.each([
    ['a single file', 'logs/run.jsonl', 'logs/run.jsonl'],
    ['a folder of files', 'logs', 'logs/deep/run.jsonl'],
  ])('a stream-json log from %s, in the order of the file', async (_, root, path) => {
    const file = join(indexing.folders.base, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, stream);
    const { unreadable } = await indexing.run({ roots: [join(indexing.folders.base, root)] });
    expect(unreadable).toEqual([]);
    expect(indexing.sessions()).toMatchObject([
      { sessionId: 'run-1', file, project: '/home/ci/x', prompts: 1, messages: 4, tokens: { output: 7 } },
    ]);
    expect(indexing.entries('run-1').map(({ kind, text }) => [kind, text])).toEqual([
      ['note', 'claude-sonnet-4-5\n/home/ci/x'],
      ['prompt', 'Build it'],
      ['answer', 'Building'],
      ['tool_call', 'make'],
      ['tool_result', 'Error: no rule'],
      ['note', 'All built'],
    ]);
    expect((await indexing.run({ roots: [join(indexing.folders.base, root)] })).changedFiles).toBe(0);
  });

  test('two Claude folders at once, each with its own sessions', async () => {
    const other = join(indexing.folders.base, 'other');
    const [mine, theirs] = [new Script({ session }), new Script({ seed: 2 })];
    mine.prompt('mine');
    theirs.prompt('theirs');
    indexing.put(`${folder}/${mine.session}.jsonl`, mine.text);
    mkdirSync(join(other, folder), { recursive: true });
    writeFileSync(join(other, folder, `${theirs.session}.jsonl`), theirs.text);
    await indexing.run({ roots: [indexing.root, other] });
    expect(
      indexing
        .sessions()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['mine', 'theirs']);
  });

  test('a folder that is named twice, or inside another one, is read once', async () => {
    indexing.put(`${folder}/run.jsonl`, stream);
    const roots = [indexing.root, `${indexing.root}/`, indexing.at(folder), indexing.at(folder, 'run.jsonl')];
    await indexing.run({ roots });
    expect(indexing.texts('run-1')).toHaveLength(6);
    expect(indexing.value('SELECT sum(records) FROM file')).toBe(6);
    await indexing.run({ roots, full: true });
    expect(indexing.texts('run-1')).toHaveLength(6);
  });

  test('a link out of the folder is not followed, one inside it is', async () => {
    const outside = join(indexing.folders.base, 'outside.jsonl');
    writeFileSync(outside, stream.replaceAll('run-1', 'secret'));
    const real = indexing.put(`${folder}/run.jsonl`, stream);
    mkdirSync(indexing.at('projects/-linked'));
    symlinkSync(outside, indexing.at(folder, 'out.jsonl'));
    symlinkSync(real, indexing.at('projects/-linked/in.jsonl'));
    await indexing.run();
    expect(indexing.sessions().map(({ sessionId }) => sessionId)).toEqual(['run-1', 'run-1']);
  });

  test('a root that is not there, or cannot be one, is named and stops nothing', async () => {
    indexing.put(`${folder}/run.jsonl`, stream);
    const nowhere = join(indexing.folders.base, 'nowhere');
    const below = indexing.at(folder, 'run.jsonl', 'below');
    const { unreadable } = await indexing.run({ roots: [nowhere, below, indexing.root] });
    expect(unreadable.map(({ path }) => path)).toEqual([join(nowhere, 'projects'), join(below, 'projects')]);
    expect(indexing.texts('run-1')).toHaveLength(6);
  });

  test('a history that cannot be read is named and stops nothing', async () => {
    indexing.put(`${folder}/run.jsonl`, stream);
    mkdirSync(indexing.at('history.jsonl'));
    const { unreadable } = await indexing.run();
    expect(unreadable).toEqual([{ path: indexing.at('history.jsonl'), reason: 'EISDIR' }]);
    expect(indexing.texts('run-1')).toHaveLength(6);
  });
});
