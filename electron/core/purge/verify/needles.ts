import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Shorter than this nothing is looked for: it may be there by chance. */
export const shortest = 12;
export const longest = 64;
const window = 8;
const step = shortest - window + 1;
const chunkSize = 4 << 20;
const bits = 20;

/**
 * Looks for thousands of strings at once in any file. Where a string is, one of the five windows of eight bytes in its
 * first twelve is at a multiple of five in the file, so only there anything is looked at:
 *
 *   needle   distinctives…
 *   windows  distinct istincti stinctiv tinctive inctives
 *   file     ....|....|....|....|....
 *
 * So a gigabyte takes a second or two, however many strings there are.
 */
export class Needles {
  readonly #needles: readonly Buffer[];
  readonly #filter = new Uint8Array(1 << bits);
  readonly #windows = new Map<number, [needle: number, offset: number][]>();

  constructor(needles: readonly string[]) {
    this.#needles = needles.map((text) => Buffer.from(text).subarray(0, longest));
    for (const [needle, bytes] of this.#needles.entries()) {
      if (bytes.length < shortest) throw new Error('A needle is too short.');
      for (let offset = 0; offset < step; offset += 1) this.#add(hashAt(bytes, offset), needle, offset);
    }
  }

  get size(): number {
    return this.#needles.length;
  }

  /** Those that are in these bytes. */
  in(bytes: Buffer): Set<number> {
    const found = new Set<number>();
    for (let at = 0; at + window <= bytes.length; at += step) {
      const value = hashAt(bytes, at);
      if (this.#filter[slot(value)] === 0) continue;
      for (const [needle, offset] of this.#windows.get(value) ?? []) {
        if (found.has(needle)) continue;
        if (this.#isAt(needle, bytes, at - offset)) found.add(needle);
      }
    }
    return found;
  }

  /** Those that are in a file. */
  async inFile(path: string): Promise<Set<number>> {
    if (this.size === 0) return new Set();
    const fd = openSync(path, 'r');
    try {
      return await this.inOpen(fd);
    } finally {
      closeSync(fd);
    }
  }

  async inOpen(fd: number): Promise<Set<number>> {
    const found = new Set<number>();
    if (this.size === 0) return found;
    const chunk = Buffer.allocUnsafe(chunkSize + longest);
    for (let at = 0, read; (read = readSync(fd, chunk, 0, chunk.length, at)) > 0; at += chunkSize) {
      for (const needle of this.in(chunk.subarray(0, read))) found.add(needle);
      if (read < chunk.length) break;
      await setImmediate();
    }
    return found;
  }

  #isAt(needle: number, bytes: Buffer, at: number): boolean {
    const wanted = this.#needles[needle];
    if (!wanted || at < 0 || at + wanted.length > bytes.length) return false;
    return wanted.compare(bytes, at, at + wanted.length) === 0;
  }

  #add(value: number, needle: number, offset: number): void {
    this.#filter[slot(value)] = 1;
    const list = this.#windows.get(value);
    if (list) list.push([needle, offset]);
    else this.#windows.set(value, [[needle, offset]]);
  }
}

const word = (bytes: Buffer, at: number) =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);

/** Of the window of eight bytes at a place. */
const hashAt = (bytes: Buffer, at: number) =>
  Math.imul(word(bytes, at), 0x9e3779b1) ^ Math.imul(word(bytes, at + 4), 0x85ebca6b);

const slot = (hash: number) => (hash ^ (hash >>> 15)) & ((1 << bits) - 1);
