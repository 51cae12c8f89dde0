import type { Command } from '../command.ts';
import { index } from '../refresh.ts';
import { counted, grouped, printJson, printLine } from '../terminal.ts';

export const indexCommand: Command = {
  usage: '[--full]',
  summary: 'Bring the index up to date; --full reads every transcript again',
  options: { full: { type: 'boolean' } },
  args: [0, 0],
  async run({ client, json, options }) {
    const report = await index(client, options['full'] === true);
    if (json) return printJson(report);
    const { sessions, subagents, messages, changedFiles, badLines, unreadable, ms } = report;
    printLine(
      `${counted(sessions, 'session')}, ${counted(subagents, 'subagent')}, ${counted(messages, 'message')}; ` +
        `${counted(changedFiles, 'changed file')} in ${(ms / 1000).toFixed(1)} s`,
    );
    if (badLines > 0) printLine(`${grouped(badLines)} lines could not be read as JSON and were skipped.`);
    for (const { path, reason } of unreadable) printLine(`Not read: ${path} (${reason})`);
  },
};
