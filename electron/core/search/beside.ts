import { Worker } from 'node:worker_threads';
import type { Facets } from '../../../shared/schemas.ts';
import type { Condition } from './condition.ts';
import type { Stretch } from './highlight.ts';
import type { Ordered, Want } from './ordered.ts';

interface Tasks {
  find: { condition: Condition } & Omit<Want, 'isStale'>;
  facets: { condition: Condition };
  /** Rows of the sessions that hold any hit. */
  sessions: { condition: Condition };
  /** Where expressions match in entries. */
  marks: { patterns: readonly { source: string; flags: string }[]; ids: readonly number[] };
}
interface Results {
  find: Ordered;
  facets: Facets;
  /** Null where not all of them were found in time. */
  sessions: number[] | null;
  marks: Stretch[][];
}
export type Task = { [K in keyof Tasks]: { kind: K; milliseconds: number } & Tasks[K] }[keyof Tasks];

export interface SearcherData {
  readonly dataDir: string;
  /** The job that nobody waits for any longer. */
  readonly stale: Int32Array;
}
export interface Job {
  readonly job: number;
  readonly task: Task;
}
/** An error of null: it took too long. */
export type FromSearcher = { result: unknown } | { error: string | null };

/** So long after its time a job is taken for one that never ends, such as a regular expression gone astray. */
const grace = 200;
const startUp = 1000;
/** A thread without work gives its memory back. */
const idle = 60_000;

/**
 * Runs what may take long in a thread of its own, so that keystrokes are answered meanwhile. One job at a time; a
 * thread that does not come back is ended, and the next job gets a new one.
 */
export class Beside {
  readonly #file: string;
  readonly #dataDir: string;
  readonly #stale = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #jobs = 0;
  #rest: NodeJS.Timeout | undefined;

  /** `file` is the built searcher.ts. */
  constructor(file: string, dataDir: string) {
    this.#file = file;
    this.#dataDir = dataDir;
  }

  /** Null where the thread had to be ended, or `signal` says that nobody waits. */
  run<K extends keyof Tasks>(task: Extract<Task, { kind: K }>, signal?: AbortSignal): Promise<Results[K] | null> {
    const turn = this.#last.then(() => (signal?.aborted ? null : this.#perform(task, signal)));
    this.#last = turn.catch(() => undefined);
    return turn as Promise<Results[K] | null>;
  }

  stop(): void {
    clearTimeout(this.#rest);
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #perform(task: Task, signal: AbortSignal | undefined): Promise<unknown> {
    clearTimeout(this.#rest);
    const job = ++this.#jobs;
    const patience = task.milliseconds + grace + (this.#worker ? 0 : startUp);
    const worker = (this.#worker ??= this.#start());
    const abandon = () => void Atomics.store(this.#stale, 0, job);
    signal?.addEventListener('abort', abandon, { once: true });
    worker.postMessage({ job, task } satisfies Job);
    const answer = await answerOf(worker, patience);
    signal?.removeEventListener('abort', abandon);
    this.#rest = setTimeout(() => this.stop(), idle).unref();
    if ('result' in answer) return answer.result;
    this.stop();
    if (answer.error === null) return null;
    throw new Error(`The search stopped: ${answer.error}`);
  }

  #start(): Worker {
    const data: SearcherData = { dataDir: this.#dataDir, stale: this.#stale };
    const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };
    const worker = new Worker(this.#file, { name: 'turnstone-searcher', workerData: data, resourceLimits });
    worker.on('error', () => undefined); // whoever waits is told, and between two jobs nobody does
    worker.unref();
    return worker;
  }
}

/** What a worker says next: its answer, or how it failed, or nothing for too long. */
function answerOf(worker: Worker, patience: number): Promise<FromSearcher> {
  return new Promise((resolve) => {
    const settle = (answer: FromSearcher) => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', fail).off('exit', end);
      resolve(answer);
    };
    const fail = (error: unknown) => settle({ error: error instanceof Error ? error.message : String(error) });
    const end = () => settle({ error: 'its thread ended' });
    const timer = setTimeout(() => settle({ error: null }), patience);
    worker.on('message', settle).on('error', fail).on('exit', end);
  });
}
