import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { cancelled } from '../../../shared/errors.ts';
import { frameBytes, packing, tableOf, type Frame } from './format.ts';

const pack = promisify(zstdCompress);

export interface Packed {
  readonly sha256: string;
  readonly bytes: number;
}

/** Writes a copy of the first `size` bytes, frame by frame: the compression happens beside this thread. */
export async function compress(
  source: FileHandle,
  size: number,
  target: FileHandle,
  { signal, taken }: { signal: AbortSignal; taken(bytes: number): void },
): Promise<Packed> {
  const whole = createHash('sha256');
  const frames: Frame[] = [];
  let bytes = 0;
  const put = async (packed: Buffer) => {
    await target.appendFile(packed);
    bytes += packed.length;
  };
  for (let at = 0; at < size; at += frameBytes) {
    if (signal.aborted) throw cancelled();
    const part = await readPart(source, at, Math.min(frameBytes, size - at));
    whole.update(part);
    const packed = await pack(part, packing);
    await put(packed);
    frames.push({ packed: packed.length, whole: part.length });
    taken(part.length);
  }
  await put(tableOf(frames));
  return { sha256: whole.digest('hex'), bytes };
}

async function readPart(source: FileHandle, at: number, length: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length;) {
    const { bytesRead } = await source.read(part, filled, length - filled, at + filled);
    if (bytesRead === 0) throw new Error('it became shorter while it was copied');
    filled += bytesRead;
  }
  return part;
}
