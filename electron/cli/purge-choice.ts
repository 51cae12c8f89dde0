import { isAbsolute, resolve, win32 } from 'node:path';
import { ago } from '../../shared/query/amounts.ts';
import type { PurgeChoice } from '../../shared/purge.ts';
import { UsageError, type Invocation } from './command.ts';

const day = 86_400_000;

/** What a rule can ask for as well. */
export const conditionOptions = {
  'older-than': { type: 'string' },
  project: { type: 'string' },
  'larger-than': { type: 'string' },
  secrets: { type: 'boolean' },
} as const;

export const choiceOptions = {
  ...conditionOptions,
  query: { type: 'string' },
  'include-copies': { type: 'boolean' },
} as const;

/** Which sessions a command line means: those it names, and those that all of its conditions fit. */
export function choiceOf({ args, options }: Pick<Invocation, 'args' | 'options'>): PurgeChoice {
  const text = (name: string) => options[name] as string | undefined;
  const [query, older, project, larger] = ['query', 'older-than', 'project', 'larger-than'].map(text);
  const withSecrets = options['secrets'] === true;
  if (args.length === 0 && [query, older, project, larger].every((one) => one === undefined) && !withSecrets) {
    throw new UsageError(
      'Say which sessions: by id, or with --query, --older-than, --project, --larger-than or --secrets.',
    );
  }
  return {
    sessions: [...args],
    ...(query === undefined ? {} : { query }),
    ...(older === undefined ? {} : { olderThanDays: daysIn(older) }),
    ...(project === undefined ? {} : { project: folderOf(project) }),
    ...(larger === undefined ? {} : { largerThanBytes: bytesIn(larger) }),
    withSecrets,
    includeCopies: options['include-copies'] === true,
  };
}

function daysIn(text: string): number {
  const now = Date.now();
  const then = ago(/^\d+$/.test(text) ? `${text}d` : text, { now });
  if (then === null) throw new UsageError(`--older-than takes an age such as 90d, 12w or 1y, not “${text}”.`);
  return (now - then) / day;
}

const units = { '': 1, k: 1e3, m: 1e6, g: 1e9 };

function bytesIn(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*([kmg]?)b?$/i.exec(text) ?? [];
  if (digits === undefined) throw new UsageError(`--larger-than takes a size such as 500kB or 10MB, not “${text}”.`);
  return Math.round(Number(digits) * units[(unit ?? '').toLowerCase() as keyof typeof units]);
}

/** Another system’s path is taken as it is. */
const folderOf = (path: string) => (isAbsolute(path) || win32.isAbsolute(path) ? path : resolve(path));
