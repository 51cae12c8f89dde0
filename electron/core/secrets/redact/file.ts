import { closeSync, openSync, readFileSync } from 'node:fs';
import { readLines } from '../../ingest/read.ts';
import { replaceFile, type Sink } from '../../purge/apply/replace.ts';
import { copyRange } from '../../purge/apply/rewrite.ts';
import { redactJson, redactText, type Redacted } from './text.ts';
import type { Values } from './values.ts';

/** What taking values out of a file changes, or would change. */
export interface Change {
  readonly replacements: number;
  readonly lines: number;
  /** Why something stays, as often as it does. */
  readonly kept: readonly string[];
}

interface Counting {
  replacements: number;
  lines: number;
  readonly kept: string[];
}

const newline = Buffer.from('\n');

/** Takes the values out of a file, in place: mode and times stay what they were, and nobody ever sees half of it. */
export function redactFile(path: string, values: Values): Change {
  let change: Counting = { replacements: 0, lines: 0, kept: [] };
  replaceFile(
    path,
    (source, sink) => {
      change = { replacements: 0, lines: 0, kept: [] }; // it may be tried again
      return pass(path, source, values, sink, change);
    },
    { keepTimes: true },
  );
  return change;
}

/** The same without changing anything. */
export function lookThrough(path: string, values: Values): Change {
  const change: Counting = { replacements: 0, lines: 0, kept: [] };
  const source = openSync(path, 'r');
  try {
    pass(path, source, values, () => undefined, change);
    return change;
  } finally {
    closeSync(source);
  }
}

const pass = (path: string, source: number, values: Values, sink: Sink, change: Counting): number =>
  path.endsWith('.jsonl') ? passLines(source, values, sink, change) : passWhole(source, values, sink, change);

function passLines(source: number, values: Values, sink: Sink, change: Counting): number {
  let read = 0;
  for (const { bytes, offset, length, ended } of readLines(source, 0)) {
    read = offset + length;
    if (!bytes) {
      change.kept.push('a line that is too long to be read');
      copyRange(source, offset, length, sink);
      continue;
    }
    const redacted = redactJson(bytes.toString('utf8'), values);
    if (count(redacted, change) > 0) change.lines += 1;
    sink(redacted.count > 0 ? Buffer.from(redacted.text) : bytes);
    if (ended) sink(newline);
  }
  return read;
}

/** Characters that are no UTF-8 stay what they are: then the file is taken for a row of bytes. */
function passWhole(source: number, values: Values, sink: Sink, change: Counting): number {
  const bytes = readFileSync(source);
  if (bytes.includes(0)) {
    change.kept.push('what is no text cannot be changed');
    sink(bytes);
    return bytes.length;
  }
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text).equals(bytes);
  const encoding = isText ? 'utf8' : 'latin1';
  const redacted = isText
    ? redactText(text, values)
    : redactText(
        bytes.toString('latin1'),
        values.map((one) => Buffer.from(one).toString('latin1')),
      );
  if (count(redacted, change) > 0) change.lines += linesWith(isText ? text : bytes.toString('latin1'), values);
  sink(redacted.count > 0 ? Buffer.from(redacted.text, encoding) : bytes);
  return bytes.length;
}

function count({ count, kept }: Redacted, change: Counting): number {
  change.replacements += count;
  change.kept.push(...kept.map(({ why }) => why));
  return count;
}

const linesWith = (text: string, values: Values) =>
  Math.max(1, text.split('\n').filter((line) => values.isIn(line)).length);
