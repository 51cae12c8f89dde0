import { closeSync, openSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { longest, Needles, shortest } from '../../purge/verify/needles.ts';
import { readOf } from '../../ingest/open-place.ts';
import type { ReadAt } from '../../ingest/read.ts';
import type { Values } from './values.ts';

const chunkSize = 4 << 20;

/** Looks whether files hold any of the values, however these are written. */
export class Haystack {
  readonly #long: Needles;
  readonly #short: readonly Buffer[];

  constructor(values: Values) {
    const forms = values.written().map((form) => Buffer.from(form));
    const isLong = (form: Buffer) => form.length >= shortest;
    this.#long = new Needles(forms.filter(isLong).map((form) => form.toString('utf8')));
    this.#short = forms.filter((form) => !isLong(form));
  }

  in(bytes: Buffer): boolean {
    return this.#long.in(bytes).size > 0 || this.#short.some((form) => bytes.includes(form));
  }

  async inFile(path: string): Promise<boolean> {
    const fd = openSync(path, 'r');
    try {
      return await this.inRead(readOf(fd));
    } finally {
      closeSync(fd);
    }
  }

  async inRead(read: ReadAt): Promise<boolean> {
    const chunk = Buffer.allocUnsafe(chunkSize + longest);
    for (let at = 0; ; at += chunkSize) {
      const size = read(chunk, chunk.length, at);
      if (this.in(chunk.subarray(0, size))) return true;
      if (size < chunk.length) return false;
      await setImmediate(); // lets questions in
    }
  }
}
