import { parentPort, workerData } from 'node:worker_threads';
import { parseFile } from './parse-file.ts';
import type { FromParser, Parcel, ParserData } from './source.ts';

// The thread that reads and parses while the writer stores: see source.ts.

const { jobs, careful } = workerData as ParserData;
const parcelBytes = careful ? 0 : 1 << 20;
const mostAhead = 32;

let ahead = 0;
let go: () => void = () => undefined;
const port = parentPort;
if (!port) throw new Error('This file is started by the writer as a worker thread.');
port.on('message', () => {
  ahead -= 1;
  go();
});

async function send(message: FromParser): Promise<void> {
  await until(() => ahead < mostAhead);
  ahead += 1;
  port?.postMessage(message);
  if (careful && message) await until(() => ahead === 0);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => (go = resolve));
}

/** Small transcripts travel together. */
async function run(): Promise<void> {
  let parcels: Parcel[] = [];
  let bytes = 0;
  for (const [job, one] of jobs.entries()) {
    for (const chunk of parseFile(one)) {
      parcels.push({ job, chunk });
      bytes += chunk.bytes + 1000;
      if (bytes < parcelBytes) continue;
      await send(parcels);
      parcels = [];
      bytes = 0;
    }
  }
  if (parcels.length > 0) await send(parcels);
  await send(null);
}

await run();
