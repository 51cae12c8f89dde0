import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';

export interface Line {
  /** Null where the line is longer than we take into memory: it is passed over by its bytes. */
  readonly bytes: Buffer | null;
  readonly offset: number;
  /** Bytes, including the newline where there is one. */
  readonly length: number;
  /** Whether its newline was there: the last line of a file may still be being written. */
  readonly ended: boolean;
}

/** Fills the target with what is at an offset, and says how much that was: `readSync` of an open file, or its like. */
export type ReadAt = (target: Buffer, length: number, at: number) => number;

const chunkSize = 1 << 20;
const newline = 0x0a;
/** Kept from one file to the next: a new one for each is what keeps the garbage collector busy. */
let spare: Buffer | undefined;
export const longestLine = 64 << 20;

/**
 * The lines from an offset on, the last one even where its newline is missing. Memory holds one chunk and one line,
 * never more than `longest` of it. The bytes of a line are good until the next one is asked for.
 *
 *   chunk   ....\n......\n..|  chunk  ...\n....|
 *   lines   [  ][      ][   rest + ...  ][ not ended
 */
export function* readLines(from: number | ReadAt, start: number, longest = longestLine): Generator<Line> {
  const chunk = spare ?? Buffer.allocUnsafeSlow(chunkSize);
  spare = undefined;
  try {
    yield* linesIn(chunk, reading(from), start, longest);
  } finally {
    spare = chunk;
  }
}

function* linesIn(chunk: Buffer, readAt: ReadAt, start: number, longest: number): Generator<Line> {
  let rest: Buffer[] = [];
  let held = 0; // bytes of the line so far, kept or not
  let lineOffset = start;
  const line = (tail: Buffer, ended: boolean): Line => {
    const size = held + tail.length;
    const bytes = size > longest ? null : rest.length > 0 ? Buffer.concat([...rest, tail]) : tail;
    const found = { bytes, offset: lineOffset, length: size + (ended ? 1 : 0), ended };
    lineOffset += found.length;
    rest = [];
    held = 0;
    return found;
  };
  for (let at = start, read; (read = readAt(chunk, chunkSize, at)) > 0; at += read) {
    const filled = chunk.subarray(0, read);
    let begin = 0;
    for (let end; (end = filled.indexOf(newline, begin)) !== -1; begin = end + 1)
      yield line(filled.subarray(begin, end), true);
    if (begin === read) continue;
    held += read - begin;
    if (held <= longest) rest.push(Buffer.from(filled.subarray(begin)));
    else rest = [];
  }
  if (held > 0) yield line(Buffer.alloc(0), false);
}

/** Bytes of a line up to its end, so that its place is the same whether or not that was there when it was read. */
export function withoutEnd(line: Buffer): number {
  let length = line.length;
  while (length > 0 && blanks.includes(line[length - 1] ?? 0)) length -= 1;
  return length;
}
const blanks = [0x20, 0x09, 0x0d];

const guardSize = 4096;

/** A hash of the bytes just before an offset: whether a file that grew is still the file that was read. */
export function guardAt(from: number | ReadAt, offset: number): string {
  const size = Math.min(guardSize, offset);
  const bytes = Buffer.alloc(size);
  const read = reading(from)(bytes, size, offset - size);
  return createHash('sha256').update(bytes.subarray(0, read)).digest('base64');
}

const reading = (from: number | ReadAt): ReadAt =>
  typeof from === 'number' ? (target, length, at) => readSync(from, target, 0, length, at) : from;
