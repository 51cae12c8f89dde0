import * as v from 'valibot';
import type { CallContext, Channel, Message } from './channel.ts';
import {
  isMethod,
  methods,
  type EventName,
  type Method,
  type Output,
  type ParsedInput,
  type Payload,
} from './contract.ts';
import { AppError, cancelled, toWire } from './errors.ts';

export type Handler<M extends Method> = (input: ParsedInput<M>, context: CallContext) => Output<M> | Promise<Output<M>>;

/** The answering side: one function per method. A thread implements its share of them. */
export type Api<M extends Method = Method> = { readonly [K in M]: Handler<K> };

export interface Server {
  announce<E extends EventName>(event: E, payload: Payload<E>): void;
}

/**
 * The answering end of a channel. Input is checked here, at the door, so that handlers receive only what the
 * contract allows. `defer` lets cancellations that are already waiting overtake the call they belong to.
 */
export function answer(channel: Channel, api: Partial<Api>, defer?: () => Promise<void>): Server {
  const running = new Map<number, AbortController>();

  async function call({ id, method, input }: Extract<Message, { t: 'call' }>): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const { handler, parsed } = admit(api, method, input);
      await defer?.();
      if (controller.signal.aborted) throw cancelled();
      const progress: CallContext['progress'] = (value) => channel.post({ t: 'progress', id, progress: value });
      channel.post({ t: 'result', id, output: await handler(parsed, { signal: controller.signal, progress }) });
    } catch (error) {
      channel.post({ t: 'error', id, error: toWire(error) });
    } finally {
      running.delete(id);
    }
  }

  channel.on((message) => {
    if (message.t === 'call') void call(message);
    if (message.t === 'cancel') running.get(message.id)?.abort();
  });
  channel.onClose(() => {
    for (const controller of running.values()) controller.abort();
  });

  return {
    announce: (event, payload) => channel.post({ t: 'event', event, payload } as Message),
  };
}

function admit(api: Partial<Api>, method: unknown, input: unknown) {
  if (typeof method !== 'string' || !isMethod(method)) {
    throw new AppError('bad_input', `Turnstone has no method “${String(method).slice(0, 80)}”.`);
  }
  const handler = api[method] as Handler<Method> | undefined;
  if (!handler) throw new AppError('internal', `“${method}” was sent to a part that does not answer it.`);
  const result = v.safeParse(methods[method].input, input);
  if (!result.success) {
    const issue = result.issues[0];
    const where = v.getDotPath(issue);
    throw new AppError('bad_input', `“${method}”: ${where ? `${where}: ` : ''}${issue.message}`);
  }
  return { handler, parsed: result.output as never };
}
