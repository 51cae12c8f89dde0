import type { Stats, statsBy } from '../../../shared/schemas.ts';
import type { ReadDb } from '../db/handles.ts';
import { ghostMark } from '../ingest/history.ts';
import { costOf, ratesOf, type PricedTokens } from './rates.ts';

type By = (typeof statsBy)[number];
type Row = Stats['rows'][number];
type Group = PricedTokens & { key: string; model: string; messages: number };

/** Each API message once, however many lines and forks repeat it. */
const distinctMessages = /* sql */ `
  SELECT message_id, usage.model, usage.time, min(file.session) AS session, max(usage.input) AS input,
    max(usage.output) AS output, max(cache_read) AS cacheRead, max(cache_write) AS cacheWrite,
    max(cache_write_hour) AS cacheWriteHour
  FROM usage JOIN file ON file.id = usage.file GROUP BY message_id`;

const keys: Record<Exclude<By, 'tool'>, string> = {
  day: "coalesce(strftime('%Y-%m-%d', message.time / 1000, 'unixepoch', 'localtime'), 'no date')",
  model: 'message.model',
  project: 'session.project',
};

export function stats(index: ReadDb, by: By): Stats {
  const everything = groups(index, "''");
  const rows = by === 'tool' ? toolRows(index) : rowsOf(groups(index, keys[by]), sessionsBy(index, keys[by]));
  return { totals: totalsOf(index, everything), ratesOf, rows };
}

/** By key and model, because only a model has a price. */
function groups(index: ReadDb, key: string): Group[] {
  return index
    .prepare(
      `SELECT ${key} AS key, message.model, count(*) AS messages,
         sum(message.input) AS input, sum(message.output) AS output, sum(cacheRead) AS cacheRead,
         sum(cacheWrite) AS cacheWrite, sum(cacheWriteHour) AS cacheWriteHour
       FROM (${distinctMessages}) message JOIN session ON session.id = message.session
       GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .all() as Group[];
}

function sessionsBy(index: ReadDb, key: string): Map<string, number> {
  const rows = index
    .prepare(
      `SELECT ${key}, count(DISTINCT session.id) FROM (${distinctMessages}) message
       JOIN session ON session.id = message.session GROUP BY 1`,
    )
    .raw()
    .all();
  return new Map(rows as [string, number][]);
}

function rowsOf(all: readonly Group[], sessionsOf = new Map<string, number>()): Row[] {
  const rows = new Map<string, Row>();
  for (const group of all) {
    const { key, model, messages, input, output, cacheRead, cacheWrite } = group;
    const sessions = sessionsOf.get(key) ?? 0;
    const cost = costOf(model, group);
    const tokens = { input, output, cacheRead, cacheWrite };
    const row = rows.get(key);
    rows.set(
      key,
      row ? add(row, { key, sessions, messages, tokens, cost }) : { key, sessions, messages, tokens, cost },
    );
  }
  return [...rows.values()];
}

const add = (a: Row, b: Row): Row => ({
  key: a.key,
  sessions: a.sessions,
  messages: a.messages + b.messages,
  tokens: {
    input: a.tokens.input + b.tokens.input,
    output: a.tokens.output + b.tokens.output,
    cacheRead: a.tokens.cacheRead + b.tokens.cacheRead,
    cacheWrite: a.tokens.cacheWrite + b.tokens.cacheWrite,
  },
  cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
});

function totalsOf(index: ReadDb, everything: readonly Group[]): Stats['totals'] {
  const sums = index
    .prepare(
      `SELECT coalesce(sum(messages), 0) AS messages, coalesce(sum(errors), 0) AS errors, coalesce(sum(size), 0) AS bytes
       FROM file WHERE agent IS NOT ?`,
    )
    .get(ghostMark) as { messages: number; errors: number; bytes: number };
  const { sessions, prompts } = index
    .prepare('SELECT count(*) AS sessions, coalesce(sum(prompts), 0) AS prompts FROM session WHERE ghost = 0')
    .get() as { sessions: number; prompts: number };
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const { tokens, cost } = rowsOf(everything)[0] ?? { tokens: none, cost: 0 };
  const toolCalls = toolRows(index).reduce((sum, row) => sum + row.messages, 0);
  return {
    sessions,
    messages: sums.messages,
    prompts,
    tokens,
    cost,
    toolCalls,
    errors: sums.errors,
    bytes: sums.bytes,
  };
}

function toolRows(index: ReadDb): Row[] {
  return index
    .prepare(
      `SELECT tool.key AS key, sum(tool.value) AS messages, count(DISTINCT file.session) AS sessions
       FROM file, json_each(file.tools) tool GROUP BY tool.key ORDER BY messages DESC, key`,
    )
    .all()
    .map((row) => ({
      ...(row as Pick<Row, 'key' | 'messages' | 'sessions'>),
      tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      cost: null,
    }));
}
