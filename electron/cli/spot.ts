import type { Client } from '../../shared/client.ts';
import { AppError } from '../../shared/errors.ts';
import type { Spot } from '../../shared/library.ts';
import { UsageError } from './command.ts';
import { entriesOf } from './entries.ts';

/** What `SESSION[:LINE[-LINE]]` points at. */
export async function spotOf(client: Client, text: string): Promise<Spot> {
  const { ref, from, to } = parse(text);
  const { session, files } = await client.call('sessions.open', { session: ref });
  const file = files.find((candidate) => candidate.file === ref)?.file ?? session.file;
  const transcript = file === session.file ? { session: session.ref } : { session: session.ref, file };
  if (from === null) return { session: session.ref };
  let position: number | undefined;
  let end: number | undefined;
  for await (const entry of entriesOf(client, session.ref, file, 0)) {
    if (entry.line < from || entry.line > to) continue;
    position ??= entry.position;
    if (from !== to) end = entry.position;
  }
  if (position !== undefined) return { ...transcript, position, ...(end === undefined ? {} : { end }) };
  const lines = from === to ? `Line ${from}` : `None of the lines ${from} to ${to}`;
  throw new AppError('not_found', `${lines} of ${file} shows ${from === to ? 'nothing' : 'anything'}.`);
}

/** A path may hold colons, too. */
function parse(text: string): { ref: string; from: number | null; to: number } {
  const [, ref = '', first, last] = /^(.+?)(?::(\d+)(?:-(\d+))?)?$/s.exec(text) ?? [];
  if (ref === '') throw new UsageError('A bookmark wants a session: SESSION[:LINE[-LINE]].');
  if (first === undefined) return { ref, from: null, to: 0 };
  const [from, to] = [Number(first), Number(last ?? first)];
  if (from >= 1 && to >= from) return { ref, from, to };
  throw new UsageError(`Lines count from 1 upwards, not ${first}${last === undefined ? '' : `-${last}`}.`);
}
