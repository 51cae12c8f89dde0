import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { AppError } from '../../shared/errors.ts';
import type { Host } from '../core/host.ts';
import { pageFile, pageHeaders } from '../core/page.ts';
import { Guard } from './guard.ts';
import { socketChannel } from './socket.ts';

export interface Serving {
  /** The address with its token: whoever has it has the app. */
  readonly address: string;
  close(): Promise<void>;
}

const loopback = '127.0.0.1';
/** A library that is imported comes whole. */
const largestRequest = 80 << 20;

/** The app for a browser: the page over HTTP, the contract over a WebSocket, on loopback. */
export async function serve(host: Host, pageFolder: string, port: number): Promise<Serving> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(port, error)));
    server.listen(port, loopback, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const guard = new Guard(bound);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestRequest });

  server.on('request', (request, response) => void respond(guard, pageFolder, request, response));
  server.on('upgrade', (request, socket, head) => {
    const allowed = request.url === '/channel' && guard.refusal(request) === null && guard.hasCookie(request);
    if (!allowed) return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (webSocket) => host.attach(socketChannel(webSocket)));
  });

  return {
    address: `http://${loopback}:${bound}/?token=${guard.token}`,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  guard: Guard,
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const say = (status: number, sentence: string) =>
    response.writeHead(status, pageHeaders('text/plain; charset=utf-8')).end(sentence);
  const refusal = guard.refusal(request);
  if (refusal) return void say(403, refusal);
  if (request.method !== 'GET' && request.method !== 'HEAD') return void say(405, 'Only GET is answered here.');
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (guard.isToken(url.searchParams.get('token'))) {
    return void response.writeHead(303, { Location: '/', 'Set-Cookie': guard.cookie }).end();
  }
  if (!guard.hasCookie(request)) {
    return void say(403, 'Open the address that `turnstone serve` printed: it carries the token this page needs.');
  }
  const file = await pageFile(folder, url.pathname);
  if (!file) return void say(404, 'There is nothing here.');
  response.writeHead(200, file.headers).end(request.method === 'HEAD' ? undefined : file.body);
}

function portError(port: number, { code, message }: NodeJS.ErrnoException): AppError {
  if (code === 'EADDRINUSE')
    return new AppError('io', `Port ${port} is taken. Choose another with --port, or 0 for any.`);
  return new AppError('io', `Could not listen on port ${port}: ${message}`);
}
