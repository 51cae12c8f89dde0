import { parentPort, workerData } from 'node:worker_threads';
import { toWire, type WireError } from '../../../shared/errors.ts';
import { answer, type Api, type Server } from '../../../shared/server.ts';
import { portChannel } from './port.ts';

/** What the host tells a thread when it starts it. */
export interface ThreadData {
  readonly dataDir: string;
  readonly claudeDirs: readonly string[];
  readonly version: string;
  /** The built file of the thread that parses for the writer. */
  readonly parser: string;
  /** The built file of the thread that searches for the reader what takes long. */
  readonly searcher: string;
  /** The built file of the thread that looks for secrets for the writer. */
  readonly scanner: string;
  /** The system's temporary folders of Claude Code, where they are not the usual ones. */
  readonly temporary?: readonly string[];
  /** Keep the index current without being asked. */
  readonly follow: boolean;
}

/** The first thing a thread says: that it answers, or why it cannot. */
export type Greeting = { t: 'ready'; indexSetAside: boolean } | { t: 'failed'; error: WireError };

export interface Part {
  readonly api: Partial<Api>;
  readonly indexSetAside?: boolean;
  /** Called when the thread answers. */
  start?(server: Server): void;
  /** Lets go of what it remembers of sessions: some of them are gone for good. */
  forget?(): void;
  stop(): void | Promise<void>;
}

/** The frame of every thread: open, greet, answer until told to stop. */
export function runThread(open: (data: ThreadData) => Part, defer?: () => Promise<void>): void {
  const port = parentPort;
  if (!port) throw new Error('This file is started by the host as a worker thread.');
  const greet = (greeting: Greeting) => port.postMessage(greeting);
  let part: Part;
  try {
    part = open(workerData as ThreadData);
  } catch (error) {
    greet({ t: 'failed', error: toWire(error) });
    return port.close();
  }
  port.on('message', (message: { t: string }) => {
    if (message.t === 'forget') part.forget?.();
    if (message.t !== 'stop') return;
    void Promise.resolve(part.stop()).finally(() => port.close());
  });
  const server = answer(portChannel(port), part.api, defer);
  greet({ t: 'ready', indexSetAside: part.indexSetAside ?? false });
  part.start?.(server);
}
