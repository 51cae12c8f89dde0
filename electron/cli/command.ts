import type { ParseArgsOptionsConfig } from 'node:util';
import type { Client } from '../../shared/client.ts';
import type { Host } from '../core/host.ts';

export class UsageError extends Error {}

export interface Invocation {
  readonly host: Host;
  readonly client: Client;
  readonly json: boolean;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

export interface Command {
  /** After the name, as the help shows it. */
  readonly usage: string;
  readonly summary: string;
  /** What its own help says beyond that. */
  readonly details?: string;
  readonly options?: ParseArgsOptionsConfig;
  /** How many arguments it takes. */
  readonly args: readonly [least: number, most: number];
  /** Brings the index up to date before it runs. */
  readonly refresh?: boolean;
  /** Keeps the index current while it runs. */
  readonly follow?: boolean;
  run(invocation: Invocation): Promise<void>;
}

/** A number from an option: whole, within bounds, or one sentence. */
export function wholeNumber(options: Invocation['options'], name: string, fallback: number, most: number): number {
  const given = options[name];
  if (given === undefined) return fallback;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 0 && value <= most && given !== '') return value;
  throw new UsageError(`--${name} takes a whole number from 0 to ${most}, not “${String(given)}”.`);
}

/** The most that one question brings. */
const pageSize = 1000;

/** As many as somebody wants: the answers to one question, page by page. */
export async function pagesOf<Answer>(
  { limit, offset }: { readonly limit: number; readonly offset: number },
  ask: (page: { limit: number; offset: number }) => Promise<Answer>,
  itemsOf: (answer: Answer) => readonly unknown[],
): Promise<[Answer, ...Answer[]]> {
  const first = await ask({ limit: Math.min(limit, pageSize), offset });
  const answers: [Answer, ...Answer[]] = [first];
  let got = itemsOf(first).length;
  for (let last = got; last === pageSize && got < limit; got += last) {
    const answer = await ask({ limit: Math.min(limit - got, pageSize), offset: offset + got });
    answers.push(answer);
    last = itemsOf(answer).length;
  }
  return answers;
}
