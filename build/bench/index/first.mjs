// The first index, against the limit: what one thread needs to read and parse the same files.
import { rmSync, utimesSync } from 'node:fs';
import { appendWord, untilFound } from '../probe.mjs';
import { finish, start, startIndex } from '../product.mjs';
import { middle, row } from '../report.mjs';
import { fromRoot } from '../../steps.mjs';

/** Rows for one folder; leaves its index in `dataDir`. `name` says which folder it is. */
export async function firstIndex({ scale }, dataset, name, dataDir) {
  const word = dataset.newest ? markNewest(dataset) : null;
  const runs = [];
  // Turn by turn, so that what else the machine does falls on both.
  for (let left = scale.repeats; left > 0; left -= 1) {
    const limit = await finish(start(fromRoot('build', 'bench', 'limit.mjs'), [dataset.dir]));
    rmSync(dataDir, { recursive: true, force: true });
    runs.push({ limit, ...(await indexAndSearch(dataset.dir, dataDir, word)) });
  }
  return rowsOf(runs, dataset, name, word);
}

async function indexAndSearch(dir, dataDir, word) {
  const ended = new AbortController();
  const child = startIndex(dir, dataDir);
  const found = word && untilFound(dataDir, word, { patience: Infinity, signal: ended.signal, every: 10 });
  const indexed = await finish(child).finally(() => ended.abort());
  return { indexed, found: await found };
}

/** The newest transcript ends with a word that is nowhere else. */
function markNewest({ newest, until }) {
  const word = 'zyxnewestword';
  appendWord(newest, word);
  utimesSync(newest, until / 1000 + 60, until / 1000 + 60);
  return word;
}

/** The budget is for real transcripts, which have no word of ours. */
function rowsOf(runs, dataset, name, word) {
  const of = (pick) => middle(runs.map(pick));
  const { limit, indexed } = runs[0];
  const [limitMs, ms, wall] = [of((run) => run.limit.ms), of((run) => run.indexed.ms), of((run) => run.indexed.wall)];
  const peak = of((run) => run.indexed.peak);
  const megabytes = limit.bytes / 1e6;
  const size = `${megabytes.toFixed(0)} MB in ${limit.files} files`;
  const speed = (time) => `${((megabytes / time) * 1000).toFixed(0)} MB/s`;
  return [
    row(`${name}: read and parse, one thread (the limit)`, limitMs, 'ms', { beside: `${size}, ${speed(limitMs)}` }),
    row(`${name}: first index`, ms, 'ms', { beside: `${speed(ms)}, whole process ${Math.round(wall)} ms` }),
    row(`${name}: first index / limit`, ms / limitMs, 'x', word ? {} : { budget: 3, beside: 'aim 2' }),
    ...(word ? [searchable(name, runs)] : []),
    row(`${name}: memory at most`, peak, 'MB'),
    messages(name, indexed, dataset, word),
  ];
}

function searchable(name, runs) {
  const value = middle(runs.map(({ found }) => found));
  const beside = 'from the start of the process';
  return row(`${name}: newest session searchable`, value, 'ms', { budget: 1_000, beside, must: true });
}

/** Nothing is fast that leaves out half. */
function messages(name, indexed, dataset, word) {
  if (!dataset.messages) return row(`${name}: messages`, indexed.messages, '');
  const written = dataset.messages + (word ? 1 : 0);
  const beside = `${written} written, ${indexed.badLines} bad lines`;
  return { ...row(`${name}: messages indexed`, indexed.messages, '', { beside }), ok: indexed.messages === written };
}
