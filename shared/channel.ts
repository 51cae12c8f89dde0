import type { EventName, Payload } from './contract.ts';
import type { AppError, WireError } from './errors.ts';
import type { Progress } from './schemas.ts';

/** What travels: plain JSON, whatever carries it. */
export type Message =
  | { t: 'call'; id: number; method: string; input: unknown }
  | { t: 'cancel'; id: number }
  | { t: 'result'; id: number; output: unknown }
  | { t: 'error'; id: number; error: WireError }
  | { t: 'progress'; id: number; progress: Progress }
  | { [E in EventName]: { t: 'event'; event: E; payload: Payload<E> } }[EventName];

/** Two ends that exchange messages. One implementation per carrier: worker port, Electron IPC, WebSocket. */
export interface Channel {
  post(message: Message): void;
  on(listener: (message: Message) => void): void;
  /** Called once, when the other end is gone, with the reason where one is known. */
  onClose(listener: (reason?: AppError) => void): void;
  close(): void;
}

export interface CallContext {
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
}

/** Whether something that came from outside is a request at all: `answer` checks what it asks for. */
export function isRequest(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false;
  const { t, id, method } = value as Record<string, unknown>;
  return Number.isSafeInteger(id) && (t === 'cancel' || (t === 'call' && typeof method === 'string'));
}
