import { expect, test } from 'vitest';
import { noFacts, take, titleOf, touchesOf, usageOf } from '../../../../electron/core/ingest/facts.ts';
import { normalise } from '../../../../electron/core/ingest/normalise/normalise.ts';
import type { RawRecord } from '../../../../electron/core/ingest/parse.ts';
import { queuedBlocks } from '../../../../electron/core/ingest/queue.ts';

const factsOf = (...records: RawRecord[]) => {
  const facts = noFacts();
  for (const record of records) take(facts, record, normalise(record));
  return facts;
};
const user = (content: string, more: RawRecord = {}) => ({ type: 'user', message: { content }, ...more });

test('the title: custom, then the model’s, then the last prompt, the summary, the first prompt', () => {
  const all = [
    user('<command-name>/clear</command-name>'),
    user('first prompt\nwith a second line'),
    { type: 'summary', summary: 'summary' },
    { type: 'last-prompt', lastPrompt: 'last prompt' },
    { type: 'ai-title', aiTitle: 'old model title' },
    { type: 'ai-title', aiTitle: 'model title' },
    { type: 'custom-title', customTitle: 'custom' },
  ];
  const titles = [7, 6, 4, 3, 2, 1, 0].map((count) => titleOf(factsOf(...all.slice(0, count))));
  expect(titles).toEqual([
    'custom',
    'model title',
    'last prompt',
    'summary',
    'first prompt with a second line',
    '/clear',
    'Untitled',
  ]);
});

test('times out of order, folders, branches and versions each once, the last branch', () => {
  const facts = factsOf(
    user('a', { timestamp: '2026-01-02T00:00:00Z', cwd: '/a', gitBranch: 'x', version: '2.1.1' }),
    user('b', { timestamp: '2026-01-01T00:00:00Z', cwd: '/b', gitBranch: 'y' }),
    user('c', { cwd: '/a', gitBranch: 'x' }),
    { type: 'hologram', timestamp: 'never' },
  );
  expect(facts).toMatchObject({
    started: Date.UTC(2026, 0, 1),
    ended: Date.UTC(2026, 0, 2),
    cwds: ['/a', '/b'],
    branch: 'x',
    branches: ['x', 'y'],
    versions: ['2.1.1'],
  });
});

test('pull requests once, the client’s own cost, the tag that was cleared', () => {
  const link = { type: 'pr-link', prNumber: 7, prUrl: 'https://example.com/7', prRepository: 'a/b' };
  const facts = factsOf(
    link,
    link,
    { type: 'cost-state', totalCostUSD: 1.5 },
    { type: 'tag', tag: 'x' },
    { type: 'tag', tag: '' },
  );
  expect(facts.pullRequests).toEqual([{ number: 7, url: 'https://example.com/7', repository: 'a/b' }]);
  expect(facts).toMatchObject({ cost: 1.5, tag: null });
  expect(factsOf({ type: 'cost-state', totalCostUSD: 1.5, hasUnknownModelCost: true }).cost).toBeNull();
});

test('usage: none of a synthetic message, the hour’s part of the cache apart, context without subagents', () => {
  const message = (more: RawRecord) => ({
    type: 'assistant',
    message: {
      id: 'm',
      model: 'claude-x',
      usage: { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 30 },
      ...more,
    },
  });
  expect(usageOf(message({ model: '<synthetic>' }))).toBeNull();
  const usage = { cache_creation_input_tokens: 9, cache_creation: { ephemeral_1h_input_tokens: 4 }, output_tokens: -1 };
  expect(usageOf(message({ usage }))).toMatchObject({ input: 0, output: 0, cacheWrite: 9, cacheWriteHour: 4 });
  expect(factsOf(message({})).context).toBe(31);
  expect(factsOf({ ...message({}), isSidechain: true }).context).toBe(0);
});

test('files that calls read and changed', () => {
  const call = (name: string, input: RawRecord) => ({ type: 'tool_use', name, input });
  const content = [
    call('Read', { file_path: '/a' }),
    call('Edit', { file_path: '/b' }),
    call('Bash', { path: '/c' }),
    call('Write', {}),
  ];
  expect(touchesOf({ message: { content } })).toEqual([
    { path: '/a', change: false },
    { path: '/b', change: true },
  ]);
});

test('a queued line that is taken up in mid-turn is not lost where only the queue tells', () => {
  const run = (version: string) => {
    const facts = factsOf(user('x', { version }));
    const operations = [
      { operation: 'enqueue', content: 'dequeued: a prompt of its own' },
      { operation: 'enqueue', content: 'draft PR please' },
      { operation: 'enqueue', content: '<task-notification>' },
      { operation: 'dequeue' },
      { operation: 'remove' },
      { operation: 'remove' },
      { operation: 'remove' },
    ];
    return operations.flatMap((record) => queuedBlocks(facts, record)).map(({ text }) => text);
  };
  expect(run('2.0.76')).toEqual(['draft PR please']);
  expect(run('2.1.91')).toEqual([]); // there an attachment says it
});
