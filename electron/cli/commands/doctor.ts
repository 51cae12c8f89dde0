import type { Command } from '../command.ts';
import { grouped, harmless, printJson, printLine, styled } from '../terminal.ts';

export const diagnose: Command = {
  usage: '',
  summary: 'Check folders, databases and what was not understood',
  args: [0, 0],
  refresh: true,
  async run({ client, json }) {
    const diagnosis = await client.call('diagnostics.run', {});
    if (!diagnosis.ok) process.exitCode = 1;
    if (json) return printJson(diagnosis);
    for (const { name, ok, detail } of diagnosis.checks) {
      printLine(`${ok ? styled('green', '✓') : styled('red', '✗')} ${harmless(`${name}: ${detail}`)}`);
    }
    for (const [type, count] of Object.entries(diagnosis.unknownTypes)) {
      printLine(`  unknown record type ${harmless(type)}: ${grouped(count)}`);
    }
  },
};
