import { request } from 'node:http';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHost, type Host } from '../../../electron/core/host.ts';
import { serve, type Serving } from '../../../electron/serve/serve.ts';
import { built, fixtureFolders, threads, type Folders } from '../../support/folders.ts';

let folders: Folders;
let host: Host;
let serving: Serving;
let port: number;
let cookie: string;
beforeAll(async () => {
  folders = fixtureFolders();
  const { dataDir, claudeDir } = folders;
  host = await startHost({ dataDir, claudeDirs: [claudeDir], version: '0.0.0', follow: false, threads });
  serving = await serve(host, join(built, 'renderer'), 0);
  port = Number(new URL(serving.address).port);
  const { headers } = await get(new URL(serving.address).pathname + new URL(serving.address).search);
  cookie = String(headers['set-cookie']).split(';')[0] ?? '';
});
afterAll(async () => {
  await serving.close();
  await host.stop();
  folders.remove();
});

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Raw HTTP, because fetch would not let a test lie about Host. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    call.on('error', reject);
    call.end();
  });
}

function knock(headers: Record<string, string>, path = '/channel'): Promise<number | 'open'> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    socket.on('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
}

describe('the page', () => {
  test('the printed address gives a cookie that no script can read and takes the token out of sight', async () => {
    const { status, headers } = await get(`/?token=${new URL(serving.address).searchParams.get('token')}`);
    expect(status).toBe(303);
    expect(headers['location']).toBe('/');
    expect(String(headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict; Path=\//);
  });

  test('with the cookie comes the page, under the strict policy and without CORS', async () => {
    const { status, headers, body } = await get('/', { cookie });
    expect(status).toBe(200);
    expect(body).toContain('<title>Turnstone</title>');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each([
    ['no token', '/', {}],
    ['a wrong token', '/?token=wrong', {}],
    ['a token of the right length', `/?token=${'x'.repeat(43)}`, {}],
    ['a wrong cookie', '/', { cookie: 'turnstone=wrong' }],
  ])('%s: 403', async (_, path, headers) => {
    expect((await get(path, headers)).status).toBe(403);
  });

  test('a foreign Host, as in DNS rebinding: 403', async () => {
    expect((await get('/', { cookie, host: 'evil.example' })).status).toBe(403);
    expect((await get('/', { cookie, host: `evil.example:${port}` })).status).toBe(403);
    expect((await get('/', { cookie, host: `localhost:${port}` })).status).toBe(200);
  });

  test('a foreign Origin: 403', async () => {
    expect((await get('/', { cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await get('/', { cookie, origin: 'null' })).status).toBe(403);
  });

  test('a cross-site load of a script or picture: 403', async () => {
    const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await get('/', headers)).status).toBe(403);
  });

  test.each(['/../package.json', '/%2e%2e/main/cli.js', '/..%2fmain%2fcli.js', '/%00', '/%', '/nothing.js'])(
    '%s: 404',
    async (path) => expect((await get(path, { cookie })).status).toBe(404),
  );

  test('anything but GET: 405', async () => {
    expect((await get('/', { cookie }, 'POST')).status).toBe(405);
  });
});

describe('the socket', () => {
  const origin = () => `http://127.0.0.1:${port}`;

  test('opens for our page', async () => expect(await knock({ cookie, origin: origin() })).toBe('open'));
  test('no cookie: 403', async () => expect(await knock({ origin: origin() })).toBe(403));
  test('foreign Origin: 403', async () => expect(await knock({ cookie, origin: 'https://evil.example' })).toBe(403));
  test('foreign Host: 403', async () => expect(await knock({ cookie, host: 'evil.example' })).toBe(403));
  test('another path: 403', async () => expect(await knock({ cookie, origin: origin() }, '/other')).toBe(403));

  test.each(['not json', '7', '{"t":"result","id":1}'])('%s ends the connection', async (frame) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/channel`, { headers: { cookie, origin: origin() } });
    const code = await new Promise((resolve) => {
      socket.on('open', () => socket.send(frame));
      socket.on('close', resolve);
    });
    expect(code).toBe(1008);
  });
});

test('a taken port is said so', async () => {
  await expect(serve(host, built, port)).rejects.toMatchObject({
    code: 'io',
    message: expect.stringContaining('is taken') as string,
  });
});
