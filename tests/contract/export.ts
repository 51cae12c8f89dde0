import assert from 'node:assert/strict';
import type { Client } from '../../shared/client.ts';
import type { Input } from '../../shared/contract.ts';
import type { Exported } from '../../shared/export.ts';
import { fixtures } from '../support/folders.ts';
import { ask, fails, type Case } from './case.ts';

/** A document to its end: what it says, and its last part. */
async function whole(client: Client, job: Input<'export.document'>): Promise<{ text: string; last: Exported }> {
  let last = await ask(client, 'export.document', { ...job, index: 0 });
  let text = last.content;
  while (last.next !== null) {
    last = await ask(client, 'export.more', { next: last.next });
    text += last.content;
  }
  return { text, last };
}

/** What is handed on, through every door. */
export const exportContract: readonly Case[] = [
  {
    name: 'plans an export, and hands out each format to its end',
    async run(client) {
      const subject = { what: 'sessions' as const, sessions: [fixtures.lighthouse, fixtures.tide] };
      const plan = await ask(client, 'export.plan', { subject, format: 'md', look: true });
      assert.deepEqual([plan.documents, plan.sessions, plan.secrets, plan.leftOut], [2, 2, 0, []]);
      const long = await whole(client, { subject, format: 'md' });
      assert.match(long.text, /^# The long logbook of the lighthouse\n/);
      assert.match(long.text, /At watch 150/);
      assert.deepEqual(long.last.sessions, [fixtures.lighthouse]);
      const page = await whole(client, { subject, format: 'html' });
      assert.match(page.text, /^<!doctype html>[^]*<\/html>\s*$/i);
      const json = JSON.parse((await whole(client, { subject, format: 'json' })).text) as object;
      assert.ok(JSON.stringify(json).includes(fixtures.lighthouse));
    },
  },
  {
    name: 'exports chosen entries and the hits of a search, and nothing else',
    async run(client) {
      const entries = { what: 'entries' as const, session: fixtures.lighthouse, positions: [299] };
      const some = await whole(client, { subject: entries, format: 'md' });
      assert.match(some.text, /At watch 150/);
      assert.doesNotMatch(some.text, /At watch 149/);
      const hits = await whole(client, { subject: { what: 'search', query: 'watch 150' }, format: 'md' });
      assert.match(hits.text, /At watch 150/);
      assert.ok(hits.last.entries < 10);
    },
  },
  {
    name: 'says what cannot be exported',
    async run(client) {
      const nobody = { subject: { what: 'sessions' as const, sessions: ['nobody'] }, format: 'md' as const };
      await fails(client.call('export.document', nobody), 'not_found', /No session “nobody”/);
      const none = { subject: { what: 'collection' as const, id: 999_999 }, format: 'md' as const };
      await fails(client.call('export.document', none), 'not_found', /collection/);
      await fails(client.call('export.more', { next: 999_999 }), 'not_found', /./);
    },
  },
];
