import type { Channel } from '../../shared/channel.ts';
import { connect, type Client } from '../../shared/client.ts';
import {
  events,
  methods,
  type EventName,
  type Method,
  type NativeMethod,
  type Payload,
} from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { answer, type Api, type Handler, type Server } from '../../shared/server.ts';
import { pair } from '../../shared/pair.ts';
import { Thread, type ThreadName } from './threads/thread.ts';
import type { ThreadData } from './threads/frame.ts';

/** Threads that the writer and the reader start. */
type HelperThread = 'parser' | 'searcher' | 'scanner';

export interface HostOptions extends Omit<ThreadData, HelperThread> {
  /** The built files of the threads. */
  readonly threads: Readonly<Record<ThreadName | HelperThread, string>>;
  /** What only the desktop can do, given a line to ask about sessions; elsewhere it is refused. */
  readonly native?: (ask: Client['call']) => Api<NativeMethod>;
}

export interface Host {
  /** For whoever runs the host in the same process. */
  readonly client: Client;
  /** Answers whoever is at the other end, and tells them what happens, until they leave. */
  attach(channel: Channel): void;
  stop(): Promise<void>;
}

/** Starts the writer and the reader, keeps both alive, and carries requests to the one that answers them. */
export async function startHost({ threads: files, native, ...options }: HostOptions): Promise<Host> {
  const { parser, searcher, scanner } = files;
  const data: ThreadData = { ...options, parser, searcher, scanner };
  const audience = new Set<Server>();
  const announce = <E extends EventName>(event: E, payload: Payload<E>) => {
    for (const server of audience) server.announce(event, payload);
  };
  const forward = (client: Client) => {
    for (const event of Object.keys(events) as EventName[]) client.on(event, (payload) => announce(event, payload));
  };
  const thread = (name: ThreadName): Thread =>
    new Thread(name, files[name], data, ({ client, indexSetAside, after }) => {
      forward(client);
      client.on('purge.done', () => threads.reader.forget());
      if (indexSetAside) void threads.reader.renew(); // it still holds the damaged index open
      if (after !== null) announce('thread.restarted', { thread: name, reason: after });
    });
  const threads = { writer: thread('writer'), reader: thread('reader') };

  const ask: Client['call'] = async (method, input, context) => {
    const thread = methods[method].access === 'read' ? threads.reader : threads.writer;
    return (await thread.client()).call(method, input, context);
  };
  const desktop = native?.(ask) as Partial<Api> | undefined;
  const handlerOf = (method: Method): Handler<Method> => {
    if (methods[method].access !== 'native') return (input, context) => ask(method, input, context);
    return (desktop?.[method] as Handler<Method> | undefined) ?? onlyOnDesktop;
  };
  const api = Object.fromEntries(
    (Object.keys(methods) as Method[]).map((method) => [method, handlerOf(method)]),
  ) as unknown as Api;

  const attach = (channel: Channel) => {
    const server = answer(channel, api);
    audience.add(server);
    channel.onClose(() => audience.delete(server));
  };
  const stop = async () => {
    await threads.reader.stop();
    await threads.writer.stop(); // the last to leave: nobody's reading keeps it from tidying up the log
  };

  try {
    await threads.writer.client(); // creates and migrates what the reader opens
    if (options.follow) await threads.reader.client(); // else when something is first asked
  } catch (error) {
    await stop();
    throw error;
  }
  const [near, far] = pair();
  attach(far);
  return { client: connect(near), attach, stop };
}

const onlyOnDesktop = () => {
  throw new AppError('unavailable', 'Only the desktop app can do this.');
};
