import { pieces, unmarked } from '../../../shared/marks.ts';
import type { Hit, SearchResult } from '../../../shared/schemas.ts';
import { pagesOf, UsageError, wholeNumber, type Command } from '../command.ts';
import { counted, grouped, harmless, printJson, printLine, styled, when } from '../terminal.ts';

export const search: Command = {
  usage: 'QUERY [--limit N] [--offset N]',
  summary: 'Search every message: words, "phrases", prefix*, OR, -not, /regex/, ~nearly, tool:Bash, after:2026-11 …',
  options: { limit: { type: 'string' }, offset: { type: 'string' } },
  args: [1, Infinity],
  refresh: true,
  async run({ client, json, args, options }) {
    const query = args.join(' ');
    if (query.trim() === '') throw new UsageError('search wants something to look for.');
    const limit = wholeNumber(options, 'limit', 20, Number.MAX_SAFE_INTEGER);
    const offset = wholeNumber(options, 'offset', 0, Number.MAX_SAFE_INTEGER);
    const ask = (page: { limit: number; offset: number }) => client.call('search.run', { query, ...page });
    const answers = await pagesOf({ limit, offset }, ask, ({ hits }) => hits);
    const result = { ...answers[0], hits: answers.flatMap(({ hits }) => hits) };
    if (json) {
      const hits = result.hits.map((hit) => ({ ...hit, snippet: unmarked(hit.snippet) }));
      return printJson({ ...result, hits });
    }
    for (const { start, end, message } of result.problems) {
      process.stderr.write(`turnstone: ${harmless(query.slice(start, end))}: ${message}\n`);
    }
    printResult(result);
  },
};

function printResult({ hits, total, exact, ms, instead, suggestions }: SearchResult): void {
  for (const { word, used } of instead) {
    printLine(styled('dim', `Nothing says “${harmless(word)}”; shown is ${used.map(harmless).join(', ')}`));
  }
  const sessions = Map.groupBy(hits, ({ session }) => session);
  for (const [first, ...rest] of sessions.values()) if (first) printSession([first, ...rest]);
  if (instead.length === 0 && suggestions.length > 0) printLine(`See also: ${suggestions.map(harmless).join(' · ')}`);
  const found = exact ? counted(total, 'hit') : `more than ${grouped(total)} hits`;
  printLine(styled('dim', `${grouped(hits.length)} of ${found} in ${ms.toFixed(1)} ms`));
}

/** What was found in one session, under its name. */
function printSession(hits: readonly [Hit, ...Hit[]]): void {
  const [{ sessionId, title, project }] = hits;
  printLine(`${styled('dim', sessionId.slice(0, 8))}  ${styled('bold', harmless(title))}`);
  printLine(`          ${styled('dim', harmless(project))}`);
  for (const { tool, role, timestamp, line, copies, snippet } of hits) {
    const also = copies > 0 ? `also in ${counted(copies, 'other session')}` : '';
    const where = [tool ?? role, when(timestamp), `line ${line}`, also].filter(Boolean).join(' · ');
    printLine(`          ${styled('cyan', harmless(where))}`);
    printLine(`          ${marked(snippet)}`);
  }
}

const marked = (snippet: string) =>
  pieces(snippet)
    .map(({ text, match }) => {
      const plain = harmless(text).replace(/\s+/g, ' ');
      return match ? styled(['yellow', 'bold'], plain) : plain;
    })
    .join('');
