import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createZstdDecompress } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compress } from '../../../../electron/core/archive/compress.ts';
import { openCopy } from '../../../../electron/core/archive/copy.ts';
import { frameBytes } from '../../../../electron/core/archive/format.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';

let folders: Folders;
beforeEach(() => {
  folders = emptyFolders();
  mkdirSync(folders.dataDir);
});
afterEach(() => folders.remove());

const never = new AbortController().signal;
const text = (bytes: number) => Buffer.from('the lamp turns, '.repeat(Math.ceil(bytes / 16)).slice(0, bytes));

async function copyOf(content: Buffer, size = content.length, signal = never): Promise<string> {
  const [file, copy] = [join(folders.dataDir, 'file'), join(folders.dataDir, 'copy.zst')];
  writeFileSync(file, content);
  const [source, target] = [await open(file), await open(copy, 'w')];
  try {
    const { bytes } = await compress(source, size, target, { signal, taken: () => undefined });
    expect(readFileSync(copy)).toHaveLength(bytes);
  } finally {
    await source.close();
    await target.close();
  }
  return copy;
}

function stretch(copy: string, at: number, length: number): Buffer {
  const { read, close } = openCopy(copy);
  const bytes = Buffer.alloc(length, 0xff);
  const filled = read(bytes, length, at);
  close();
  return bytes.subarray(0, filled);
}

test.each([0, 1, frameBytes - 1, frameBytes, frameBytes + 1, 3 * frameBytes + 77])(
  '%i bytes can be read again at any place',
  async (size) => {
    const content = Buffer.concat([randomBytes(Math.min(size, 5000)), text(Math.max(0, size - 5000))]);
    const copy = await copyOf(content);
    const places = [0, 1, size / 2, size - 1, size, size + 10, frameBytes - 3, frameBytes, 2 * frameBytes - 1];
    for (const place of places.filter((at) => at >= 0).map(Math.floor)) {
      for (const length of [1, 100, frameBytes + 5, 4 * frameBytes]) {
        expect(stretch(copy, place, length).equals(content.subarray(place, place + length))).toBe(true);
      }
    }
  },
);

test('only the beginning of a file that is still growing is taken, up to where it was', async () => {
  const copy = await copyOf(text(5000), 3210);
  expect(stretch(copy, 0, 9999)).toEqual(text(3210));
});

test('any other program that knows zstd can decompress it', async () => {
  const content = text(2 * frameBytes + 9);
  const copy = await copyOf(content);
  const parts: Buffer[] = [];
  await pipeline(Readable.from([readFileSync(copy)]), createZstdDecompress(), async (output) => {
    for await (const part of output) parts.push(part as Buffer);
  });
  expect(Buffer.concat(parts).equals(content)).toBe(true);
});

test('a copy that is cut, changed or no copy at all says so instead of making something up', async () => {
  const whole = readFileSync(await copyOf(text(frameBytes + 9)));
  const copy = join(folders.dataDir, 'copy.zst');
  for (const length of [0, 5, 9, 40, whole.length - 1]) {
    truncateSync(copy, 0);
    appendFileSync(copy, whole.subarray(0, length));
    expect(() => openCopy(copy)).toThrow('the copy in the archive is damaged');
  }
  const changed = Buffer.from(whole);
  changed[20] = (changed[20] ?? 0) ^ 0x10;
  writeFileSync(copy, changed);
  expect(() => stretch(copy, 0, 10)).toThrow('the copy in the archive is damaged');
  const boastful = Buffer.from(whole);
  boastful.writeUInt32LE(0xffffffff, whole.length - 9);
  writeFileSync(copy, boastful);
  expect(() => openCopy(copy)).toThrow('the copy in the archive is damaged');
});

test('making a copy can be stopped', async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(copyOf(text(10), 10, stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
});
