import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { connect, type Client } from '../../../shared/client.ts';
import { AppError, fromWire } from '../../../shared/errors.ts';
import { workerChannel } from './port.ts';
import type { Greeting, ThreadData } from './frame.ts';

export type ThreadName = 'reader' | 'writer';

export interface Started {
  readonly client: Client;
  readonly indexSetAside: boolean;
  /** Why it had to be started again; null the first time. */
  readonly after: string | null;
}

const maxOldGenerationMb = { reader: 256, writer: 512 };
const backOff = [0, 100, 500, 2000, 5000];
const healthyMilliseconds = 60_000;
/** The writer has a log to tidy up, which may take a slow disk a while; what it leaves, the next start has to do. */
const stopMilliseconds = { reader: 3000, writer: 15_000 };

/** A worker thread that is started again when it dies. */
export class Thread {
  readonly name: ThreadName;
  readonly #file: string;
  readonly #data: ThreadData;
  readonly #onStart: (started: Started) => void;
  #client: Promise<Client> | undefined;
  #worker: Worker | undefined;
  #deaths = 0;
  #lastCause: string | null = null;
  #stopping = false;

  constructor(name: ThreadName, file: string, data: ThreadData, onStart: (started: Started) => void) {
    this.name = name;
    this.#file = file;
    this.#data = data;
    this.#onStart = onStart;
  }

  /** The client of the thread as it is now, waiting while it starts. */
  async client(): Promise<Client> {
    if (this.#stopping) throw new AppError('unavailable', 'Turnstone is shutting down.');
    return (this.#client ??= this.#start());
  }

  async #start(): Promise<Client> {
    const worker = new Worker(this.#file, {
      name: `turnstone-${this.name}`,
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: maxOldGenerationMb[this.name], maxYoungGenerationSizeMb: 32 },
    });
    this.#worker = worker;
    const channel = workerChannel(worker);
    const startedAt = performance.now();
    let cause = 'it ended by itself';
    worker.on('error', (error) => (cause = error instanceof Error ? error.message : String(error)));
    const ended = exitOf(worker).then(() => {
      this.#worker = undefined;
      return this.#obituary(cause);
    });
    const greeting = await Promise.race([new Promise<Greeting>((resolve) => worker.once('message', resolve)), ended]);
    if (greeting instanceof AppError) throw greeting;
    if (greeting.t === 'failed') throw fromWire(greeting.error);
    const client = connect(channel);
    this.#onStart({ client, indexSetAside: greeting.indexSetAside, after: this.#lastCause });
    void ended.then((reason) => {
      channel.closed(reason);
      if (performance.now() - startedAt > healthyMilliseconds) this.#deaths = 0;
      if (!this.#stopping) this.#restart(cause);
    });
    return client;
  }

  #obituary(cause: string): AppError {
    return this.#stopping
      ? new AppError('unavailable', 'Turnstone is shutting down.')
      : new AppError(
          'unavailable',
          `The ${this.name} stopped unexpectedly (${cause}) and is being started again. Try again.`,
        );
  }

  #restart(cause: string): void {
    this.#lastCause = cause;
    const delay = backOff[Math.min(this.#deaths++, backOff.length - 1)] ?? 0;
    const starting = wait(delay).then(() => this.#start());
    this.#client = starting;
    starting.catch(() => (this.#client = undefined)); // the next request tries again, and is told why if it fails again
  }

  /** For when what it holds open is no longer the right thing: it ends, and so is started again. */
  async renew(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** For when sessions are gone for good. */
  forget(): void {
    this.#worker?.postMessage({ t: 'forget' });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const worker = this.#worker;
    if (!worker) return;
    worker.postMessage({ t: 'stop' });
    await Promise.race([exitOf(worker), wait(stopMilliseconds[this.name], undefined, { ref: false })]);
    await worker.terminate();
  }
}

/** Not `once`, which rejects when an error comes first. */
const exitOf = (worker: Worker) => new Promise((resolve) => worker.once('exit', resolve));
