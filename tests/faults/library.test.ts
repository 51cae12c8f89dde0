import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { indexPath } from '../../electron/core/db/open.ts';
import { startHost, type Host } from '../../electron/core/host.ts';
import { backupsIn } from '../../electron/core/library/backup.ts';
import { fixtureFolders, fixtures, threads, type Folders } from '../support/folders.ts';

let folders: Folders;
let host: Host;
beforeEach(async () => {
  folders = fixtureFolders();
  host = await start();
  await host.client.call('index.run', {});
});
afterEach(async () => {
  await host.stop();
  folders.remove();
});

const start = (follow = false) => {
  const { dataDir, claudeDir } = folders;
  return startHost({ dataDir, claudeDirs: [claudeDir], version: '0.0.0', follow, threads });
};

test('the index is deleted: every bookmark is where it was', async () => {
  const { client } = host;
  const { files } = await client.call('sessions.open', { session: fixtures.tide });
  const spots = [
    { session: fixtures.tide },
    { session: fixtures.tide, position: 3 },
    { session: fixtures.tide, file: files[1]?.file, position: 2 },
    { session: fixtures.lighthouse, position: 10, end: 20 },
    { session: fixtures.damaged, position: 1 },
  ];
  for (const spot of spots)
    await client.call('bookmarks.add', { spot, note: `at ${spot.position ?? 'all'}`, tags: ['t'] });
  const { id } = await client.call('collections.save', { name: 'C' });
  await client.call('collections.add', { id, spots });
  const told = async () => ({
    bookmarks: await host.client.call('bookmarks.list', {}),
    tide: await host.client.call('bookmarks.of', { session: fixtures.tide }),
    collection: await host.client.call('collections.open', { id }),
    found: (await host.client.call('search.run', { query: 'is:bookmarked', limit: 1000 })).hits,
  });
  const before = await told();
  expect(before.bookmarks.bookmarks.every(({ state }) => state === 'here')).toBe(true);

  await host.stop();
  rmSync(indexPath(folders.dataDir));
  host = await start();
  expect((await host.client.call('bookmarks.list', {})).bookmarks.map(({ state }) => state)).toEqual(
    spots.map(() => 'gone'),
  );
  await host.client.call('index.run', {});
  expect(await told()).toEqual(before);
});

test('a library that changed is backed up at the next start', async () => {
  await host.client.call('settings.set', { theme: 'dark' });
  await host.stop();
  host = await start();
  await vi.waitFor(() => expect(backupsIn(folders.dataDir)).toHaveLength(1));
  expect((await host.client.call('app.info', {})).lastBackup).toBe(
    Math.trunc(backupsIn(folders.dataDir)[0]?.time ?? 0),
  );
});

test('what a terminal keeps is heard of in the window that is open', async () => {
  const window = await start(true);
  const heard = new Promise((resolve) => window.client.on('library.changed', resolve));
  await host.client.call('bookmarks.add', { spot: { session: fixtures.tide } });
  expect(await heard).toEqual({ undo: null, redo: null });
  expect((await window.client.call('bookmarks.list', {})).total).toBe(1);
  await window.stop();
});
