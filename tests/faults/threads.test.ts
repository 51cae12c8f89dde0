import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHost, type Host } from '../../electron/core/host.ts';
import { indexPath } from '../../electron/core/db/open.ts';
import { fixtureFolders, threads, type Folders } from '../support/folders.ts';

let folders: Folders;
let host: Host | undefined;
beforeEach(() => void (folders = fixtureFolders()));
afterEach(async () => {
  await host?.stop();
  host = undefined;
  folders.remove();
});

/** The real thread with a fault planted in it: it dies in the middle of a request that has the given words in it. */
function faulty(name: 'reader' | 'writer', words: string): string {
  const file = join(folders.base, `faulty-${name}.mjs`);
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', (message) => {
       if (JSON.stringify(message).includes(${JSON.stringify(words)})) throw new Error('planted fault');
     });
     await import(${JSON.stringify(threads[name])});`,
  );
  return file;
}

const start = (files: Partial<typeof threads> = {}) =>
  startHost({
    dataDir: folders.dataDir,
    claudeDirs: [folders.claudeDir],
    version: '0.0.0',
    follow: false,
    threads: { ...threads, ...files },
  });

test('the reader dies: the request in flight fails with a clear error, the next one is answered', async () => {
  host = await start({ reader: faulty('reader', 'kaboom') });
  await host.client.call('index.run', {});
  const restarted = new Promise((resolve) => host?.client.on('thread.restarted', resolve));
  const waiting = host.client.call('search.run', { query: 'kaboom' });
  await expect(waiting).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The reader stopped unexpectedly (planted fault) and is being started again. Try again.',
  });
  expect((await host.client.call('search.run', { query: 'chronometer' })).total).toBe(1);
  expect(await restarted).toEqual({ thread: 'reader', reason: 'planted fault' });
});

test('the writer dies: reading goes on meanwhile, and nothing that was kept is lost', async () => {
  host = await start({ writer: faulty('writer', '"full":true') });
  await host.client.call('index.run', {});
  await host.client.call('settings.set', { theme: 'dark' });
  const dying = host.client.call('index.run', { full: true });
  const reading = host.client.call('search.run', { query: 'chronometer' });
  await expect(dying).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('The writer stopped') as string,
  });
  expect((await reading).total).toBe(1);
  expect((await host.client.call('index.run', {})).changedFiles).toBe(0);
  expect(await host.client.call('settings.get', {})).toMatchObject({ theme: 'dark' });
});

test('a thread that dies again and again is started again each time', async () => {
  host = await start({ reader: faulty('reader', 'kaboom') });
  for (let death = 0; death < 3; death++) {
    await expect(host.client.call('search.run', { query: 'kaboom' })).rejects.toMatchObject({ code: 'unavailable' });
  }
  expect((await host.client.call('app.info', {})).version).toBe('0.0.0');
});

test('a thread that cannot start says why: the writer at once, the reader where it is asked', async () => {
  const broken = join(folders.base, 'broken.mjs');
  writeFileSync(broken, `throw new Error('missing library');`);
  const why = { code: 'unavailable', message: expect.stringContaining('missing library') as string };
  await expect(start({ writer: broken })).rejects.toMatchObject(why);
  host = await start({ reader: broken });
  await expect(host.client.call('stats.get', {})).rejects.toMatchObject(why);
});

test('an index that breaks while in use is replaced: searching comes back by itself', async () => {
  host = await start();
  await host.client.call('index.run', {});
  // The middle of the file is overwritten behind SQLite's back: pages that a full run must read and change.
  await host.stop();
  const { openSync, writeSync, closeSync, statSync } = await import('node:fs');
  const path = indexPath(folders.dataDir);
  const fd = openSync(path, 'r+');
  const { size } = statSync(path);
  writeSync(fd, Buffer.alloc(size - 8192, 0x7f), 0, size - 8192, 8192);
  closeSync(fd);
  host = await start();
  await host.client.call('index.run', { full: true }).catch(() => undefined);
  await vi.waitFor(
    async () => {
      await host?.client.call('index.run', {});
      expect((await host?.client.call('search.run', { query: 'chronometer' }))?.total).toBe(1);
    },
    { timeout: 15_000, interval: 100 },
  );
});

test('shutting down while indexing ends in good order', async () => {
  host = await start();
  const running = host.client.call('index.run', {});
  const outcome = running.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
  await host.stop();
  expect(['done', 'cancelled', 'unavailable']).toContain(await outcome);
  host = await start();
  await host.client.call('index.run', {});
  expect((await host.client.call('search.run', { query: 'chronometer' })).total).toBe(1);
});
