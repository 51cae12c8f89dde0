// From a line appended to a transcript until a search finds it, while the app is running.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../generator/random.mjs';
import { appendWord, untilFound } from '../probe.mjs';
import { firstWords, startTurnstone, stop } from '../product.mjs';
import { row, share } from '../report.mjs';

const appends = 20;
const patience = 60_000;
const longEnough = 30_000; // a slow program gets fewer tries rather than a long evening

export async function appendLatency({ seed }, dataset, name, dataDir) {
  const random = randomFrom(seed);
  const transcripts = readdirSync(join(dataset.dir, 'projects'), { recursive: true }).filter((file) =>
    file.endsWith('.jsonl'),
  );
  const app = startTurnstone('serve', '--no-open', '--port', '0', '--claude-dir', dataset.dir, '--data-dir', dataDir);
  const append = async (count) => {
    const word = `zyxappended${count}`;
    appendWord(join(dataset.dir, 'projects', random.pick(transcripts)), word);
    return (await untilFound(dataDir, word, { patience })) ?? patience;
  };
  const found = [];
  let atStart;
  try {
    await firstWords(app);
    atStart = await append('first'); // once this is found, it has nothing else to do
    for (const begun = performance.now(); found.length < appends && performance.now() - begun < longEnough;) {
      await sleep(random.between(50, 500)); // not in step with whatever it does at intervals
      found.push(await append(found.length));
    }
  } finally {
    await stop(app);
  }
  const beside = `${found.length} appends, ${transcripts.length} files`;
  return [
    row(`${name}: line appended right after the start searchable`, atStart, 'ms'),
    row(`${name}: appended line searchable, half of them within`, share(found, 0.5), 'ms', { beside }),
    row(`${name}: appended line searchable, 95% within`, share(found, 0.95), 'ms', { budget: 500, beside }),
    row(`${name}: appended line searchable, slowest`, Math.max(...found), 'ms', { beside }),
  ];
}
