import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import type { Client } from '../../shared/client.ts';
import { events, type Payload } from '../../shared/contract.ts';
import { pieces } from '../../shared/marks.ts';
import { fixtures } from '../support/folders.ts';
import { ask, fails, type Case } from './case.ts';
import { exportContract } from './export.ts';
import { libraryContract } from './library.ts';
import { purgeContract } from './purge.ts';
import { secretsContract } from './secrets.ts';
import { retentionContract } from './retention.ts';

/** What must hold through every door, on the fixture folder. The index was run once before. */
export const contract: readonly Case[] = [
  {
    name: 'indexes once and finds nothing changed the second time',
    async run(client) {
      const report = await ask(client, 'index.run', {});
      assert.equal(report.changedFiles, 0);
      assert.equal(report.sessions, 5);
      assert.equal(report.subagents, 2);
      assert.equal(report.files, 7);
      assert.equal(report.badLines, 2);
      assert.deepEqual(report.unknownTypes, { hologram: 1 });
    },
  },
  {
    name: 'tells about itself',
    async run(client) {
      const info = await ask(client, 'app.info', {});
      assert.equal(info.sessions, 5);
      assert.deepEqual(
        info.claudeDirs.map(({ found }) => found),
        [true],
      );
    },
  },
  {
    name: 'lists sessions, newest first, in pages',
    async run(client) {
      const { total, sessions } = await ask(client, 'sessions.list', { limit: 2 });
      assert.equal(total, 5);
      assert.deepEqual(
        sessions.map(({ sessionId, title }) => [sessionId, title]),
        [
          [fixtures.importer, 'Port the importer to streams'],
          [fixtures.tide, 'Fix the flaky tide test'],
        ],
      );
      const rest = await ask(client, 'sessions.list', { limit: 100, offset: 2 });
      assert.equal(rest.sessions.length, 3);
    },
  },
  {
    name: 'knows a session’s facts, tokens counted once per message',
    async run(client) {
      const { session, files } = await ask(client, 'sessions.open', { session: fixtures.tide });
      assert.equal(session.project, '/home/dev/tide');
      assert.equal(session.branch, 'main');
      assert.equal(session.prompts, 2);
      assert.equal(session.subagents, 1);
      assert.deepEqual(session.models, ['claude-opus-4-5', 'claude-haiku-4-5']);
      // Main: one message on two lines (100/55) and eight more of 120/40; subagent: two of 120/40.
      assert.deepEqual(session.tokens, { input: 1300, output: 455, cacheRead: 99_000, cacheWrite: 3300 });
      assert.deepEqual(
        files.map(({ agent }) => agent),
        [null, 'a7c31f'],
      );
    },
  },
  {
    name: 'finds a session by the beginning of its id, and by a misspelt word of its title',
    async run(client) {
      const { session } = await ask(client, 'sessions.open', { session: fixtures.tide.slice(0, 6) });
      assert.equal(session.sessionId, fixtures.tide);
      const { sessions } = await ask(client, 'sessions.list', { query: 'importr' });
      assert.deepEqual(
        sessions.map(({ sessionId }) => sessionId),
        [fixtures.importer],
      );
    },
  },
  {
    name: 'groups sessions by project',
    async run(client) {
      const { projects } = await ask(client, 'projects.list', {});
      assert.deepEqual(
        projects.map(({ project, sessions }) => [project, sessions]),
        [
          ['/home/dev/importer', 1],
          ['/home/dev/tide', 2],
          ['C:\\Work\\desk', 1],
          ['/home/dev/lighthouse', 1],
        ],
      );
      const { sessions } = await ask(client, 'sessions.list', { project: '/home/dev/tide' });
      assert.equal(sessions.length, 2);
    },
  },
  {
    name: 'reads a transcript in pages, in order, a subagent’s on its own',
    async run(client) {
      const first = await ask(client, 'sessions.entries', { session: fixtures.lighthouse, limit: 3 });
      assert.equal(first.total, 300);
      assert.deepEqual(
        first.entries.map(({ kind, position, line }) => [kind, position, line]),
        [
          ['prompt', 0, 1],
          ['answer', 1, 2],
          ['prompt', 2, 3],
        ],
      );
      const last = await ask(client, 'sessions.entries', { session: fixtures.lighthouse, offset: 299, limit: 10 });
      assert.match(last.entries[0]?.text ?? '', /^At watch 150/);
      const { files } = await ask(client, 'sessions.open', { session: fixtures.tide });
      const file = files[1]?.file ?? '';
      const { entries } = await ask(client, 'sessions.entries', { session: fixtures.tide, file });
      assert.match(entries.at(-1)?.text ?? '', /chronometer/);
    },
  },
  {
    name: 'outlines a transcript, and reads from it what its lines say',
    async run(client) {
      const outline = await ask(client, 'sessions.outline', { session: fixtures.lighthouse });
      assert.equal(outline.total, 300);
      assert.equal(outline.kinds, 'pa'.repeat(150));
      assert.equal(outline.prompts.length, 150);
      const tide = await ask(client, 'sessions.outline', { session: fixtures.tide });
      const positions = [...tide.kinds].flatMap((kind, position) => (kind === 'c' ? [position] : []));
      const { details } = await ask(client, 'sessions.details', { session: fixtures.tide, positions, full: true });
      assert.deepEqual(
        details.map(({ position }) => position),
        positions,
      );
      assert.ok(details.some(({ body }) => body?.type === 'diff'));
      const { json } = await ask(client, 'sessions.record', { session: fixtures.tide, position: positions[0] ?? 0 });
      assert.match(json ?? '', /"tool_use"/);
      await fails(
        client.call('sessions.image', { session: fixtures.tide, position: 0, index: 0 }),
        'not_found',
        /no longer/,
      );
    },
  },
  {
    name: 'searches words, phrases and prefixes, and marks what matched',
    async run(client) {
      const one = await ask(client, 'search.run', { query: 'chronometer' });
      assert.equal(one.total, 1);
      assert.equal(one.hits[0]?.session, fixtures.tide);
      const marked = pieces(one.hits[0]?.snippet ?? '').filter(({ match }) => match);
      assert.deepEqual(
        marked.map(({ text }) => text),
        ['chronometer'],
      );
      assert.equal((await ask(client, 'search.run', { query: '"day zero"' })).total, 1);
      const piece = await ask(client, 'search.run', { query: 'chronom' });
      assert.deepEqual([piece.total, piece.instead], [1, [{ word: 'chronom', used: ['chronometer'] }]]);
      assert.equal((await ask(client, 'search.run', { query: 'chronom*' })).total, 1);
      assert.equal((await ask(client, 'search.run', { query: 'chronom', stage: 'typing' })).total, 1);
      assert.equal((await ask(client, 'search.run', { query: 'deja naive' })).total, 1);
    },
  },
  {
    name: 'filters, matches expressions, tells how hits spread, finds in one transcript and completes values',
    async run(client) {
      const { total, project, month } = await ask(client, 'search.facets', { query: 'beam' });
      assert.equal(total, 300);
      assert.deepEqual(project, [{ value: '/home/dev/lighthouse', count: 300 }]);
      assert.equal(
        month.reduce((sum, { count }) => sum + count, 0),
        300,
      );
      assert.equal((await ask(client, 'search.run', { query: 'beam kind:prompt -watch' })).total, 0);
      assert.equal((await ask(client, 'search.run', { query: '/At watch 1[45]0/' })).total, 2);
      const astray = await ask(client, 'search.run', { query: '/^(\\w+\\s?)+$/', stage: 'typing' });
      assert.ok(astray.exact || astray.problems.length > 0);
      const { positions } = await ask(client, 'search.find', { session: fixtures.lighthouse, query: '"watch 150"' });
      assert.deepEqual(positions, [298, 299]);
      const { values } = await ask(client, 'search.values', { field: 'project', typed: 'light' });
      assert.deepEqual(values, ['/home/dev/lighthouse']);
      const { sessions } = await ask(client, 'sessions.list', { query: 'importr project:importer' });
      assert.equal(sessions.length, 1);
    },
  },
  {
    name: 'answers any query, however odd',
    async run(client) {
      for (const query of [
        '',
        '   ',
        '"',
        '""',
        '*',
        '-',
        'a"b',
        'x AND',
        'NEAR(',
        '^',
        'C++',
        ':',
        '\0',
        '{}',
        'fts:x',
      ]) {
        await ask(client, 'search.run', { query });
      }
      await ask(client, 'search.run', { query: 'long '.repeat(20_000) });
    },
  },
  {
    name: 'keeps settings and says that they changed',
    async run(client) {
      const heard = new Promise<Payload<'settings.changed'>>((resolve) => client.on('settings.changed', resolve));
      await ask(client, 'settings.set', { theme: 'dark' });
      const payload = await heard;
      assert.ok(v.is(events['settings.changed'], payload));
      assert.equal(payload.theme, 'dark');
      assert.equal((await ask(client, 'settings.get', {})).theme, 'dark');
      await ask(client, 'settings.set', { theme: 'system' });
    },
  },
  ...libraryContract,
  ...secretsContract,
  ...retentionContract,
  ...exportContract,
  {
    name: 'finds itself sound',
    async run(client) {
      const diagnosis = await ask(client, 'diagnostics.run', {});
      assert.ok(diagnosis.ok, JSON.stringify(diagnosis.checks));
      assert.deepEqual(diagnosis.unknownTypes, { hologram: 1 });
    },
  },
  {
    name: 'reports progress of long work and announces the state',
    async run(client) {
      const steps: number[] = [];
      const states: boolean[] = [];
      const off = client.on('index.state', ({ running }) => states.push(running));
      const report = await client.call('index.run', { full: true }, { progress: ({ done }) => steps.push(done) });
      off();
      assert.equal(report.changedFiles, 7);
      assert.equal(steps.at(-1), report.bytes);
      assert.deepEqual([states[0], states.at(-1)], [true, false]);
      assert.equal((await ask(client, 'index.state', {})).running, false);
    },
  },
  {
    name: 'stops when asked and goes on later',
    async run(client) {
      const stop = new AbortController();
      const running = client.call('index.run', { full: true }, { signal: stop.signal, progress: () => stop.abort() });
      await fails(running, 'cancelled', /Cancelled/);
      await settled(client);
      const { total } = await ask(client, 'search.run', { query: 'beam' });
      await ask(client, 'index.run', {});
      assert.equal((await ask(client, 'search.run', { query: 'beam' })).total, 300);
      assert.ok(total <= 300);
    },
  },
  {
    name: 'turns wrong requests away with a sentence',
    async run(client) {
      const wrong = client.call as (method: string, input: unknown) => Promise<unknown>;
      await fails(wrong('no.such', {}), 'bad_input', /no method “no.such”/);
      await fails(wrong('toString', {}), 'bad_input', /no method/);
      await fails(wrong('search.run', { query: 7 }), 'bad_input', /search.run.*query/);
      await fails(wrong('search.run', { query: 'a', limit: 1e9 }), 'bad_input', /limit/);
      await fails(wrong('sessions.list', { surprise: 1 }), 'bad_input', /surprise/);
      await fails(client.call('sessions.open', { session: '../x' }), 'not_found', /No session “..\/x”/);
      await fails(
        client.call('sessions.entries', { session: fixtures.tide, file: '/etc/passwd' }),
        'not_found',
        /not a transcript/,
      );
    },
  },
  ...purgeContract,
];

/** A cancelled run ends a moment after its caller was told. */
async function settled(client: Client): Promise<void> {
  while ((await client.call('index.state', {})).running) await setImmediate();
}
