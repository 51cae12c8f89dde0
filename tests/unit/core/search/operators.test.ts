import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noon, type Script } from '../../../support/script.ts';
import { Library } from './support.ts';

const day = 86_400_000;
const folder = 'projects/-home-dev-x';
let library: Library;
let tide: Script;
let moon: Script;

/** Two sessions and a subagent. Every text begins with `common` and the name of what it is for. */
beforeAll(async () => {
  library = new Library();
  tide = library.script({ cwd: '/home/dev/Tide', version: '2.1.118', start: noon, always: { gitBranch: 'main' } });
  tide.flat('custom-title', { customTitle: 'Fix the flaky Tide test' });
  tide.prompt('common tide prompt');
  tide.model([{ type: 'thinking', thinking: 'common tide thinking' }]);
  tide.result(
    tide.call('Edit', { file_path: '/home/dev/Tide/src/app.ts', new_string: 'common tide edit' }),
    'common tide edited',
  );
  const failing = tide.call('Bash', { command: 'common tide run' });
  tide.prompt([{ type: 'tool_result', tool_use_id: failing, content: 'common tide failure', is_error: true }]);
  tide.prompt([
    { type: 'text', text: 'common tide picture' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
  ]);
  tide.flat('pr-link', { prNumber: 7, prUrl: 'https://example.test/pull/7', prRepository: 'a/b' });

  const later = { start: noon + 10 * day, cwd: '/home/dev/moon', version: '2.0.9' };
  moon = library.script({ ...later, always: { gitBranch: 'fix/Phase' } });
  moon.flat('custom-title', { customTitle: 'Phases of the moon' });
  moon.prompt('common moon prompt');
  moon.model([{ type: 'text', text: 'common moon answer' }], {}, { input_tokens: 90_000 });
  moon.call('mcp__sky__look', { at: 'common moon call' });
  moon.call('TodoWrite', { todos: [{ content: 'common moon todo' }] });
  moon.call('ExitPlanMode', { plan: 'common moon plan' });
  const helper = library.script({ ...later, session: moon.session, always: { isSidechain: true, agentId: 'a1' } });
  helper.prompt('common helper task');
  const content = [{ type: 'text', text: 'common helper answer' }];
  helper.chain('assistant', { message: { id: 'm9', model: 'claude-opus-4-5', role: 'assistant', content, usage: {} } });
  library.indexing.put(`${folder}/${moon.session}/subagents/agent-a1.jsonl`, helper.text);
  await library.add(tide, moon);
});
afterAll(() => library.close());

/** What the texts are for, in the order of the hits. */
const found = async (query: string) =>
  (await library.texts(`common ${query} sort:oldest`)).map((text) => /common (\w+ \w+)/.exec(text)?.[1]);
const inTide = ['tide prompt', 'tide thinking', 'tide edit', 'tide edited', 'tide run', 'tide failure', 'tide picture'];
const inMoon = ['moon prompt', 'helper task', 'helper answer', 'moon answer', 'moon call', 'moon todo', 'moon plan'];
const expectSame = async (query: string, expected: readonly string[]) =>
  expect([query, (await found(query)).sort()]).toEqual([query, [...expected].sort()]);

test.each([
  ['project:tide', inTide],
  ['project:/home/dev', [...inTide, ...inMoon]],
  ['project:TIDE,moon', [...inTide, ...inMoon]],
  ['project:nowhere', []],
  ['-project:tide', inMoon],
  ['branch:phase', inMoon],
  ['branch:main', inTide],
  ['model:opus', ['helper task', 'helper answer']],
  ['model:sonnet project:moon', ['moon prompt', 'moon answer', 'moon call', 'moon todo', 'moon plan']],
  ['tool:bash', ['tide run', 'tide failure']],
  ['tool:Edit,TodoWrite', ['tide edit', 'tide edited', 'moon todo']],
  ['tool:mcp__*', ['moon call']],
  ['tool:mcp', []],
  ['role:assistant project:tide', ['tide thinking', 'tide edit', 'tide run']],
  ['role:tool', ['tide edited', 'tide failure']],
  ['kind:prompt', ['tide prompt', 'tide picture', 'moon prompt', 'helper task']],
  ['kind:answer,thinking', ['tide thinking', 'moon answer', 'helper answer']],
  ['file:src/app', inTide],
  ['file:nothing', []],
  ['title:"tide test"', inTide],
  ['title:PHASES', inMoon],
  ['version:2.1', inTide],
  ['version:2.0.9', inMoon],
  ['tokens:>10k', inMoon],
  ['tokens:<10k', inTide],
  ['is:error', ['tide failure']],
  ['is:subagent', ['helper task', 'helper answer']],
  ['-is:subagent project:moon', ['moon prompt', 'moon answer', 'moon call', 'moon todo', 'moon plan']],
  ['has:thinking', ['tide thinking']],
  ['has:diff', ['tide edit']],
  ['has:todo', ['moon todo']],
  ['has:plan', ['moon plan']],
  ['has:pr', inTide],
  ['before:2026-03-05', inTide],
  ['after:2026-03-10', inMoon],
  ['on:2026-03-14', inMoon],
  ['during:2026-03', [...inTide, ...inMoon]],
  ['during:2026-04', []],
  [
    'tool:Bash OR kind:prompt',
    ['tide run', 'tide failure', 'tide prompt', 'tide picture', 'moon prompt', 'helper task'],
  ],
  [
    '(project:moon OR is:error) -kind:tool_call',
    ['tide failure', 'moon prompt', 'moon answer', 'helper task', 'helper answer'],
  ],
])('%s', expectSame);

test('session: takes an id, its beginning, or a file', async () => {
  await expectSame(`session:${tide.session}`, inTide);
  await expectSame(`session:${tide.session.slice(0, 8)}`, inTide);
  await expectSame(`session:"${library.indexing.at(folder, `${tide.session}.jsonl`)}"`, inTide);
});

test('has:image, which has no words', async () => {
  expect((await library.hits('has:image')).map(({ kind }) => kind)).toEqual(['image']);
});

test('times are those of the records, to the millisecond', async () => {
  const { timestamp } = (await library.hits('"moon prompt"'))[0] ?? {};
  expect(timestamp).toBe(noon + 10 * day + 1000);
  const local = new Date(timestamp ?? 0);
  const date = `${local.getFullYear()}-${String(local.getMonth() + 1).padStart(2, '0')}-${String(local.getDate()).padStart(2, '0')}`;
  await expectSame(`on:${date} kind:prompt`, ['moon prompt', 'helper task']);
});

test('nothing is bookmarked, tagged, noted or known to be a secret yet', async () => {
  for (const query of ['is:bookmarked', 'tag:later', 'note:ask', 'has:secret']) await expectSame(query, []);
  await expectSame('-is:bookmarked', [...inTide, ...inMoon]);
});

test('only filters: the newest first', async () => {
  const hits = await library.hits('kind:prompt');
  expect(hits.map(({ timestamp }) => timestamp)).toEqual(
    hits
      .map(({ timestamp }) => timestamp)
      .sort()
      .reverse(),
  );
  expect(hits.map(({ snippet }) => snippet)).toContain('common tide prompt');
});

test('is:deleted, is:live, is:ghost and is:fork', async () => {
  const other = new Library();
  const [gone, kept] = [other.script(), other.script()];
  gone.prompt('common gone');
  kept.prompt('common kept');
  other.indexing.put(
    'history.jsonl',
    `${JSON.stringify({ display: 'common ghost', timestamp: noon, project: '/p', sessionId: 'g' })}\n`,
  );
  await other.add(gone, kept);
  const fork = other.script({ always: { forkedFrom: { sessionId: kept.session } } });
  fork.prompt('common fork');
  rmSync(other.indexing.at(folder, `${gone.session}.jsonl`));
  await other.add(fork);
  expect(await other.texts('common is:deleted')).toEqual(['common gone']);
  expect(await other.texts('common is:ghost')).toEqual(['common ghost']);
  expect(await other.texts('common is:fork')).toEqual(['common fork']);
  expect((await other.texts('common is:live')).sort()).toEqual(['common fork', 'common kept']); // just written
  other.close();
});
