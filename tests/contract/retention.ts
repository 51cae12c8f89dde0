import assert from 'node:assert/strict';
import { fixtures } from '../support/folders.ts';
import { ask, fails, type Case } from './case.ts';

/** The archive and the rules, through every door. */
export const retentionContract: readonly Case[] = [
  {
    name: 'keeps copies of chosen sessions, tells what they take, and removes them',
    async run(client) {
      const sessions = [fixtures.tide, fixtures.lighthouse];
      const added = await ask(client, 'archive.add', { sessions });
      assert.deepEqual([added.archived, added.failed], [2, []]);
      const state = await ask(client, 'archive.state', {});
      assert.deepEqual([state.sessions, state.bytes, state.failed], [2, added.bytes, []]);
      assert.ok(state.bytes < state.rawBytes);
      const { sessions: list } = await ask(client, 'archive.list', {});
      assert.deepEqual(
        list.map(({ session, title, files }) => [session, title, files]),
        [
          [fixtures.lighthouse, 'The long logbook of the lighthouse', 1],
          [fixtures.tide, 'Fix the flaky tide test', 3],
        ],
      );
      const { session } = await ask(client, 'sessions.open', { session: fixtures.tide });
      assert.equal(session.archived, true);
      const all = await ask(client, 'sessions.list', {});
      assert.equal(all.sessions.filter(({ archived }) => archived).length, 2);
      assert.deepEqual(await ask(client, 'archive.restore', { sessions }), { files: [] });

      const heard = new Promise((resolve) => client.on('sessions.changed', resolve));
      const removed = await ask(client, 'archive.remove', { sessions });
      assert.deepEqual(removed, { archived: 2, bytes: added.bytes, failed: [] });
      assert.deepEqual(await heard, { sessions });
      assert.equal((await ask(client, 'archive.state', {})).sessions, 0);
      await fails(client.call('archive.remove', { sessions }), 'not_found', /No copy of session/);
      await fails(client.call('archive.add', { sessions: ['nobody'] }), 'not_found', /No session “nobody”/);
    },
  },
  {
    name: 'tells what Claude Code’s own clean-up does',
    async run(client) {
      const { sweeps } = await ask(client, 'retention.sweeps', {});
      assert.deepEqual(
        sweeps.map(({ days, set, line }) => ({ days, set, line })),
        [{ days: 30, set: false, line: '"cleanupPeriodDays": 3650' }],
      );
    },
  },
  {
    name: 'enables a rule only for whoever has seen what it takes',
    async run(client) {
      const name = 'What is old';
      const { id, enabled, verb } = await ask(client, 'retention.save', { name, olderThanDays: 3650 });
      assert.deepEqual([enabled, verb], [false, 'trash']);
      await fails(client.call('retention.save', { id, name, enabled: true }), 'refused', /look at its preview/);
      const preview = await ask(client, 'retention.preview', { id });
      assert.deepEqual([preview.sessions, preview.verb], [[], 'trash']);
      const on = await ask(client, 'retention.save', { id, name, enabled: true, consent: preview.consent });
      assert.ok(on.enabled && on.next !== null && on.next > Date.now());
      assert.deepEqual((await ask(client, 'retention.rules', {})).rules, [on]);
      await ask(client, 'retention.remove', { id });
      await fails(client.call('retention.preview', { id }), 'not_found', /There is no rule/);
      await fails(client.call('retention.save', { name }), 'bad_input', /every session there is/);
    },
  },
];
