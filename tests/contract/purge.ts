import assert from 'node:assert/strict';
import { fixtures } from '../support/folders.ts';
import { ask, fails, type Case } from './case.ts';

/** The purge, through every door. One session is gone afterwards. */
export const purgeContract: readonly Case[] = [
  {
    name: 'shows every place of a session, and plans without touching one',
    async run(client) {
      const sessions = [fixtures.importer];
      const { places, bytes } = await ask(client, 'purge.footprint', { sessions });
      assert.ok(bytes > 0 && places.some(({ what }) => what === 'transcript'));
      const plan = await ask(client, 'purge.plan', { choice: { sessions }, verb: 'purge' });
      assert.deepEqual([plan.sessions.map(({ session }) => session), plan.refused], [sessions, []]);
      assert.deepEqual(await ask(client, 'purge.plan', { choice: { sessions }, verb: 'purge' }), plan);
      assert.equal((await ask(client, 'sessions.open', { session: fixtures.importer })).session.sourceDeleted, false);
    },
  },
  {
    name: 'purges what was shown, and nothing else',
    async run(client) {
      const choice = { sessions: [fixtures.importer] };
      await fails(client.call('purge.run', { choice, verb: 'purge', token: 'made up' }), 'refused', /./);
      const { token } = await ask(client, 'purge.plan', { choice, verb: 'purge' });
      const heard = new Promise((resolve) => client.on('purge.done', resolve));
      const receipt = await ask(client, 'purge.run', { choice, verb: 'purge', token });
      assert.deepEqual([receipt.done, receipt.verified, receipt.remaining], [true, true, []]);
      assert.deepEqual(await heard, receipt);
      assert.deepEqual((await ask(client, 'purge.receipts', {})).receipts, [receipt]);
      await fails(client.call('sessions.open', { session: fixtures.importer }), 'not_found', /No session/);
      await fails(client.call('purge.plan', { choice, verb: 'purge' }), 'not_found', /No trace/);
      await fails(client.call('purge.restore', { receipt: receipt.id }), 'refused', /./);
      assert.equal((await ask(client, 'sessions.open', { session: fixtures.tide })).session.sourceDeleted, false);
    },
  },
];
