import type { CallContext, Channel } from './channel.ts';
import type { EventName, Input, Method, Output, Payload } from './contract.ts';
import { AppError, cancelled, fromWire } from './errors.ts';
import type { Progress } from './schemas.ts';

interface Pending {
  resolve(output: unknown): void;
  reject(error: AppError): void;
  progress: ((progress: Progress) => void) | undefined;
}

export interface Client {
  call<M extends Method>(method: M, input: Input<M>, context?: Partial<CallContext>): Promise<Output<M>>;
  on<E extends EventName>(event: E, listener: (payload: Payload<E>) => void): () => void;
  close(): void;
}

const gone = () => new AppError('unavailable', 'The connection to Turnstone was closed. Try again.');

/** The asking end of a channel. */
export function connect(channel: Channel): Client {
  const pending = new Map<number, Pending>();
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  let lastId = 0;
  let open = true;

  channel.on((message) => {
    if (message.t === 'event') {
      for (const listener of listeners.get(message.event) ?? []) listener(message.payload as never);
      return;
    }
    const call = pending.get(message.id); // none: cancelled meanwhile, the reply is stale
    if (!call) return;
    if (message.t === 'progress') return call.progress?.(message.progress);
    pending.delete(message.id);
    if (message.t === 'result') call.resolve(message.output);
    if (message.t === 'error') call.reject(fromWire(message.error));
  });

  channel.onClose((reason) => {
    open = false;
    for (const call of pending.values()) call.reject(reason ?? gone());
    pending.clear();
  });

  return {
    call<M extends Method>(method: M, input: Input<M>, { signal, progress }: Partial<CallContext> = {}) {
      return new Promise<Output<M>>((resolve, reject) => {
        if (!open) return reject(gone());
        if (signal?.aborted) return reject(cancelled());
        const id = ++lastId;
        const abort = () => {
          if (!pending.delete(id)) return;
          channel.post({ t: 'cancel', id });
          reject(cancelled());
        };
        signal?.addEventListener('abort', abort, { once: true });
        const settled = () => signal?.removeEventListener('abort', abort);
        pending.set(id, {
          resolve: (output) => (settled(), resolve(output as Output<M>)),
          reject: (error) => (settled(), reject(error)),
          progress,
        });
        channel.post({ t: 'call', id, method, input });
      });
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => set.delete(listener);
    },
    close: () => channel.close(),
  };
}
