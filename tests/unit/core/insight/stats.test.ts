import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stats } from '../../../../electron/core/insight/stats.ts';
import { oldestTranscript, totals } from '../../../../electron/core/insight/totals.ts';
import { statsBy, type Stats } from '../../../../shared/schemas.ts';
import { fixtures } from '../../../support/folders.ts';
import { Indexing } from '../../../support/indexing.ts';
import { noon, Script } from '../../../support/script.ts';

let indexing: Indexing;
beforeEach(() => void (indexing = new Indexing()));
afterEach(() => indexing.close());

const text = (words: string) => ({ type: 'text', text: words });
const put = (script: Script, path = `projects/-home-dev-x/${script.session}.jsonl`) => indexing.put(path, script.text);
const sum = (rows: Stats['rows'], pick: (row: Stats['rows'][number]) => number) =>
  rows.reduce((total, row) => total + pick(row), 0);

describe('tokens', () => {
  test('of one API message are counted once, whatever its lines say, and the most of it', async () => {
    const script = new Script({ session: fixtures.tide });
    const line = (output: number, words: string) =>
      script.chain('assistant', {
        message: {
          id: 'm1',
          model: 'claude-sonnet-4-5',
          content: [text(words)],
          usage: { input_tokens: 3, output_tokens: output },
        },
      });
    line(1, 'one');
    line(40, 'two');
    line(7, 'three');
    put(script);
    await indexing.run();
    expect(indexing.session(fixtures.tide).tokens).toEqual({ input: 3, output: 40, cacheRead: 0, cacheWrite: 0 });
    line(50, 'appended later');
    put(script);
    await indexing.run();
    expect(indexing.session(fixtures.tide).tokens.output).toBe(50);
    expect(stats(indexing.read, 'model').totals.tokens.output).toBe(50);
  });

  test('of subagents belong to their session, and copies in progress records to nobody', async () => {
    const main = new Script({ session: fixtures.tide });
    main.model([text('main')], {}, { output_tokens: 10 });
    main.chain('progress', {
      data: {
        type: 'agent_progress',
        message: { type: 'assistant', message: { id: 'x', model: 'claude-x', usage: { output_tokens: 1000 } } },
      },
    });
    put(main);
    const agent = new Script({ session: fixtures.tide, seed: 2, always: { isSidechain: true } });
    agent.model([text('agent')], {}, { output_tokens: 5 });
    put(agent, `projects/-home-dev-x/${fixtures.tide}/subagents/agent-a1.jsonl`);
    await indexing.run();
    expect(indexing.session(fixtures.tide).tokens.output).toBe(15);
  });

  test('of messages that no model wrote are not counted', async () => {
    const script = new Script({ session: fixtures.tide });
    script.model([text('real')], {}, { output_tokens: 10 });
    script.chain('assistant', {
      message: {
        id: 's1',
        model: '<synthetic>',
        content: [text('No response requested.')],
        usage: { output_tokens: 99 },
      },
    });
    put(script);
    await indexing.run();
    expect(indexing.session(fixtures.tide)).toMatchObject({
      tokens: { output: 10 },
      models: ['claude-sonnet-4-5-20250929'],
    });
  });

  test('beyond all sense do not break the sums', async () => {
    const script = new Script({ session: fixtures.tide });
    for (let at = 0; at < 1200; at += 1) {
      script.model(
        [text('x')],
        {},
        { output_tokens: Number.MAX_SAFE_INTEGER, input_tokens: 2 ** 40, cache_read_input_tokens: -5 },
      );
    }
    script.flat('cost-state', { totalCostUSD: 1 });
    put(script);
    indexing.append(`projects/-home-dev-x/${fixtures.tide}.jsonl`, '{"type":"cost-state","totalCostUSD":1e999}\n');
    await indexing.run();
    expect(stats(indexing.read, 'day').totals.tokens).toMatchObject({ output: 0, cacheRead: 0 });
    expect(indexing.session(fixtures.tide).cost).not.toBe(Infinity);
  });
});

describe('cost', () => {
  const spent = async (model: string, more: Script['records'] = []) => {
    const script = new Script({ session: fixtures.tide });
    script.chain('assistant', {
      message: { id: 'm', model, content: [text('x')], usage: { input_tokens: 1_000_000, output_tokens: 0 } },
    });
    script.records.push(...more);
    put(script);
    await indexing.run();
    return indexing.session(fixtures.tide).cost;
  };

  test('by the rates', async () => expect(await spent('claude-sonnet-4-5-20250929')).toBeCloseTo(3, 9));

  test('is unknown with an unknown model, in the session and in the total', async () => {
    expect(await spent('claude-next')).toBeNull();
    expect(stats(indexing.read, 'day').totals.cost).toBeNull();
  });

  test('is what the client says where it says it', async () =>
    expect(await spent('claude-next', [{ type: 'cost-state', totalCostUSD: 0.25 }])).toBe(0.25));
});

describe('totals', () => {
  beforeEach(async () => {
    const models = ['claude-sonnet-4-5', 'claude-opus-4-1', 'claude-haiku-4-5'];
    for (let at = 0; at < 6; at += 1) {
      const session = new Script({
        seed: at + 1,
        cwd: `/home/dev/${at % 2 === 0 ? 'even' : 'odd'}`,
        start: noon + at * 40 * 3_600_000,
      });
      for (let turn = 0; turn < 5; turn += 1) {
        session.prompt(`prompt ${turn}`);
        const model = models[(at + turn) % 3] ?? '';
        session.chain('assistant', {
          message: {
            id: `m${at % 4}-${turn}`, // the last two sessions repeat messages of the first two, as forks do
            model,
            content: [{ type: 'tool_use', id: `t${at}-${turn}`, name: turn % 2 === 0 ? 'Read' : 'Bash', input: {} }],
            usage: {
              input_tokens: 10 + at,
              output_tokens: 20 + turn,
              cache_read_input_tokens: 5,
              cache_creation_input_tokens: 7,
            },
          },
        });
      }
      session.chain('assistant', {
        message: { content: [{ type: 'tool_use', id: 'p', name: '__proto__', input: {} }] },
      });
      put(session, `projects/p${at}/${session.session}.jsonl`);
    }
    await indexing.run();
  });

  test.each(['day', 'model', 'project'] as const)('by %s add up to the whole', (by) => {
    const { totals: whole, rows } = stats(indexing.read, by);
    expect(rows.length).toBeGreaterThan(1);
    for (const name of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) {
      expect(sum(rows, ({ tokens }) => tokens[name])).toBe(whole.tokens[name]);
    }
    expect(sum(rows, ({ cost }) => cost ?? NaN)).toBeCloseTo(whole.cost ?? NaN, 9);
    expect(sum(rows, ({ messages }) => messages)).toBe(20);
  });

  test('by tool add up to the calls', () => {
    const { totals: whole, rows } = stats(indexing.read, 'tool');
    expect(rows.map(({ key, messages, sessions }) => [key, messages, sessions])).toEqual([
      ['Read', 18, 6],
      ['Bash', 12, 6],
      ['__proto__', 6, 6],
    ]);
    expect(whole.toolCalls).toBe(36);
  });

  test('are the same however they are asked for', () => {
    const [first, ...others] = statsBy.map((by) => stats(indexing.read, by).totals);
    for (const other of others) expect(other).toEqual(first);
    expect(first).toMatchObject({ sessions: 6, messages: 66, prompts: 30 });
  });

  test('agree with what the index reports of itself', () => {
    expect(totals(indexing.read)).toMatchObject({
      files: 6,
      sessions: 6,
      subagents: 0,
      records: 66,
      messages: 66,
      badLines: 0,
    });
  });

  test('the oldest transcript is the one that Claude Code would delete first', async () => {
    const [{ file: path = '' } = {}] = indexing.sessions();
    utimesSync(path, noon / 1000, noon / 1000);
    await indexing.run();
    expect(oldestTranscript(indexing.read)).toBe(noon);
  });
});

test('an empty index has totals too', () => {
  expect(oldestTranscript(indexing.read)).toBeNull();
  for (const by of statsBy) {
    expect(stats(indexing.read, by)).toMatchObject({ rows: [], totals: { sessions: 0, cost: 0, toolCalls: 0 } });
  }
});
