import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHost, type Host } from '../../../../electron/core/host.ts';
import type { Receipt } from '../../../../shared/purge.ts';
import { emptyFolders, threads, type Folders } from '../../../support/folders.ts';
import { ghost, gone, stays, writeTraces, type Traces } from '../../../support/traces.ts';

let folders: Folders;
let traces: Traces;
let host: Host;
beforeEach(async () => {
  folders = emptyFolders();
  traces = writeTraces(folders.claudeDir, join(folders.base, 'tmp'));
  const { dataDir, claudeDir } = folders;
  host = await startHost({ dataDir, claudeDirs: [claudeDir], version: '0.0.0', follow: false, threads });
  await host.client.call('index.run', {});
});
afterEach(async () => {
  await host.stop();
  folders.remove();
});

const word = (place: string, session = gone) => traces.said.get(session)?.get(place) ?? '';
const search = (query: string) => host.client.call('search.run', { query });

async function purge(choice: { sessions?: string[]; query?: string; olderThanDays?: number }): Promise<Receipt> {
  const { token } = await host.client.call('purge.plan', { choice, verb: 'purge' });
  return host.client.call('purge.run', { choice, verb: 'purge', token });
}

test('whoever searches finds nothing of it any more, nor words like it', async () => {
  const misspelt = `${word('title').slice(0, -1)}x`;
  expect((await search(word('answer'))).total).toBe(1);
  expect((await host.client.call('sessions.list', { query: word('title') })).total).toBe(1);
  await search(misspelt); // reads the vocabulary
  const heard: unknown[] = [];
  host.client.on('sessions.changed', (event) => heard.push(event));
  host.client.on('purge.done', (event) => heard.push(event));

  const receipt = await purge({ sessions: [gone] });
  expect(receipt).toMatchObject({ done: true, verified: true, remaining: [] });
  expect(heard).toEqual([{ sessions: [gone] }, receipt]);
  for (const query of [word('answer'), `${word('answer').slice(0, -1)}x`, word('answer').slice(0, 20)]) {
    expect(await search(query)).toMatchObject({ total: 0, suggestions: [], instead: [], sessions: [] });
  }
  expect((await host.client.call('sessions.list', { query: word('title') })).total).toBe(0);
  await expect(host.client.call('sessions.open', { session: gone })).rejects.toMatchObject({ code: 'not_found' });
  expect((await search(word('answer', stays))).total).toBe(1);
  expect((await host.client.call('purge.receipts', {})).receipts).toEqual([receipt]);
});

test('every session that a query finds something in, subagents and ghosts as well', async () => {
  const planned = async (query: string) =>
    (await host.client.call('purge.plan', { choice: { query }, verb: 'purge' })).sessions.map(
      ({ sessionId }) => sessionId,
    );
  expect(await planned(word('subagent answer'))).toEqual([gone]);
  expect((await planned('glaze melts')).toSorted()).toEqual([gone, stays]);
  expect(await planned(word('history', ghost))).toEqual([ghost]);
  expect(await planned('nothingsaysthis')).toEqual([]);
  await expect(planned('before:someday')).rejects.toMatchObject({ code: 'bad_input' });
  await expect(planned('  ')).rejects.toMatchObject({ code: 'bad_input' });
  expect((await purge({ query: word('result') })).sessions).toEqual([gone]);
});

test('a purge does not wait for an index run: the run gives way', async () => {
  const { token } = await host.client.call('purge.plan', { choice: { sessions: [gone] }, verb: 'purge' });
  const running = host.client.call('index.run', { full: true }).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
  const receipt = await host.client.call('purge.run', { choice: { sessions: [gone] }, verb: 'purge', token });
  expect(receipt).toMatchObject({ done: true, verified: true });
  expect(['done', 'cancelled']).toContain(await running);
  expect(await host.client.call('index.run', {})).toMatchObject({ sessions: 1 });
});
