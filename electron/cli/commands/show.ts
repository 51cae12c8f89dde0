import type { Entry } from '../../../shared/schemas.ts';
import { UsageError, type Command } from '../command.ts';
import { entriesOf } from '../entries.ts';
import { counted, harmless, printJson, printLine, styled, when } from '../terminal.ts';

const formats = ['text', 'md', 'json'] as const;

export const show: Command = {
  usage: 'SESSION [--format text|md|json]',
  summary: 'Print one session; SESSION is an id, the beginning of one, or a transcript’s path, a subagent’s too',
  options: { format: { type: 'string' } },
  args: [1, 1],
  refresh: true,
  async run({ client, json, args: [ref = ''], options }) {
    const format = formats.find((name) => name === (options['format'] ?? (json ? 'json' : 'text')));
    if (!format) throw new UsageError(`--format takes text, md or json, not “${String(options['format'])}”.`);
    const { session, files } = await client.call('sessions.open', { session: ref });
    const file = files.find((candidate) => candidate.file === ref)?.file ?? session.file;
    const subagents = files.filter((one) => one.agent !== null && one.file !== file);
    const entries = entriesOf(client, session.ref, file);
    if (format === 'json') {
      const { sessionId, title } = session;
      return printJson({ sessionId, title, file, session, subagents, entries: await Array.fromAsync(entries) });
    }
    printLine(format === 'md' ? `# ${harmless(session.title)}` : styled('bold', harmless(session.title)));
    for await (const entry of entries) printLine(`\n${heading(entry, format)}\n${body(entry, format)}`);
    if (format === 'text' && subagents.length > 0) printLine(styled('dim', `\n${elsewhere(subagents)}`));
  },
};

const elsewhere = (subagents: readonly { readonly file: string }[]) =>
  [
    `${counted(subagents.length, 'subagent')}, to be shown by path:`,
    ...subagents.map(({ file }) => harmless(file)),
  ].join('\n');

const speakers = { user: 'You', assistant: 'Claude', tool: 'Tool', system: 'Note' } as const;

function heading({ role, kind, tool, timestamp }: Entry, format: 'text' | 'md'): string {
  const what = kind === 'thinking' ? 'thinking' : tool;
  const line = harmless([speakers[role], what, when(timestamp)].filter(Boolean).join(' · '));
  if (format === 'md') return `## ${line}\n`;
  return styled(role === 'user' ? ['bold', 'yellow'] : 'dim', line);
}

function body({ kind, text }: Entry, format: 'text' | 'md'): string {
  const plain = harmless(text);
  const verbatim = kind === 'tool_call' || kind === 'tool_result';
  return format === 'md' && verbatim ? fenced(plain) : plain;
}

/** A fence longer than any in the text, so that the text cannot end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
