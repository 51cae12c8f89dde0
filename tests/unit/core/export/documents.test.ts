import { expect, test } from 'vitest';
import { History } from '../../../../electron/core/library/history.ts';
import { addToCollection, saveCollection } from '../../../../electron/core/library/collections.ts';
import { exportReads } from '../../../../electron/core/export/api.ts';
import { quiet } from '../../../support/indexing.ts';
import { Exports } from './support.ts';

interface Json {
  turnstone: string;
  exported: number;
  title: string;
  about: string[];
  redacted: number;
  sessions: {
    sessionId: string;
    title: string;
    project: string;
    lost?: boolean;
    part?: boolean;
    entries: Record<string, unknown>[];
    agents?: { task: string; entries: unknown[] }[];
  }[];
}
const parsed = (text: string) => JSON.parse(text) as Json;

async function filled(): Promise<{ exports: Exports; first: string; second: string }> {
  const exports = new Exports();
  const [one, two] = [exports.script(), exports.script()];
  one.prompt('The tide is high');
  one.result(one.call('Bash', { command: 'date' }), 'Sunday');
  one.answer('Yes, it is.');
  two.prompt('And the moon?');
  two.answer('The tide follows it.');
  await exports.add(one, two);
  return { exports, first: one.session, second: two.session };
}

test('JSON has every entry with what its tool was given', async () => {
  const { exports, first } = await filled();
  const { sessions, ...rest } = parsed(await exports.session(first, 'json'));
  expect(rest).toEqual({
    turnstone: '1.2.3',
    exported: expect.any(Number) as number,
    title: 'The tide is high',
    about: [],
    redacted: 0,
  });
  expect(sessions).toHaveLength(1);
  expect(sessions[0]).toMatchObject({
    sessionId: first,
    title: 'The tide is high',
    project: '/home/dev/x',
    prompts: 1,
  });
  expect(sessions[0]?.entries).toMatchObject([
    {
      position: 0,
      kind: 'prompt',
      role: 'user',
      text: 'The tide is high',
      timestamp: expect.any(Number) as number,
      line: 1,
    },
    { position: 1, kind: 'tool_call', tool: 'Bash', input: { command: 'date' } },
    { position: 2, kind: 'tool_result', text: 'Sunday', call: 1 },
    { position: 3, kind: 'answer', text: 'Yes, it is.' },
  ]);
  const bare = parsed(await exports.session(first, 'json', { toolOutput: false }));
  expect(bare.sessions[0]?.entries.map(({ kind }) => kind)).toEqual(['prompt', 'tool_call', 'answer']);
  exports.close();
});

test('several sessions make a document each', async () => {
  const { exports, first, second } = await filled();
  const subject = { what: 'sessions' as const, sessions: [first, second] };
  expect(await exports.plan(subject)).toMatchObject({ documents: 2, sessions: 2, entries: 6, secrets: null });
  const [part] = await exports.parts(subject, 'json', {}, 1);
  expect(part?.name).toMatch(/^2026-03-04 And the moon\.json$/);
  expect(part).toMatchObject({ next: null, sessions: [second], entries: 2 });
  await expect(exports.parts(subject, 'json', {}, 2)).rejects.toThrow('There is no document 2');
  exports.close();
});

test('a selection brings the results of its calls, and the calls of its results', async () => {
  const { exports, first } = await filled();
  for (const positions of [[1], [2]]) {
    const { sessions } = parsed(await exports.document({ what: 'entries', session: first, positions }, 'json'));
    expect(sessions[0]).toMatchObject({ part: true, sessionId: first });
    expect(sessions[0]?.entries.map(({ position }) => position)).toEqual([1, 2]);
  }
  const text = await exports.document({ what: 'entries', session: first, positions: [0, 3] }, 'html');
  expect(text).toContain('<hr class="gap">');
  await expect(exports.document({ what: 'entries', session: first, positions: [99] }, 'md')).rejects.toThrow(
    'None of these',
  );
  exports.close();
});

test('a search is one document, a chapter for each transcript', async () => {
  const { exports, first, second } = await filled();
  const json = parsed(await exports.document({ what: 'search', query: 'tide' }, 'json'));
  expect(json.about).toEqual(['What a search for “tide” finds.']);
  expect(json.sessions.map(({ sessionId }) => sessionId).sort()).toEqual([first, second].sort());
  const text = await exports.document({ what: 'search', query: 'tide' }, 'md');
  expect(text).toContain('## The tide is high');
  expect(text).toContain('## And the moon?');
  expect(text).not.toContain('Yes, it is.');
  await expect(exports.document({ what: 'search', query: 'zzzz' }, 'md')).rejects.toThrow('Nothing was found');
  exports.close();
});

test('a search with more hits than a document takes says so, beforehand and in it', async () => {
  const exports = new Exports();
  const script = exports.script();
  for (let nth = 0; nth <= 10_000; nth += 1) script.prompt(`tide ${nth}`);
  await exports.add(script);
  const subject = { what: 'search' as const, query: 'tide' };
  const sentence = 'Only the first 10,000 of 10,001 hits are in it.';
  expect(await exports.plan(subject)).toMatchObject({ entries: 10_000, leftOut: [sentence] });
  expect(parsed(await exports.document(subject, 'json')).about).toContain(sentence);
  for (const format of ['md', 'html'] as const) {
    const [head] = await exports.parts(subject, format, { redactSecrets: false });
    expect(head?.content).toContain(sentence);
  }
  expect((await exports.plan({ what: 'search', query: '10000' })).leftOut).toEqual([]);
  exports.close();
});

test('a collection keeps its order, and what is gone keeps its place', async () => {
  const { exports, first, second } = await filled();
  const history = new History(exports.library, () => undefined);
  const desk = { index: exports.indexing.db, library: exports.library, history } as unknown as Parameters<
    typeof addToCollection
  >[0];
  const { id } = saveCollection(desk, { name: 'Tides', note: 'For the harbour master' });
  addToCollection(desk, {
    id,
    spots: [{ session: second, position: 1 }, { session: first }, { session: first, position: 0, end: 1 }],
  });
  const json = parsed(await exports.document({ what: 'collection', id }, 'json'));
  expect([json.title, json.about]).toEqual(['Tides', ['For the harbour master']]);
  expect(json.sessions.map(({ sessionId, entries }) => [sessionId, entries.length])).toEqual([
    [second, 1],
    [first, 4],
    [first, 3],
  ]);
  exports.close();
});

test('a long document comes in parts, and is given up when nobody asks for the rest', async () => {
  const exports = new Exports();
  const script = exports.script();
  for (let turn = 0; turn < 400; turn += 1) {
    script.prompt(`Question ${turn}`);
    script.answer(`Answer ${turn} ${'and so on '.repeat(400)}`);
  }
  await exports.add(script);
  const parts = await exports.parts({ what: 'sessions', sessions: [script.session] }, 'json');
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.map(({ entries }) => entries)).toEqual(parts.map(({ entries }) => entries).toSorted((a, b) => a - b));
  expect(parts.at(-1)).toMatchObject({ entries: 800, next: null });
  expect(parsed(parts.map(({ content }) => content).join('')).sessions[0]?.entries).toHaveLength(800);

  const reads = exportReads(exports.readerParts);
  const job = {
    subject: { what: 'sessions' as const, sessions: [script.session] },
    format: 'md' as const,
    options: exports.options(),
  };
  const begun = await reads['export.document']({ ...job, index: 0 }, quiet);
  for (let others = 0; others < 8; others += 1) await reads['export.document']({ ...job, index: 0 }, quiet);
  const more = async () => reads['export.more']({ next: begun.next ?? -1 }, quiet);
  await expect(more()).rejects.toThrow('This export was given up. Start it again.');

  const stop = new AbortController();
  const cancelled = reads['export.document']({ ...job, index: 0 }, { ...quiet, signal: stop.signal });
  stop.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  exports.close();
});
