import type { MessagePort, Worker } from 'node:worker_threads';
import type { Message } from '../../../shared/channel.ts';
import { ChannelEnd } from '../../../shared/channel-end.ts';

/** The channel over a worker's port, seen from inside the thread. */
export function portChannel(port: MessagePort): ChannelEnd {
  const end = new ChannelEnd(
    (message) => port.postMessage(message),
    () => port.close(),
  );
  port.on('message', (message: Message) => end.receive(message));
  port.on('close', () => end.closed());
  return end;
}

/** The same seen from the host, which knows why a thread ended and so calls `closed` itself. */
export function workerChannel(worker: Worker): ChannelEnd {
  const end = new ChannelEnd(
    (message) => worker.postMessage(message),
    () => void worker.terminate(),
  );
  worker.on('message', (message: Message) => end.receive(message));
  return end;
}
