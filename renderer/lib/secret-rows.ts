import type { Finding, Secret } from '../../shared/secrets.ts';
import { grouped } from './grouped.ts';

/** The places of one value, as far as they have come. */
export interface Places {
  readonly findings: readonly Finding[];
  readonly total: number;
  readonly busy: boolean;
  readonly error: string | null;
}

/** One row of the secrets: a provider, a value of it, a place that holds the value. */
export type SecretRow =
  | { readonly kind: 'provider'; readonly key: string; readonly provider: string; readonly values: number }
  | { readonly kind: 'secret'; readonly key: string; readonly secret: Secret; readonly open: boolean }
  | { readonly kind: 'place'; readonly key: string; readonly secret: Secret; readonly finding: Finding }
  | { readonly kind: 'more'; readonly key: string; readonly secret: Secret; readonly places: Places };

export const secretKey = (fingerprint: string) => `secret ${fingerprint}`;

/** Providers in the order of their most certain value; of each, its values; of those unfolded, their places. */
export function secretRows(secrets: readonly Secret[], unfolded: ReadonlyMap<string, Places>): SecretRow[] {
  return grouped(secrets, ({ provider }) => provider).flatMap((values) => [
    {
      kind: 'provider',
      key: `provider ${values[0]?.provider}`,
      provider: values[0]?.provider ?? '',
      values: values.length,
    },
    ...values.flatMap((secret) => rowsOf(secret, unfolded.get(secret.fingerprint))),
  ]);
}

function rowsOf(secret: Secret, places: Places | undefined): SecretRow[] {
  const row: SecretRow = { kind: 'secret', key: secretKey(secret.fingerprint), secret, open: places !== undefined };
  if (!places) return [row];
  const found = places.findings.map((finding, index): SecretRow => {
    return { kind: 'place', key: `place ${secret.fingerprint} ${index}`, secret, finding };
  });
  const ended = places.findings.length >= places.total && !places.busy && places.error === null;
  return [row, ...found, ...(ended ? [] : [moreRow(secret, places)])];
}

const moreRow = (secret: Secret, places: Places): SecretRow => {
  return { kind: 'more', key: `more ${secret.fingerprint}`, secret, places };
};

/** Which of a session's files holds it, in a word or two. */
export function fileKind(path: string): string {
  const parts = path.split(/[/\\]/);
  const name = parts.at(-1) ?? '';
  if (name === 'history.jsonl') return 'prompt history';
  if (parts.includes('subagents') || name.startsWith('agent-')) return 'subagent';
  const folder = Object.keys(folders).find((one) => parts.includes(one));
  if (folder !== undefined) return folders[folder] ?? '';
  return name.endsWith('.jsonl') ? 'transcript' : name;
}

const folders: Readonly<Record<string, string>> = {
  'tool-results': 'tool result',
  'file-history': 'earlier version of a file',
  'paste-cache': 'pasted text',
  'session-env': 'environment',
  debug: 'debug log',
  todos: 'to-do list',
  tasks: 'task list',
  plans: 'plan',
  jobs: 'background job',
  uploads: 'upload',
};
