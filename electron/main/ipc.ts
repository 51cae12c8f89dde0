import type { IpcMainEvent, WebContents } from 'electron';
import { bridgeName } from '../../shared/bridge.ts';
import { isRequest, type Channel, type Message } from '../../shared/channel.ts';
import { ChannelEnd } from '../../shared/channel-end.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { pageOrigin } from './page.ts';

/** Gives each page that the window shows a channel of its own, closed as soon as that page is gone. */
export function connectPages(contents: WebContents, attach: (channel: Channel) => void): void {
  let current: ChannelEnd | undefined;

  const leave = () => {
    current?.closed();
    current = undefined;
  };
  const arrive = () => {
    leave();
    current = new ChannelEnd((message) => contents.send(bridgeName, message));
    attach(current);
  };

  contents.on('did-navigate', arrive);
  contents.on('render-process-gone', leave);
  contents.on('destroyed', leave);
  contents.ipc.on(bridgeName, (event, message: unknown) => {
    if (!isTrusted(event, contents)) return refuse(event, message, 'refused', 'Turnstone answers its own page only.');
    if (!isRequest(message)) return refuse(event, message, 'bad_input', 'This is not a request.');
    if (!current) return refuse(event, message, 'unavailable', 'The page is being left.');
    current.receive(message);
  });
}

const isTrusted = ({ senderFrame }: IpcMainEvent, contents: WebContents) =>
  senderFrame !== null && senderFrame === contents.mainFrame && senderFrame.origin === pageOrigin;

function refuse({ senderFrame }: IpcMainEvent, message: unknown, code: ErrorCode, reason: string): void {
  const id = (message as { id?: unknown } | null)?.id;
  const answer: Message = {
    t: 'error',
    id: typeof id === 'number' ? id : 0,
    error: { code, message: reason },
  };
  senderFrame?.send(bridgeName, answer);
}
