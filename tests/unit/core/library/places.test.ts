import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { protectedSessions } from '../../../../electron/core/library/protect.ts';
import { fixtures } from '../../../support/folders.ts';
import { Keeping } from '../../../support/keeping.ts';
import { Script } from '../../../support/script.ts';

let keeping: Keeping;
beforeEach(() => void (keeping = new Keeping()));
afterEach(() => keeping.close());

const [session, fork, other] = [fixtures.tide, fixtures.importer, fixtures.damaged];
const folder = 'projects/-home-dev-x';
const main = `${folder}/${session}.jsonl`;

function conversation(): Script {
  const script = new Script({ session });
  script.prompt('the question');
  script.chain('assistant', {
    message: {
      id: 'msg_1',
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'a thought' },
        { type: 'text', text: 'the answer' },
        { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } },
      ],
    },
  });
  script.result('toolu_1', 'a file');
  script.prompt('another question');
  return script;
}

const where = ({ state, sessionId, position, end, excerpt }: ReturnType<Keeping['list']>[number]) => [
  state,
  sessionId,
  position,
  end,
  excerpt,
];

describe('what was kept is found again', () => {
  beforeEach(async () => {
    keeping.indexing.put(main, conversation().text);
    await keeping.indexing.run();
    keeping.add({ session });
    keeping.add({ session, position: 2 });
    keeping.add({ session, position: 2, end: 4 });
  });
  const asItWas = [
    ['here', session, null, null, null],
    ['here', session, 2, null, 'the answer'],
    ['here', session, 2, 4, 'the answer'],
  ];

  test('where it was', () => {
    expect(keeping.list().map(where)).toEqual(asItWas);
    expect(keeping.of(session).map(where)).toEqual(asItWas);
  });

  test('by an index that is built again, in which it got other ids', async () => {
    const early = new Script({ session: other, seed: 9, start: 0 });
    early.prompt('older than all');
    keeping.indexing.put(`${folder}/${other}.jsonl`, early.text);
    await keeping.rebuild();
    expect(keeping.list().map(where)).toEqual(asItWas);
  });

  test('by the block of the record, not by where it happened to stand', async () => {
    const [first = '', ...rest] = conversation().lines;
    const inserted = new Script({ session, seed: 8 });
    inserted.prompt('came between');
    keeping.indexing.put(main, [first, ...inserted.lines, ...rest].join(''));
    await keeping.rebuild();
    expect(keeping.list().map(where)).toEqual([
      ['here', session, null, null, null],
      ['here', session, 3, null, 'the answer'],
      ['here', session, 3, 5, 'the answer'],
    ]);
  });

  test('in the folder that /cd moved it to', async () => {
    mkdirSync(keeping.indexing.at('projects/-home-dev-y'));
    renameSync(keeping.indexing.at(main), keeping.indexing.at(`projects/-home-dev-y/${session}.jsonl`));
    await keeping.indexing.run();
    expect(keeping.list().map(where)).toEqual(asItWas);
    await keeping.rebuild();
    expect(keeping.list().map(where)).toEqual(asItWas);
  });

  test('in a fork, once its own session is nowhere any longer', async () => {
    keeping.indexing.put(`${folder}/${fork}.jsonl`, conversation().text.replaceAll(session, fork));
    await keeping.indexing.run();
    expect(keeping.of(fork)).toEqual([]);
    rmSync(keeping.indexing.at(main));
    await keeping.indexing.run({ whenDeleted: 'keep' });
    expect(keeping.list().map(where)).toEqual(asItWas.map(([, ...rest]) => ['deleted', ...rest]));
    await keeping.rebuild();
    expect(keeping.list().map(where)).toEqual([
      ['gone', session, null, null, null],
      ['here', fork, 2, null, 'the answer'],
      ['here', fork, 2, 4, 'the answer'],
    ]);
    expect(keeping.of(fork).map(({ scope }) => scope)).toEqual(['entry', 'span']);
    expect([...protectedSessions(keeping.read, keeping.index)].sort()).toEqual([session, fork].sort());
    expect([...keeping.shelf.sessions().keys()]).toHaveLength(1);
  });

  test('and where the same place is bookmarked again, even in that fork, it is the same bookmark', async () => {
    const [, entry] = keeping.list();
    expect(keeping.add({ session, position: 2 }, { note: 'again' })).toMatchObject({ id: entry?.id, note: 'again' });
    expect(keeping.add({ session, position: 4, end: 2 }).id).toBe(keeping.list()[2]?.id);
    keeping.indexing.put(`${folder}/${fork}.jsonl`, conversation().text.replaceAll(session, fork));
    rmSync(keeping.indexing.at(main));
    await keeping.rebuild();
    expect(keeping.add({ session: fork, position: 2 }).id).toBe(entry?.id);
    expect(keeping.list()).toHaveLength(3);
  });

  test('as gone, without a word of it, where nothing is left', async () => {
    rmSync(keeping.indexing.at(main));
    await keeping.rebuild();
    const gone = keeping.list();
    expect(gone.map(({ state, session: ref, title }) => [state, ref, title])).toEqual([
      ['gone', null, session],
      ['gone', null, session],
      ['gone', null, session],
    ]);
    expect(gone[1]).toMatchObject({ kind: 'answer', role: 'assistant', line: 2, position: null, excerpt: null });
    expect(keeping.shelf.sessions().size).toBe(0);
  });

  test('as gone where its record has left the transcript, but not the session', async () => {
    const [first = '', , ...rest] = conversation().lines;
    keeping.indexing.put(main, first + rest.join(''));
    await keeping.rebuild();
    expect(keeping.list().map(({ state, session: ref, position }) => [state, ref, position])).toEqual([
      ['here', session, null],
      ['gone', session, null],
      ['gone', session, null],
    ]);
  });
});

test('of a session that only its history remembers, itself; what was said in it, in a fork', async () => {
  const history = {
    display: 'the question',
    timestamp: Date.UTC(2026, 2, 4),
    project: '/home/dev/x',
    sessionId: session,
  };
  keeping.indexing.put('history.jsonl', `${JSON.stringify(history)}\n`);
  keeping.indexing.put(main, conversation().text);
  keeping.indexing.put(`${folder}/${fork}.jsonl`, conversation().text.replaceAll(session, fork));
  await keeping.indexing.run();
  keeping.add({ session });
  keeping.add({ session, position: 0 });
  rmSync(keeping.indexing.at(main));
  await keeping.rebuild();
  expect(keeping.list().map(where)).toEqual([
    ['deleted', session, null, null, null],
    ['here', fork, 0, null, 'the question'],
  ]);
  expect(keeping.shelf.sessions().size).toBe(2);
});

test('of two sessions with the same id and the same records, the one it was kept in', async () => {
  const [copy, original] = ['copy.jsonl', 'a note.jsonl'].map((name) =>
    keeping.indexing.put(`${folder}/${name}`, conversation().text),
  );
  await keeping.indexing.run();
  for (const file of [original, copy]) keeping.add({ session: file ?? '', position: 2 });
  await keeping.rebuild();
  expect(keeping.list().map(({ session: ref }) => ref)).toEqual([original, copy]);
});

test('of two sessions with the same id, the one of the project it was kept in', async () => {
  const [x, y] = ['/home/dev/x', '/home/dev/y'].map((cwd, seed) => new Script({ session, cwd, seed: 20 + seed }));
  x?.prompt('said in x');
  y?.prompt('said in y');
  keeping.indexing.put(main, x?.text ?? '');
  const elsewhere = keeping.indexing.put(`projects/-home-dev-y/${session}.jsonl`, y?.text ?? '');
  await keeping.indexing.run();
  keeping.add({ session: elsewhere });
  keeping.add({ session: elsewhere, position: 0 });
  await keeping.rebuild();
  expect(keeping.list().map(({ session: ref, project, excerpt }) => [ref, project, excerpt])).toEqual([
    [elsewhere, '/home/dev/y', null],
    [elsewhere, '/home/dev/y', 'said in y'],
  ]);
  expect(keeping.of(keeping.indexing.at(main))).toEqual([]);
});

test('in a subagent’s transcript', async () => {
  const agent = new Script({ session, seed: 2, always: { isSidechain: true, agentId: 'a1' } });
  agent.prompt('a task');
  agent.answer('done');
  keeping.indexing.put(main, conversation().text);
  const file = keeping.indexing.put(`${folder}/${session}/subagents/agent-a1.jsonl`, agent.text);
  await keeping.indexing.run();
  keeping.add({ session, file, position: 1 });
  keeping.add({ session, position: 1 });
  await keeping.rebuild();
  expect(keeping.of(session).map(({ file: at, position, excerpt }) => [at, position, excerpt])).toEqual([
    [null, 1, 'a thought'],
    [file, 1, 'done'],
  ]);
});

test('records without a uuid are known by their line, or their time', async () => {
  const line = (content: string, timestamp?: string) =>
    `${JSON.stringify({ type: 'user', message: { content }, timestamp })}\n`;
  keeping.indexing.put(main, line('zero') + line('one') + line('two', '2026-03-04T12:00:00Z'));
  await keeping.indexing.run();
  keeping.add({ session, position: 1 });
  keeping.add({ session, position: 2 });
  await keeping.rebuild();
  expect(keeping.list().map(({ excerpt }) => excerpt)).toEqual(['one', 'two']);
  keeping.indexing.put(main, line('zero') + line('two', '2026-03-04T12:00:00Z'));
  await keeping.rebuild();
  expect(keeping.list().map(({ state, excerpt }) => [state, excerpt])).toEqual([
    ['gone', null],
    ['here', 'two'],
  ]);
});

test('the list can be narrowed, sorted and searched', async () => {
  keeping.indexing.put(main, conversation().text);
  const later = new Script({ session: other, seed: 3, start: Date.UTC(2027, 0) });
  later.prompt('Ein schöner Gruß');
  keeping.indexing.put(`${folder}/${other}.jsonl`, later.text);
  await keeping.indexing.run();
  keeping.add({ session, position: 5 }, { tags: ['b', 'a'] });
  keeping.add({ session: other, position: 0 }, { note: 'Write back' });
  keeping.add({ session, position: 0 }, { tags: ['a'] });
  keeping.add({ session });
  const excerpts = (input: Parameters<Keeping['list']>[0]) => keeping.list(input).map(({ excerpt }) => excerpt);
  const [first, second, greeting] = ['the question', 'another question', 'Ein schöner Gruß'];
  expect(excerpts({ sort: 'newest' })).toEqual([null, first, greeting, second]);
  expect(excerpts({ sort: 'said' })).toEqual([greeting, second, first, null]);
  expect(excerpts({ sort: 'session' })).toEqual([null, first, second, greeting]);
  expect(excerpts({ tag: 'A' })).toEqual([second, first]);
  expect(excerpts({ scope: 'session' })).toEqual([null]);
  expect(excerpts({ query: 'schoner WRITE' })).toEqual([greeting]);
  expect(excerpts({ query: 'question b' })).toEqual([second]);
  expect(excerpts({ limit: 2, offset: 1 })).toEqual([greeting, first]);
});
