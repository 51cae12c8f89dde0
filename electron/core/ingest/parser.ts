import { once } from 'node:events';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { packed } from './packed.ts';
import { parseFile } from './parse-file.ts';
import type { FromParser, Parcel, ParserData } from './source.ts';

// The thread that reads and parses while the writer stores: see source.ts.

const recordBytes = 1000;
/** The first parcels are small, so that the writer has something to do while this thread warms up. */
const firstParcelBytes = 64 << 10;
const parcelBytes = 1 << 20;
/** So much may wait for the writer: enough for what is parsed while it is busy with a batch. */
const mostAhead = 32 << 20;

if (process.platform === 'linux') setPriority(5); // only there it is this thread's alone: the writer is the slower one

/** The size of each parcel that has not been taken yet. */
const waiting: number[] = [];
let ahead = 0;
let go: () => void = () => undefined;
const port = parentPort;
if (!port) throw new Error('This file is started by the writer as a worker thread.');
const [{ jobs, careful }] = (await once(port, 'message')) as [ParserData];
port.on('message', () => {
  ahead -= waiting.shift() ?? 0;
  go();
});

async function send(message: FromParser, size: number, transfer: ArrayBuffer[] = []): Promise<void> {
  await until(() => ahead < mostAhead);
  waiting.push(size);
  ahead += size;
  port?.postMessage(message, transfer);
  if (careful && message) await until(() => waiting.length === 0);
}

async function sendAll(all: readonly Parcel<string>[]): Promise<void> {
  const message = packed(all);
  const records = message.parcels.reduce((sum, parcel) => sum + parcel.records.length, 0);
  await send(message, message.texts.byteLength + records * recordBytes, [message.texts]);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => (go = resolve));
}

/** Small transcripts travel together. */
async function run(): Promise<void> {
  let parcels: Parcel<string>[] = [];
  let bytes = 0;
  let enough = careful ? 0 : firstParcelBytes;
  for (const [job, one] of jobs.entries()) {
    for (const chunk of parseFile(one)) {
      parcels.push({ job, chunk });
      bytes += chunk.bytes + recordBytes;
      if (bytes < enough) continue;
      await sendAll(parcels);
      parcels = [];
      bytes = 0;
      enough = Math.min(enough * 2, parcelBytes);
    }
  }
  if (parcels.length > 0) await sendAll(parcels);
  await send(null, 0);
}

await run();
