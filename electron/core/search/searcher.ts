import { parentPort, workerData } from 'node:worker_threads';
import { indexPath, openForReading } from '../db/open.ts';
import type { FromSearcher, Job, SearcherData, Task } from './beside.ts';
import { facetsOf } from './facets.ts';
import { stretches } from './highlight.ts';
import { sessionsHolding } from './holding.ts';
import { orderedHits } from './ordered.ts';

// The thread for searches that may take long, such as any regular expression: see beside.ts.

const port = parentPort;
if (!port) throw new Error('This file is started by the reader as a worker thread.');
const { dataDir, stale } = workerData as SearcherData;
const index = openForReading(indexPath(dataDir));
index.pragma('cache_size = -8192'); // it goes through everything once, and keeps nothing by it
const marksPerEntry = 20;

function perform(task: Task, isStale: () => boolean): unknown {
  switch (task.kind) {
    case 'find':
      return orderedHits(index, task.condition, { ...task, isStale });
    case 'facets':
      return facetsOf(index, task.condition, { milliseconds: task.milliseconds, isStale });
    case 'sessions':
      return sessionsHolding(index, task.condition, { milliseconds: task.milliseconds, isStale });
    case 'marks': {
      const text = index.prepare('SELECT text FROM entry_text WHERE id = ?').pluck();
      const patterns = task.patterns.map(({ source, flags }) => new RegExp(source, `${flags}g`));
      return task.ids.map((id) => {
        const read = (text.get(id) as string | undefined) ?? '';
        return patterns.flatMap((pattern) => stretches(pattern, read, marksPerEntry));
      });
    }
  }
}

port.on('message', ({ job, task }: Job) => {
  let answer: FromSearcher;
  try {
    answer = { result: perform(task, () => Atomics.load(stale, 0) === job) };
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(answer);
});
