import type { Client } from '../../../shared/client.ts';
import type { Finding } from '../../../shared/secrets.ts';
import type { Command } from '../command.ts';
import { lookForSecrets } from '../look-for-secrets.ts';
import { counted, harmless, printJson, printLine, styled } from '../terminal.ts';

const pageSize = 1000;
const mostPlaces = 5;

export const secrets: Command = {
  usage: '[SESSION…] [--possible] [--ignore FINGERPRINT] [--unignore FINGERPRINT]',
  summary: 'List keys, tokens and passwords in what was said, never the values themselves',
  options: {
    possible: { type: 'boolean' },
    ignore: { type: 'string' },
    unignore: { type: 'string' },
  },
  args: [0, Infinity],
  refresh: true,
  async run({ client, json, args, options }) {
    await lookForSecrets(client);
    for (const [name, ignored] of [
      ['ignore', true],
      ['unignore', false],
    ] as const) {
      const fingerprint = options[name];
      if (typeof fingerprint === 'string') await client.call('secrets.ignore', { fingerprint, ignored });
    }
    const found = await findingsOf(client, args, options['possible'] === true);
    const findings = found.filter(({ ignored }) => !ignored);
    if (json) return printJson({ total: findings.length, findings });
    const values = Map.groupBy(findings, ({ fingerprint }) => fingerprint);
    for (const [first, ...rest] of values.values()) if (first) printValue(first, rest);
    const sessions = new Set(findings.map(({ session }) => session));
    const where = `${counted(findings.length, 'place')} in ${counted(sessions.size, 'session')}`;
    printLine(
      styled('dim', values.size === 0 ? 'No secrets were found.' : `${counted(values.size, 'value')}, ${where}`),
    );
    if (values.size > 0)
      printLine(styled('dim', '`turnstone redact` takes them out. Make each of them worthless first.'));
  },
};

async function findingsOf(client: Client, sessions: readonly string[], possible: boolean): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (;;) {
    const page = { limit: pageSize, offset: findings.length };
    const found = await client.call('secrets.findings', { sessions: [...sessions], possible, ...page });
    findings.push(...found.findings);
    if (found.findings.length === 0 || findings.length >= found.total) return findings;
  }
}

function printValue(first: Finding, rest: readonly Finding[]): void {
  const { provider, certainty, masked, fingerprint } = first;
  printLine(
    `${styled('bold', harmless(provider))}  ${harmless(masked)}  ${styled('dim', `${certainty} · ${fingerprint}`)}`,
  );
  const places = [first, ...rest];
  for (const { file, line } of places.slice(0, mostPlaces))
    printLine(`  ${styled('dim', harmless(`${file}:${line}`))}`);
  if (places.length > mostPlaces)
    printLine(styled('dim', `  and ${counted(places.length - mostPlaces, 'more place')}`));
}
