import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHost, type Host } from '../../electron/core/host.ts';
import { emptyFolders, threads, type Folders } from '../support/folders.ts';
import { everythingId, writeEverything } from '../support/gallery/everything.ts';

let folders: Folders;
let host: Host;
beforeEach(async () => {
  folders = emptyFolders();
  writeEverything(folders.claudeDir);
  const { dataDir, claudeDir } = folders;
  host = await startHost({ dataDir, claudeDirs: [claudeDir], version: '0', threads, follow: true });
  await until(async () => (await host.client.call('app.info', {})).sessions === 1);
});
afterEach(async () => {
  await host.stop();
  folders.remove();
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50);
}

const session = everythingId;

/** What somebody who has the session open sees of it. */
async function view() {
  const { entries } = await host.client.call('sessions.entries', { session, limit: 1000 });
  const positions = entries.map(({ position }) => position).slice(0, 200);
  const { details } = await host.client.call('sessions.details', { session, positions, full: true });
  const [picture] = details.flatMap(({ images }) => images);
  const image = picture
    ? await host.client.call('sessions.image', { session, position: picture.position, index: 0 }).catch(() => null)
    : null;
  return { entries, details, image };
}

async function sweep(): Promise<void> {
  const told = new Promise((resolve) => host.client.on('sessions.changed', resolve));
  rmSync(join(folders.claudeDir, 'projects', '-home-dev-gallery'), { recursive: true });
  await told;
}

const isDeleted = async () => (await host.client.call('sessions.open', { session })).session.sourceDeleted;

test('swept while somebody reads it: the text stays, and it is marked', async () => {
  const before = await view();
  await sweep();
  await until(isDeleted);
  const after = await view();
  expect(after.entries).toEqual(before.entries);
  expect(after.details).toEqual([]);
});

test('the same with “follow”: it is gone, and says so', async () => {
  await host.client.call('settings.set', { whenDeleted: 'follow' });
  await sweep();
  await until(async () => (await host.client.call('app.info', {})).sessions === 0);
  await expect(view()).rejects.toMatchObject({ code: 'not_found' });
});

test('the same with “archive”: nothing is missing, because a copy was made before', async () => {
  await host.client.call('settings.set', { whenDeleted: 'archive' });
  await until(async () => {
    const { sessions, waiting } = await host.client.call('archive.state', {});
    return sessions === 1 && waiting === 0;
  });
  const before = await view();
  expect(before.image).not.toBeNull();
  await sweep();
  await until(isDeleted);
  expect(await view()).toEqual(before);
  expect((await host.client.call('sessions.open', { session })).session.archived).toBe(true);
});
