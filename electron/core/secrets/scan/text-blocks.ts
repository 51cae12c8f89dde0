import { findSecrets, type Found } from '../detect.ts';

const blockBytes = 1 << 20;
/** Longer than any secret: what lies across the end of a block is whole in the next one. */
const overlap = 64 << 10;
const newline = 0x0a;

interface TextFinding {
  readonly line: number;
  readonly value: string;
  readonly found: Found;
}

/** Secrets of a file that is plain text, however large it is. What holds NULs is no text. */
export function* textBlocks(read: (target: Buffer, at: number) => number): Generator<TextFinding> {
  const buffer = Buffer.allocUnsafe(blockBytes);
  let lines = 0;
  for (let at = 0; ;) {
    const size = read(buffer, at);
    const isLast = size < blockBytes;
    const bytes = buffer.subarray(0, size);
    if (bytes.includes(0)) return;
    const text = bytes.toString('utf8');
    let [line, counted] = [lines + 1, 0];
    for (const found of findSecrets(text)) {
      if (found.end === text.length && !isLast) continue; // it may go on
      line += newlinesIn(text, counted, found.start);
      counted = found.start;
      yield { line, value: text.slice(found.start, found.end), found };
    }
    if (isLast) return;
    const next = beginning(bytes);
    lines += newlinesIn(bytes.toString('latin1', 0, next), 0, next);
    at += next;
  }
}

/** Where the next block begins: at the beginning of a line, if there is one near. */
function beginning(bytes: Buffer): number {
  const wanted = bytes.length - overlap;
  const end = bytes.lastIndexOf(newline, wanted);
  return end > overlap ? end + 1 : wanted;
}

function newlinesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
