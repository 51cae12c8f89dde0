// The reader thread as the host starts it, asked over its port. Prints what each question took.
//   node build/bench/search/reader.mjs DATA-FOLDER QUESTIONS.json
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fromRoot } from '../../steps.mjs';

const [dataDir, file] = process.argv.slice(2);
const { keystrokes, pauses, full, typos, expressions, facets } = JSON.parse(readFileSync(file, 'utf8'));
const thread = (name) => fromRoot('out', 'main', `${name}.js`);

const around = process.memoryUsage.rss() / 1e6; // what this process takes without the reader
const begun = performance.now();
const reader = new Worker(thread('reader'), {
  workerData: {
    dataDir,
    claudeDirs: [],
    version: '0',
    parser: thread('parser'),
    searcher: thread('searcher'),
    follow: false,
  },
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
});
const waiting = new Map();
reader.on('message', (message) => {
  const { resolve, reject } = waiting.get(message.id ?? 0) ?? {};
  if (message.t === 'error') reject(new Error(message.error.message));
  else resolve?.(message.output);
});
let last = 0;
const answer = (id) => new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
function ask(method, input) {
  last += 1;
  reader.postMessage({ t: 'call', id: last, method, input });
  return answer(last);
}

async function timed(method, input) {
  const start = performance.now();
  const output = await ask(method, input);
  return { ms: performance.now() - start, output };
}
const search = (query, stage) => timed('search.run', { query, stage, limit: 50 });

async function each(queries, run) {
  const times = [];
  for (const query of queries) {
    await sleep(5); // as long as the fastest fingers: what runs in the background gets its turn
    times.push((await run(query)).ms);
  }
  return times;
}

await answer(0); // it greets
const first = await search(keystrokes[0], 'typing');
const started = performance.now() - begun;
await search(typos[0], 'typing');
const vocabulary = await search(typos[0], 'pause');

const results = {
  around,
  started,
  first: first.ms,
  vocabulary: vocabulary.ms,
  keystrokes: await each(keystrokes, (query) => search(query, 'typing')),
  pauses: await each(pauses, (query) => search(query, 'pause')),
  full: await each(full, (query) => search(query, 'full')),
  typos: await each(typos, (query) => search(query, 'pause')),
  expressions: await each(expressions, (query) => search(query, 'full')),
  facets: await each(facets, (query) => timed('search.facets', { query })),
  sessions: await each(pauses, (query) => timed('sessions.list', { query, limit: 20 })),
};
console.log(JSON.stringify(results));
await reader.terminate();
