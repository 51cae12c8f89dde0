import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import type { Opened } from '../ingest/open-place.ts';
import { damaged, footerBytes, frameBytes, framesOf, tableBytes, type Frame } from './format.ts';

/** Files that are gone, each with the copy that is kept of it. */
export type Copies = Readonly<Record<string, string>>;

/** Decompressed frames, all copies together: for what is looked at again soon, and no longer. */
const mostFrames = 16;
const keptMilliseconds = 30_000;
const recent = new Map<string, Buffer>();
let forgetting: NodeJS.Timeout | undefined;

/** A copy in the archive, read at any place like the file it was made of. */
export function openCopy(path: string): Opened {
  const fd = openSync(path, 'r');
  try {
    const { size: packedSize, mtimeMs } = fstatSync(fd);
    const frames = framesOf(tableIn(fd, packedSize));
    const starts = startsOf(frames);
    const key = `${path} ${packedSize} ${mtimeMs}`;
    const frame = (nth: number) => remembered(`${key} ${nth}`, () => unpack(fd, starts[nth] ?? 0, frames[nth]));
    const size = frames.reduce((sum, { whole }) => sum + whole, 0);
    const read = (target: Buffer, length: number, at: number) => {
      const end = Math.min(at + length, size);
      let place = at;
      while (place < end) {
        const within = place % frameBytes;
        place += frame(Math.floor(place / frameBytes)).copy(target, place - at, within, within + end - place);
      }
      return place - at;
    };
    return { size, inode: 0, read, close: () => closeSync(fd) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** The beginning of a copy as text. */
export function beginningOfCopy(path: string, most: number): string {
  const { size, read, close } = openCopy(path);
  try {
    const bytes = Buffer.allocUnsafe(Math.min(most, size));
    return bytes.toString('utf8', 0, read(bytes, bytes.length, 0));
  } finally {
    close();
  }
}

function tableIn(fd: number, size: number): Buffer {
  const footer = bytesAt(fd, Math.max(0, size - footerBytes), footerBytes);
  const length = tableBytes(footer);
  if (length > size) throw damaged();
  return bytesAt(fd, size - length, length);
}

function startsOf(frames: readonly Frame[]): number[] {
  let at = 0;
  return frames.map(({ packed }) => (at += packed) - packed);
}

function unpack(fd: number, start: number, frame: Frame | undefined): Buffer {
  if (!frame) throw damaged();
  const packed = bytesAt(fd, start, frame.packed);
  try {
    const whole = zstdDecompressSync(packed, { maxOutputLength: frameBytes });
    if (whole.length === frame.whole) return whole;
  } catch {
    throw damaged();
  }
  throw damaged();
}

function bytesAt(fd: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (readSync(fd, bytes, 0, length, at) !== length) throw damaged();
  return bytes;
}

/** For when something was erased that may be among them. */
export const forgetFrames = () => recent.clear();

function remembered(key: string, make: () => Buffer): Buffer {
  const frame = recent.get(key) ?? make();
  recent.delete(key);
  recent.set(key, frame);
  const [oldest] = recent.size > mostFrames ? recent.keys() : [];
  if (oldest !== undefined) recent.delete(oldest);
  clearTimeout(forgetting);
  forgetting = setTimeout(() => recent.clear(), keptMilliseconds).unref();
  return frame;
}
