import assert from 'node:assert/strict';
import type { Client } from '../../shared/client.ts';
import type { Payload } from '../../shared/contract.ts';
import { fixtures } from '../support/folders.ts';
import { ask, fails, type Case } from './case.ts';

const beam = (position: number, end?: number) =>
  end === undefined ? { session: fixtures.lighthouse, position } : { session: fixtures.lighthouse, position, end };

async function clear(client: Client): Promise<void> {
  const { bookmarks } = await ask(client, 'bookmarks.list', { limit: 1000 });
  await ask(client, 'bookmarks.remove', { ids: bookmarks.map(({ id }) => id) });
}

/** What people keep, through every door. */
export const libraryContract: readonly Case[] = [
  {
    name: 'bookmarks a session, an entry and a span, with note and tags',
    async run(client) {
      const session = await ask(client, 'bookmarks.add', { spot: { session: fixtures.tide }, tags: ['later', 'ask'] });
      assert.equal(session.scope, 'session');
      assert.deepEqual(session.tags, ['ask', 'later']);
      assert.equal(session.title, 'Fix the flaky tide test');
      const entry = await ask(client, 'bookmarks.add', { spot: beam(299), note: 'the **last** watch' });
      assert.deepEqual([entry.scope, entry.position, entry.line, entry.state], ['entry', 299, 300, 'here']);
      assert.match(entry.excerpt ?? '', /^At watch 150/);
      const span = await ask(client, 'bookmarks.add', { spot: beam(4, 7) });
      assert.deepEqual([span.scope, span.position, span.end], ['span', 4, 7]);

      const again = await ask(client, 'bookmarks.add', { spot: beam(299), tags: ['later'] });
      assert.deepEqual([again.id, again.note, again.tags], [entry.id, 'the **last** watch', ['later']]);
      const { total, bookmarks } = await ask(client, 'bookmarks.list', { limit: 2 });
      assert.deepEqual([total, bookmarks.map(({ id }) => id)], [3, [span.id, entry.id]]);
      const { bookmarks: inLighthouse } = await ask(client, 'bookmarks.of', { session: fixtures.lighthouse });
      assert.deepEqual(
        inLighthouse.map(({ position }) => position),
        [4, 299],
      );
      const { bookmarks: found } = await ask(client, 'bookmarks.list', { query: 'LAST watch', tag: 'Later' });
      assert.deepEqual(
        found.map(({ id }) => id),
        [entry.id],
      );
      await fails(client.call('bookmarks.add', { spot: beam(300) }), 'not_found', /no entry at position 300/);
      await fails(client.call('bookmarks.change', { id: 999_999, note: '' }), 'not_found', /no bookmark 999999/);
    },
  },
  {
    name: 'tells with each session whether it is bookmarked, and its tags',
    async run(client) {
      const { total, sessions } = await ask(client, 'sessions.list', { marks: ['bookmarked'] });
      assert.equal(total, 2);
      assert.deepEqual(
        sessions.map(({ sessionId, bookmarked, tags }) => [sessionId, bookmarked, tags]),
        [
          [fixtures.tide, true, ['ask', 'later']],
          [fixtures.lighthouse, true, []],
        ],
      );
      const { session } = await ask(client, 'sessions.open', { session: fixtures.importer });
      assert.deepEqual([session.bookmarked, session.tags], [false, []]);
    },
  },
  {
    name: 'finds by bookmark, tag and note, and completes tags',
    async run(client) {
      const { total } = await ask(client, 'search.run', { query: 'watch is:bookmarked' });
      assert.equal(total, 5);
      const { hits } = await ask(client, 'search.run', { query: 'note:last' });
      assert.deepEqual(
        hits.map(({ position }) => position),
        [299],
      );
      assert.equal((await ask(client, 'search.run', { query: '/watch/ tag:later' })).total, 1);
      assert.equal((await ask(client, 'sessions.list', { query: 'tag:ask' })).sessions[0]?.sessionId, fixtures.tide);
      assert.deepEqual((await ask(client, 'search.values', { field: 'tag', typed: 'A' })).values, ['ask', 'later']);
    },
  },
  {
    name: 'colours, renames, merges and removes tags',
    async run(client) {
      assert.deepEqual((await ask(client, 'tags.list', {})).tags, [
        { name: 'ask', colour: 'grey', bookmarks: 1 },
        { name: 'later', colour: 'grey', bookmarks: 2 },
      ]);
      const renamed = await ask(client, 'tags.change', { name: 'ask', rename: 'Question', colour: 'blue' });
      assert.deepEqual(renamed, { name: 'Question', colour: 'blue', bookmarks: 1 });
      const merged = await ask(client, 'tags.change', { name: 'question', rename: 'later' });
      assert.deepEqual(merged, { name: 'later', colour: 'grey', bookmarks: 2 });
      await ask(client, 'tags.remove', { name: 'later' });
      assert.deepEqual((await ask(client, 'tags.list', {})).tags, []);
      await fails(client.call('tags.remove', { name: 'later' }), 'not_found', /no tag “later”/);
    },
  },
  {
    name: 'takes changes to the library back, one by one, and does them again',
    async run(client) {
      const heard: Payload<'library.changed'>[] = [];
      const off = client.on('library.changed', (labels) => heard.push(labels));
      assert.equal((await ask(client, 'library.undo', {})).undone, 'Remove tag “later”');
      assert.equal((await ask(client, 'library.undo', {})).undone, 'Merge tag “Question”');
      assert.deepEqual((await ask(client, 'tags.list', {})).tags, [
        { name: 'later', colour: 'grey', bookmarks: 2 },
        { name: 'Question', colour: 'blue', bookmarks: 1 },
      ]);
      assert.equal((await ask(client, 'library.redo', {})).redone, 'Merge tag “Question”');
      assert.equal((await ask(client, 'tags.list', {})).tags.length, 1);
      await clear(client);
      assert.equal((await ask(client, 'bookmarks.list', {})).total, 0);
      assert.equal((await ask(client, 'library.redo', {})).redone, null);
      assert.equal((await ask(client, 'library.undo', {})).undone, 'Remove 3 bookmarks');
      const { bookmarks } = await ask(client, 'bookmarks.list', { sort: 'oldest' });
      assert.deepEqual(
        bookmarks.map(({ scope, note, tags }) => [scope, note, tags]),
        [
          ['session', '', ['later']],
          ['entry', 'the **last** watch', ['later']],
          ['span', '', []],
        ],
      );
      await clear(client);
      off();
      assert.deepEqual(heard.at(0), { undo: 'Merge tag “Question”', redo: 'Remove tag “later”' });
      assert.deepEqual(heard.at(-1), { undo: 'Remove 3 bookmarks', redo: null });
    },
  },
  {
    name: 'keeps searches, and collections out of several sessions in an order of their own',
    async run(client) {
      const search = await ask(client, 'searches.save', { name: 'Errors', query: 'is:error', badge: true });
      await ask(client, 'searches.save', { ...search, name: 'Failures' });
      assert.deepEqual((await ask(client, 'searches.list', {})).searches, [{ ...search, name: 'Failures' }]);
      await ask(client, 'searches.remove', { id: search.id });
      await fails(client.call('searches.remove', { id: search.id }), 'not_found', /no saved search/);

      const { id } = await ask(client, 'collections.save', { name: 'How the light came', note: 'in three steps' });
      const spots = [beam(2), { session: fixtures.tide }, beam(4, 7), beam(2)];
      assert.equal((await ask(client, 'collections.add', { id, spots })).items, 3);
      const { items } = await ask(client, 'collections.open', { id });
      assert.deepEqual(
        items.map(({ sessionId, position, end }) => [sessionId, position, end]),
        [
          [fixtures.lighthouse, 2, null],
          [fixtures.tide, null, null],
          [fixtures.lighthouse, 4, 7],
        ],
      );
      const [first, second, third] = items.map((item) => item.id) as [number, number, number];
      await ask(client, 'collections.arrange', { id, items: [third, first] });
      const arranged = (await ask(client, 'collections.open', { id })).items.map((item) => item.id);
      assert.deepEqual(arranged, [third, first]);
      await fails(client.call('collections.arrange', { id, items: [second] }), 'not_found', /no item/);
      await ask(client, 'collections.remove', { id });
      assert.deepEqual((await ask(client, 'collections.list', {})).collections, []);
      await ask(client, 'library.undo', {});
      assert.equal((await ask(client, 'collections.list', {})).collections[0]?.items, 2);
      await ask(client, 'library.redo', {});
    },
  },
  {
    name: 'hands the library out and takes it in again, merged',
    async run(client) {
      const { id } = await ask(client, 'bookmarks.add', { spot: beam(4, 7), note: 'carried', tags: ['far'] });
      const { json } = await ask(client, 'library.export', {});
      const { bookmarks: compared } = await ask(client, 'library.compare', { json });
      assert.deepEqual(compared, { added: 0, more: 0, known: 1 });
      assert.deepEqual(await ask(client, 'library.import', { json }), { added: 0, known: 1 });
      await ask(client, 'bookmarks.remove', { ids: [id] });
      await ask(client, 'tags.remove', { name: 'far' });
      assert.deepEqual(await ask(client, 'library.import', { json }), { added: 1, known: 0 });
      const { bookmarks } = await ask(client, 'bookmarks.list', {});
      assert.deepEqual(
        bookmarks.map(({ position, end, note, tags }) => [position, end, note, tags]),
        [[4, 7, 'carried', ['far']]],
      );
      assert.equal((await ask(client, 'app.info', {})).bookmarks, 1);
      await fails(client.call('library.import', { json: '{}' }), 'bad_input', /no library that Turnstone has exported/);
      await clear(client);
      await ask(client, 'tags.remove', { name: 'far' });
    },
  },
];
