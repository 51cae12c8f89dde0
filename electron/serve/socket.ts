import type { RawData, WebSocket } from 'ws';
import { isRequest } from '../../shared/channel.ts';
import { ChannelEnd } from '../../shared/channel-end.ts';

const policyViolation = 1008;

/** The channel over a WebSocket: one JSON message a frame; anything else ends the connection. */
export function socketChannel(socket: WebSocket): ChannelEnd {
  const end = new ChannelEnd(
    (message) => socket.send(JSON.stringify(message)),
    () => socket.close(),
  );
  socket.on('message', (data) => {
    const message = decode(data);
    if (isRequest(message)) end.receive(message);
    else socket.close(policyViolation, 'not a request');
  });
  socket.on('close', () => end.closed());
  socket.on('error', () => socket.terminate()); // a broken frame; 'close' follows
  return end;
}

function decode(data: RawData): unknown {
  try {
    return JSON.parse((data as Buffer).toString('utf8'));
  } catch {
    return undefined;
  }
}
