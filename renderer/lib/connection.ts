import type { Bridge } from '../../shared/bridge.ts';
import type { Channel, Message } from '../../shared/channel.ts';

/** A channel to the app behind this page: the preload's bridge on the desktop, a WebSocket in a browser. */
export function openChannel(opened: () => void): Channel {
  return window.turnstone ? bridgeChannel(window.turnstone, opened) : socketChannel(socketAddress(location), opened);
}

export function socketAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/channel`;
}

function bridgeChannel(bridge: Bridge, opened: () => void): Channel {
  queueMicrotask(opened);
  return {
    post: (message) => bridge.post(message),
    on: (listener) => bridge.on(listener),
    onClose: () => {}, // the other end lives as long as the window
    close: () => {},
  };
}

function socketChannel(address: string, opened: () => void): Channel {
  const socket = new WebSocket(address);
  const waiting: Message[] = [];
  const send = (message: Message) => socket.send(JSON.stringify(message));

  socket.addEventListener('open', () => {
    for (const message of waiting.splice(0)) send(message);
    opened();
  });

  return {
    post(message) {
      if (socket.readyState === WebSocket.OPEN) send(message);
      else if (socket.readyState === WebSocket.CONNECTING) waiting.push(message);
    },
    on: (listener) => socket.addEventListener('message', ({ data }) => listener(JSON.parse(String(data)) as Message)),
    onClose: (listener) => socket.addEventListener('close', () => listener(), { once: true }),
    close: () => socket.close(),
  };
}
