// A run that finds nothing new: quick, and it leaves the disk alone.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { index } from '../product.mjs';
import { middle, row } from '../report.mjs';

const times = 3;

export async function secondRun(dataset, name, dataDir) {
  const before = stateOf(dataDir);
  const runs = [];
  for (let left = times; left > 0; left -= 1) runs.push(await index(dataset.dir, dataDir));
  const wall = Math.round(middle(runs.map((run) => run.wall)));
  const after = stateOf(dataDir);
  const written = before.filter((state, at) => state !== after[at]).length;
  const beside = `${runs[0].files} files, whole process ${wall} ms`;
  return [
    row(`${name}: second run, nothing changed`, middle(runs.map(({ ms }) => ms)), 'ms', { budget: 300, beside }),
    row(`${name}: second run, files it wrote to`, written, '', { budget: 0, beside: 'of index.db and its log' }),
  ];
}

/** An empty log is as good as none: SQLite makes it when it opens the database. */
const stateOf = (dataDir) =>
  ['index.db', 'index.db-wal']
    .map((file) => statSync(join(dataDir, file), { throwIfNoEntry: false }))
    .map((stat) => (stat?.size ? `${stat.size} ${stat.mtimeMs}` : 'none'));
