import { pagesOf, wholeNumber, type Command } from '../command.ts';
import { counted, harmless, printJson, printLine, styled, when } from '../terminal.ts';

export const sessions: Command = {
  usage: '[QUERY] [--limit N]',
  summary: 'List sessions, newest first, or those that a few words and filters bring to mind',
  options: { limit: { type: 'string' } },
  args: [0, Infinity],
  refresh: true,
  async run({ client, json, args, options }) {
    const limit = wholeNumber(options, 'limit', 50, Number.MAX_SAFE_INTEGER);
    const query = args.join(' ');
    const ask = (page: { limit: number; offset: number }) => client.call('sessions.list', { query, ...page });
    const answers = await pagesOf({ limit, offset: 0 }, ask, ({ sessions }) => sessions);
    const result = { ...answers[0], sessions: answers.flatMap(({ sessions }) => sessions) };
    if (json) return printJson(result);
    for (const { sessionId, title, project, ended, prompts } of result.sessions) {
      printLine(`${styled('dim', sessionId.slice(0, 8))}  ${styled('bold', harmless(title))}`);
      printLine(`          ${styled('dim', `${harmless(project)} · ${when(ended)} · ${counted(prompts, 'prompt')}`)}`);
    }
    printLine(styled('dim', `${result.sessions.length} of ${counted(result.total, 'session')}`));
  },
};
