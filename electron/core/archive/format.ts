import { constants } from 'node:zlib';

/**
 * A copy is an ordinary .zst file: a frame for each megabyte, and behind them the table of zstd's own “seekable
 * format”, which decompressors skip. So any place can be read by decompressing the one frame it is in.
 *
 *   frame frame … frame | 5E 2A 4D 18, length | packed, whole | packed, whole | … | frames, 00, B1 EA 92 8F
 */
export const frameBytes = 1 << 20;
const level = 6; // nearly as small as 9, twice as fast
const tableMagic = 0x184d2a5e;
const footerMagic = 0x8f92eab1;
const headerBytes = 8;
const entryBytes = 8;
export const footerBytes = 9;

export const packing = {
  params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
};

export interface Frame {
  readonly packed: number;
  readonly whole: number;
}

export function tableOf(frames: readonly Frame[]): Buffer {
  const table = Buffer.alloc(headerBytes + frames.length * entryBytes + footerBytes);
  table.writeUInt32LE(tableMagic, 0);
  table.writeUInt32LE(table.length - headerBytes, 4);
  let at = headerBytes;
  for (const { packed, whole } of frames) {
    table.writeUInt32LE(packed, at);
    table.writeUInt32LE(whole, at + 4);
    at += entryBytes;
  }
  table.writeUInt32LE(frames.length, at);
  table.writeUInt32LE(footerMagic, at + 5);
  return table;
}

/** Bytes of the table that ends in this footer. */
export function tableBytes(footer: Buffer): number {
  if (footer.length !== footerBytes || footer.readUInt32LE(5) !== footerMagic || footer[4] !== 0) throw damaged();
  return headerBytes + footer.readUInt32LE(0) * entryBytes + footerBytes;
}

/** The frames that a table lists; all but the last one are full, so that a place tells its frame. */
export function framesOf(table: Buffer): Frame[] {
  if (table.readUInt32LE(0) !== tableMagic || table.readUInt32LE(4) !== table.length - headerBytes) throw damaged();
  const count = table.readUInt32LE(table.length - footerBytes);
  const frames = Array.from({ length: count }, (_, nth) => {
    const at = headerBytes + nth * entryBytes;
    return { packed: table.readUInt32LE(at), whole: table.readUInt32LE(at + 4) };
  });
  const odd = ({ packed, whole }: Frame, nth: number) =>
    packed > 2 * frameBytes || whole > frameBytes || (nth < count - 1 && whole < frameBytes);
  if (frames.some(odd)) throw damaged();
  return frames;
}

/** Told like a failure of the disk: whoever reads names the file and goes on with the next. */
export const damaged = () =>
  Object.assign(new Error('the copy in the archive is damaged'), { syscall: 'read' as const });
