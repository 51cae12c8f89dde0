import { closeSync, openSync } from 'node:fs';
import { readLines, type ReadAt } from '../../ingest/read.ts';
import { replaceFile, type Sink } from '../../purge/apply/replace.ts';
import { readOf } from '../../ingest/open-place.ts';
import { isWorthLooking, redactJson, redactText, type Redacted } from './text.ts';
import { noChance, type Values } from './values.ts';

/** What taking values out of a file changes, or would change. */
export interface Change {
  readonly replacements: number;
  readonly lines: number;
  /** Why something stays, as often as it does. */
  readonly kept: readonly string[];
}

interface Counting {
  /** Bytes. */
  read: number;
  replacements: number;
  lines: number;
  readonly kept: string[];
}

const newline = Buffer.from('\n');
const chunkSize = 1 << 20;

/** Takes the values out of a file, in place: mode and times stay what they were, and nobody ever sees half of it. */
export function redactFile(path: string, values: Values): void {
  replaceFile(path, (source, sink) => redactInto(path, readOf(source), values, sink).read, { keepTimes: true });
}

/** The same without changing anything. */
export function lookThrough(path: string, values: Values): Change {
  const source = openSync(path, 'r');
  try {
    return redactInto(path, readOf(source), values, () => undefined);
  } finally {
    closeSync(source);
  }
}

/** Writes what is read without the values. */
export function redactInto(name: string, read: ReadAt, values: Values, sink: Sink): Readonly<Counting> {
  const change: Counting = { read: 0, replacements: 0, lines: 0, kept: [] };
  if (name.endsWith('.jsonl')) passLines(read, values, sink, change);
  else passWhole(read, values, sink, change);
  return change;
}

function passLines(read: ReadAt, values: Values, sink: Sink, change: Counting): void {
  for (const { bytes, offset, length, ended } of readLines(read, 0)) {
    change.read = offset + length;
    if (!bytes) {
      change.kept.push('a line that is too long to be read');
      for (const part of chunks(read, offset, length)) sink(part);
      continue;
    }
    const redacted = redactBytes(bytes, values, redactJson);
    if (count(redacted, change) > 0) change.lines += 1;
    sink(redacted.bytes);
    if (ended) sink(newline);
  }
}

function passWhole(read: ReadAt, values: Values, sink: Sink, change: Counting): void {
  const bytes = Buffer.concat([...chunks(read)]);
  change.read = bytes.length;
  if (bytes.includes(0)) {
    const longest = values.map(asBytes).longestIn(bytes.toString('latin1'));
    if (longest >= noChance) change.kept.push('what is no text cannot be changed');
    return sink(bytes);
  }
  const redacted = redactBytes(bytes, values, redactText);
  if (count(redacted, change) > 0) change.lines += linesWith(bytes.toString('utf8'), values);
  sink(redacted.bytes);
}

function* chunks(read: ReadAt, from = 0, length = Infinity): Generator<Buffer> {
  for (let at = 0; at < length;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkSize, length - at));
    const filled = read(chunk, chunk.length, from + at);
    if (filled === 0) return;
    yield chunk.subarray(0, filled);
    at += filled;
  }
}

/** Characters that are no UTF-8 stay what they are: then it is taken for a row of bytes. */
function redactBytes(bytes: Buffer, values: Values, redact: (text: string, values: Values) => Redacted) {
  const text = bytes.toString('utf8');
  if (!isWorthLooking(text, bytes, values)) return { bytes, count: 0, kept: [] };
  const isText = Buffer.from(text).equals(bytes);
  const redacted = isText ? redact(text, values) : redact(bytes.toString('latin1'), values.map(asBytes));
  return {
    ...redacted,
    bytes: redacted.count > 0 ? Buffer.from(redacted.text, isText ? 'utf8' : 'latin1') : bytes,
  };
}

const asBytes = (text: string) => Buffer.from(text).toString('latin1');

function count({ count, kept }: Pick<Redacted, 'count' | 'kept'>, change: Counting): number {
  change.replacements += count;
  change.kept.push(...kept);
  return count;
}

const linesWith = (text: string, values: Values) =>
  Math.max(1, text.split('\n').filter((line) => values.isIn(line)).length);
