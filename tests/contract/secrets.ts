import assert from 'node:assert/strict';
import { fixtures } from '../support/folders.ts';
import { ask, fails, type Case } from './case.ts';

/** What nobody should have said, through every door. The fixtures hold no secret, and stay as they are. */
export const secretsContract: readonly Case[] = [
  {
    name: 'looks for secrets, and says how far it is',
    async run(client) {
      const state = await ask(client, 'secrets.scan', {});
      assert.equal(state.running, false);
      assert.equal(state.done, state.total);
      assert.deepEqual(await ask(client, 'secrets.state', {}), state);
      assert.equal((await ask(client, 'secrets.list', {})).total, 0);
      assert.equal((await ask(client, 'secrets.findings', { sessions: [fixtures.tide] })).total, 0);
      await fails(client.call('secrets.findings', { sessions: ['no such'] }), 'not_found', /no such/);
      await fails(client.call('secrets.ignore', { fingerprint: 'ffff', ignored: true }), 'not_found', /ffff/);
    },
  },
  {
    name: 'plans a redaction, and refuses one that nobody has seen',
    async run(client) {
      const choice = { text: 'chronometer' };
      const plan = await ask(client, 'redact.plan', choice);
      assert.ok(plan.replacements > 0 && plan.files.some(({ what }) => what === 'subagent'));
      assert.deepEqual(await ask(client, 'redact.plan', choice), plan);
      assert.notEqual((await ask(client, 'redact.plan', { text: 'chronomete' })).token, plan.token);
      await fails(client.call('redact.run', { choice, token: 'made up' }), 'refused', /Look at it again/);
      await fails(client.call('redact.plan', { fingerprints: ['ffff'] }), 'not_found', /no longer/);
      await fails(client.call('redact.plan', { text: 'abc' }), 'bad_input', /text/);
    },
  },
];
