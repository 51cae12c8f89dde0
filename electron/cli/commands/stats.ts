import { statsBy } from '../../../shared/schemas.ts';
import { UsageError, type Command } from '../command.ts';
import { counted, grouped, harmless, printJson, printLine, styled } from '../terminal.ts';

export const stats: Command = {
  usage: '[--by day|model|project|tool]',
  summary: 'Tokens, cost and activity; each message counted once',
  options: { by: { type: 'string' } },
  args: [0, 0],
  refresh: true,
  async run({ client, json, options }) {
    const by = statsBy.find((name) => name === (options['by'] ?? 'day'));
    if (!by) throw new UsageError(`--by takes ${statsBy.join(', ')}, not “${String(options['by'])}”.`);
    const result = await client.call('stats.get', { by });
    if (json) return printJson(result);
    const { totals, ratesOf, rows } = result;
    for (const { key, messages, tokens, cost } of rows) {
      const output = by === 'tool' ? '' : `${grouped(tokens.output).padStart(14)} out ${dollars(cost).padStart(10)}`;
      printLine(`${grouped(messages).padStart(9)} ${by === 'tool' ? 'calls' : 'messages'} ${output}  ${harmless(key)}`);
    }
    const spent = `${grouped(totals.tokens.output)} tokens written, ${dollars(totals.cost)} at prices of ${ratesOf}`;
    printLine(styled('dim', `${counted(totals.sessions, 'session')}, ${counted(totals.prompts, 'prompt')}, ${spent}`));
  },
};

const dollars = (cost: number | null) => (cost === null ? 'cost unknown' : `$${cost.toFixed(2)}`);
