import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { indexPath, openForReading } from '../../db/open.ts';
import type { FromScanner, ScannerData } from './beside.ts';
import { planScan } from './places.ts';
import { scanFile } from './scan-file.ts';

// The thread that looks for secrets while everything else goes on: see beside.ts.

const { dataDir, roots, key, without } = workerData as ScannerData;
const mostAhead = 4;
const port = parentPort;
if (!port) throw new Error('This file is started by the writer as a worker thread.');

if (process.platform === 'linux') setPriority(10); // only there it is this thread's alone

let ahead = 0;
let go: () => void = () => undefined;
port.on('message', () => {
  ahead -= 1;
  go();
});

async function send(message: FromScanner): Promise<void> {
  while (ahead >= mostAhead) await new Promise<void>((resolve) => (go = resolve));
  ahead += 1;
  port?.postMessage(message);
}

const index = openForReading(indexPath(dataDir));
const plan = planScan(index, roots);
index.close();

const { total, left, gone } = plan;
await send({ kind: 'plan', total, left, gone });
for (const { place, reached } of plan.due) {
  if (without.includes(place.path)) continue;
  await send({ kind: 'begin', path: place.path });
  for (const stretch of scanFile(place, reached, key)) await send({ kind: 'stretch', stretch });
}
await send({ kind: 'end' });
