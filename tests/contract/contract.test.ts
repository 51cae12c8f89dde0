import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHost, type Host } from '../../electron/core/host.ts';
import { readerPart } from '../../electron/core/reader-part.ts';
import { writerPart } from '../../electron/core/writer-part.ts';
import { serve, type Serving } from '../../electron/serve/serve.ts';
import type { Message } from '../../shared/channel.ts';
import { ChannelEnd } from '../../shared/channel-end.ts';
import { connect, type Client } from '../../shared/client.ts';
import { pair } from '../../shared/pair.ts';
import { answer } from '../../shared/server.ts';
import { built, fixtureFolders, threads, type Folders } from '../support/folders.ts';
import { contract } from './suite.ts';

interface Door {
  client: Client;
  close(): Promise<void>;
}

function suite(name: string, open: (folders: Folders) => Promise<Door>): void {
  describe(`the contract ${name}`, () => {
    let folders: Folders;
    let door: Door;
    beforeAll(async () => {
      folders = fixtureFolders();
      door = await open(folders);
      await door.client.call('index.run', {});
    });
    afterAll(async () => {
      await door.close();
      folders.remove();
    });
    for (const { name: title, run } of contract) test(title, () => run(door.client));
  });
}

const data = ({ dataDir, claudeDir }: Folders) => ({
  dataDir,
  claudeDirs: [claudeDir],
  version: '0.0.0',
  parser: threads.parser,
  searcher: threads.searcher,
  scanner: threads.scanner,
  follow: false,
});

suite('in one thread', async (folders) => {
  const writer = writerPart(data(folders));
  const reader = readerPart(data(folders));
  const [near, far] = pair();
  writer.start?.(answer(far, { ...writer.api, ...reader.api }));
  return {
    client: connect(near),
    async close() {
      await reader.stop();
      await writer.stop();
    },
  };
});

test('what only the desktop can do is refused elsewhere, in one sentence', async () => {
  const folders = fixtureFolders();
  const host = await startHost({ ...data(folders), threads });
  await expect(host.client.call('native.reveal', { session: 'x' })).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Only the desktop app can do this.',
  });
  await host.stop();
  folders.remove();
});

suite('through worker threads', async (folders) => {
  const host = await startHost({ ...data(folders), threads });
  return { client: host.client, close: () => host.stop() };
});

suite('through a WebSocket', async (folders) => {
  const host: Host = await startHost({ ...data(folders), threads });
  const serving: Serving = await serve(host, `${built}/renderer`, 0);
  const client = await visit(serving.address);
  return {
    client,
    async close() {
      client.close();
      await serving.close();
      await host.stop();
    },
  };
});

/** As a browser does: the address gives the cookie, the cookie opens the socket. */
async function visit(address: string): Promise<Client> {
  const { origin, host } = new URL(address);
  const landing = await fetch(address, { redirect: 'manual' });
  const cookie = landing.headers.get('set-cookie')?.split(';')[0] ?? '';
  const socket = new WebSocket(`ws://${host}/channel`, { headers: { cookie, origin } });
  const end = new ChannelEnd(
    (message) => socket.send(JSON.stringify(message)),
    () => socket.close(),
  );
  socket.on('message', (bytes: Buffer) => end.receive(JSON.parse(bytes.toString()) as Message));
  socket.on('close', () => end.closed());
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return connect(end);
}
