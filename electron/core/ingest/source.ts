import { Worker } from 'node:worker_threads';
import type { Text } from './normalise/block.ts';
import { unpacked, type Packed } from './packed.ts';
import { nothing, parseFile, type Chunk, type Job } from './parse-file.ts';

/** Stretches of the transcripts asked for, in their order: `job` is the place in the list of jobs. */
export interface Parcel<T extends Text = Text> {
  readonly job: number;
  readonly chunk: Chunk<T>;
}

export type Source = (jobs: readonly Job[]) => AsyncIterable<readonly Parcel[]>;

/** Reads and parses in this thread: right for a few lines. */
export async function* parseHere(jobs: readonly Job[]): AsyncGenerator<Parcel[]> {
  for (const [job, one] of jobs.entries()) for (const chunk of parseFile(one)) yield [{ job, chunk }];
}

/**
 * Reads and parses in a thread of its own, a few parcels ahead of whoever stores them. Where the thread goes down,
 * another goes on from the last parcel, chunk by chunk, until it is clear which transcript did it: that one is named,
 * and the rest goes on without it. `ready` is a thread that was started while there was nothing else to do.
 */
export function parseBeside(file: string, ready?: ParserWorker): Source {
  return async function* (all) {
    const jobs = [...all];
    let first = 0;
    let careful = false;
    while (first < jobs.length) {
      const worker = first === 0 && !careful && ready ? ready : new ParserWorker(file);
      worker.begin({ jobs: jobs.slice(first), careful });
      try {
        for (let parcels; (parcels = await worker.next());) {
          for (const { job, chunk } of parcels) if (!chunk.done) jobs[first + job] = resumed(jobs[first + job], chunk);
          yield parcels.map(({ job, chunk }) => ({ job: first + job, chunk }));
        }
        return;
      } catch (error) {
        first += worker.reached;
        const failed = jobs[first];
        if (!failed) throw error;
        if (careful) yield [{ job: first++, chunk: { ...nothing(failed), error: messageOf(error), done: true } }];
        careful = !careful;
      } finally {
        await worker.end();
      }
    }
  };
}

/** A job as it is after a stretch of it. */
function resumed(job: Job | undefined, { inode, offset, lines, guard, facts }: Chunk<Text>): Job {
  if (!job) throw new Error('a parcel of no job');
  return { ...job, inode, offset, lines, guard, facts };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What the thread is told first; after that, `more` for each message that was taken. */
export interface ParserData {
  readonly jobs: readonly Job[];
  /** Each stretch by itself, and none before the one before it has arrived. */
  readonly careful: boolean;
}

/** What the thread says: parcels, or null at the end. */
export type FromParser = Packed | null;

/** The thread is started at once, and told later what to parse. */
export class ParserWorker {
  readonly #worker: Worker;
  readonly #waiting: FromParser[] = [];
  #failure: Error | undefined;
  #wake: () => void = () => undefined;
  /** The job that was being read last. */
  reached = 0;

  constructor(file: string) {
    this.#worker = new Worker(file, {
      name: 'turnstone-parser',
      resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
    });
    const wake = () => this.#wake();
    this.#worker.on('message', (message: FromParser) => (this.#waiting.push(message), wake()));
    this.#worker.on(
      'error',
      (error) => ((this.#failure = error instanceof Error ? error : new Error(String(error))), wake()),
    );
    this.#worker.on('exit', () => ((this.#failure ??= new Error('the parser ended')), wake()));
  }

  begin(data: ParserData): void {
    this.#worker.postMessage(data);
  }

  /** Undefined at the end. */
  async next(): Promise<readonly Parcel[] | undefined> {
    while (this.#waiting.length === 0) {
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const message = this.#waiting.shift();
    if (!message) return undefined;
    const parcels = unpacked(message);
    this.#worker.postMessage('more');
    const last = parcels.at(-1);
    if (last) this.reached = last.job + (last.chunk.done ? 1 : 0);
    return parcels;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
