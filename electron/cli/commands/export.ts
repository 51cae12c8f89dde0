import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { exportFormats, type ExportJob } from '../../../shared/export.ts';
import { writeExport, type Target } from '../../core/export/write.ts';
import { UsageError, type Command, type Invocation } from '../command.ts';
import { counted, harmless, printJson, printLine, showProgress, styled } from '../terminal.ts';

export const exportCommand: Command = {
  usage:
    '[SESSION…] [--query Q] --format md|html|json --out PATH [--force] [--redact] [--hide-home] ' +
    '[--no-thinking] [--no-tool-output] [--no-images] [--no-subagents]',
  summary: 'Write sessions, or what a search finds, into files; secrets are taken out, unless --no-redact',
  options: {
    query: { type: 'string' },
    format: { type: 'string' },
    out: { type: 'string' },
    force: { type: 'boolean', default: false },
    redact: { type: 'boolean', default: true },
    'hide-home': { type: 'boolean', default: false },
    thinking: { type: 'boolean', default: true },
    'tool-output': { type: 'boolean', default: true },
    images: { type: 'boolean', default: true },
    subagents: { type: 'boolean', default: true },
  },
  args: [0, Infinity],
  refresh: true,
  async run({ client, json, args, options }) {
    const job = jobOf(args, options);
    const target = targetOf(options['out'], job);
    const interrupt = new AbortController();
    const stop = () => interrupt.abort();
    for (const signal of signals) process.on(signal, stop);
    try {
      const { files, redacted, leftOut } = await writeExport(client.call, job, target, {
        signal: interrupt.signal,
        existing: options['force'] === true ? 'replace' : 'refuse',
        progress: ({ done, total }) => showProgress(`exporting ${done} of ${counted(total, 'entry', 'entries')}`),
      });
      showProgress('');
      if (json) return printJson({ files, redacted, leftOut });
      for (const file of files) printLine(harmless(file));
      for (const sentence of leftOut) printLine(harmless(sentence));
      const taken = redacted > 0 ? `; ${counted(redacted, 'secret')} taken out` : '';
      printLine(styled('dim', `${counted(files.length, 'file')}${taken}`));
    } finally {
      for (const signal of signals) process.off(signal, stop);
      showProgress('');
    }
  },
};

/** Each of them ends it in order: a file that is half written goes, even if Ctrl-C is pressed twice. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function jobOf(args: readonly string[], options: Invocation['options']): ExportJob {
  const format = exportFormats.find((name) => name === options['format']);
  if (!format) throw new UsageError(`--format takes ${exportFormats.join(', ')}, not “${String(options['format'])}”.`);
  const query = options['query'];
  if ((query === undefined) === (args.length === 0)) {
    throw new UsageError('export wants either sessions or a --query to know what to write.');
  }
  return {
    subject: typeof query === 'string' ? { what: 'search', query } : { what: 'sessions', sessions: [...new Set(args)] },
    format,
    options: {
      thinking: options['thinking'] === true,
      toolOutput: options['tool-output'] === true,
      images: options['images'] === true,
      subagents: options['subagents'] === true,
      redactSecrets: options['redact'] === true,
      hideHome: options['hide-home'] === true,
      unfolded: false,
    },
  };
}

/** One document goes into a file of that name, or into a folder that is there; several go into a folder. */
function targetOf(out: unknown, { subject }: ExportJob): Target {
  if (typeof out !== 'string' || out === '')
    throw new UsageError('export wants --out, a file or a folder to write to.');
  const path = resolve(out);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true || /[\\/]$/.test(out);
  const several = subject.what === 'sessions' && subject.sessions.length > 1;
  return several || isFolder ? { folder: path } : { file: path };
}
