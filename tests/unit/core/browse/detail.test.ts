import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDetails, readRecord } from '../../../../electron/core/browse/detail/details.ts';
import { readImage } from '../../../../electron/core/browse/detail/images.ts';
import { listEntries } from '../../../../electron/core/browse/entries.ts';
import { outlineOf } from '../../../../electron/core/browse/outline.ts';
import type { ReadDb, WriteDb } from '../../../../electron/core/db/handles.ts';
import { openIndex } from '../../../../electron/core/db/open.ts';
import { runIndex } from '../../../../electron/core/ingest/run.ts';
import { detailSchema, usualPart, type Body, type BodyOf, type Detail } from '../../../../shared/detail.ts';
import { outlineSchema } from '../../../../shared/outline.ts';
import type { Entry } from '../../../../shared/schemas.ts';
import type { Folders } from '../../../support/folders.ts';
import { branchesId } from '../../../support/gallery/branches.ts';
import { everythingId } from '../../../support/gallery/everything.ts';
import { galleryFolders } from '../../../support/gallery/gallery.ts';
import { hostileId } from '../../../support/gallery/hostile.ts';
import { SessionFile } from '../../../support/gallery/session.ts';

let folders: Folders;
let db: WriteDb;
let entries: Entry[];
const read = () => db as unknown as ReadDb;
const index = () =>
  runIndex(
    db,
    { roots: [folders.claudeDir], full: false },
    { signal: new AbortController().signal, progress: () => undefined },
  );

beforeAll(async () => {
  folders = galleryFolders();
  db = openIndex(folders.dataDir).db;
  await index();
  entries = listEntries(read(), { session: everythingId, limit: 1000, offset: 0 }).entries;
});
afterAll(() => {
  db.close();
  folders.remove();
});

const details = (session: string, positions: number[], full = true, most = usualPart) =>
  listDetails(read(), { session, positions, full, most }).details;

function detailOf(find: (entry: Entry) => boolean): Detail {
  const entry = entries.find(find);
  const detail = entry && details(everythingId, [entry.position])[0];
  if (!detail) throw new Error('no such entry');
  return detail;
}
const callOf = (tool: string, says = '') =>
  detailOf((entry) => entry.kind === 'tool_call' && entry.tool === tool && entry.text.includes(says));
function bodyOf<T extends Body['type']>({ body }: Detail, type: T): BodyOf<T> {
  if (body?.type !== type) throw new Error(`a body of type ${body?.type ?? 'none'}`);
  return body as BodyOf<T>;
}

test('every detail keeps the contract and is JSON, whatever the record', () => {
  for (const session of [everythingId, hostileId, branchesId]) {
    const { total } = listEntries(read(), { session, limit: 1, offset: 0 });
    const all = details(
      session,
      Array.from({ length: total }, (_, position) => position),
    );
    expect(all.length).toBeGreaterThan(0);
    for (const detail of all) {
      const checked = v.safeParse(detailSchema, detail);
      expect(checked.success, JSON.stringify(checked.issues?.[0]?.message)).toBe(true);
      expect(JSON.parse(JSON.stringify(detail))).toEqual(detail);
    }
  }
});

test('a glance says what the line says and carries no body', () => {
  const [edit] = entries.filter(({ tool, kind }) => tool === 'Edit' && kind === 'tool_call');
  const [glance] = details(everythingId, [edit?.position ?? -1], false);
  expect(glance).toMatchObject({
    title: '/home/dev/gallery/src/tide.ts',
    added: 5,
    removed: 3,
    ms: 1000,
    outcome: 'ok',
    body: null,
  });
});

test('a change has the hunks that the client kept, or those between the two texts', () => {
  expect(bodyOf(callOf('Edit'), 'diff').hunks.map(({ oldStart, newStart }) => [oldStart, newStart])).toEqual([
    [12, 12],
    [40, 42],
  ]);
  expect(bodyOf(callOf('MultiEdit'), 'diff').hunks.map(({ lines }) => lines)).toEqual([
    ['-Tides', '+Tides and moons'],
    ['-v1', '+v2'],
  ]);
});

test('a command has its exit code, its two outputs, and what was saved beside the transcript', () => {
  expect(callOf('Bash', 'npm test -- tide')).toMatchObject({ exit: 1, outcome: 'error', ms: 8100 });
  const lint = bodyOf(callOf('Bash', 'npm run lint'), 'shell');
  expect(lint).toMatchObject({ stderr: { text: 'warning: old browserslist', more: 0 }, interrupted: false });
  const saved = bodyOf(callOf('Bash', 'cat tides.log'), 'shell');
  expect(saved.stdout.text).toHaveLength(usualPart);
  expect(saved.stdout.more).toBeGreaterThan(70_000);
  expect(callOf('Bash', 'rm -rf')).toMatchObject({ outcome: 'denied' });
  expect(callOf('Bash', 'sleep 600')).toMatchObject({ outcome: 'open', ms: null });
});

test('a question knows what was chosen, a task where it stands', () => {
  const [question] = bodyOf(callOf('AskUserQuestion'), 'questions').questions;
  expect(question?.options.map(({ label, chosen }) => [label, chosen])).toEqual([
    ['UTC', true],
    ['Local', false],
  ]);
  expect(bodyOf(callOf('TodoWrite'), 'todos').items.map(({ stage }) => stage)).toEqual([
    'completed',
    'in_progress',
    'pending',
  ]);
  expect(bodyOf(callOf('TaskUpdate'), 'todos').items).toEqual([{ text: 'Task 4', stage: 'completed' }]);
});

test('what is no call is told as well, without the headers of an error', () => {
  const compaction = detailOf(({ kind }) => kind === 'compaction');
  expect(compaction.body).toEqual({ type: 'compaction', trigger: 'auto', before: 155_000, after: 21_000, ms: 45_000 });
  const failure = detailOf(({ kind }) => kind === 'error');
  expect(failure.body).toEqual({
    type: 'failure',
    status: 529,
    message: 'Overloaded',
    attempt: 1,
    attempts: 10,
    retryIn: 2000,
  });
  expect(
    bodyOf(
      detailOf(({ subtype }) => subtype === 'PostToolUse'),
      'hook',
    ).commands,
  ).toEqual([{ command: 'npx prettier --check', ms: 640 }]);
  expect(
    bodyOf(
      detailOf(({ kind }) => kind === 'unknown'),
      'record',
    ).json.text,
  ).toContain('"medium": "driftwood"');
});

test('a picture is told by its size and given only on demand', () => {
  const { images } = callOf('Read', 'chart.png');
  expect(images).toHaveLength(1);
  expect(images[0]).toMatchObject({ type: 'image/png', index: 0 });
  const { type, data } = readImage(read(), { session: everythingId, position: images[0]?.position ?? 0, index: 0 });
  expect(type).toBe('image/png');
  expect(Math.abs(Buffer.from(data, 'base64').length - (images[0]?.bytes ?? 0))).toBeLessThan(3);
  expect(() => readImage(read(), { session: everythingId, position: 0, index: 0 })).toThrow(/no longer/);
});

test('the outline tells kinds, tools, calls, errors, prompts and branches', () => {
  const outline = outlineOf(read(), everythingId);
  expect(v.is(outlineSchema, outline)).toBe(true);
  expect(outline.kinds).toHaveLength(entries.length);
  expect(outline.toolOf).toHaveLength(entries.filter(({ kind }) => kind === 'tool_call').length);
  expect(outline.answers.every((distance) => distance === 1)).toBe(true);
  expect(outline.prompts[0]?.text).toBe('The tide test fails on Sundays.');
  expect(outline.abandoned).toEqual([]);
  expect(outline.agents).toHaveLength(1);

  const rewound = outlineOf(read(), branchesId);
  expect(rewound.branches).toEqual([
    [2, 4, 1],
    [4, 6, 2],
  ]);
  expect(rewound.abandoned).toEqual([
    { branch: 1, head: 2, instead: 6, entries: 2 },
    { branch: 2, head: 4, instead: 6, entries: 2 },
  ]);
});

test('entries are given by position, cut where that is asked for', () => {
  const some = listEntries(read(), { session: everythingId, positions: [2, 0], limit: 0, offset: 0, most: 5 }).entries;
  expect(some.map(({ position }) => position).sort()).toEqual([0, 2]);
  expect(some.find(({ position }) => position === 2)).toMatchObject({
    text: 'The t',
    more: expect.any(Number) as number,
  });
});

test('a transcript that was deleted or changed says nothing rather than something wrong', async () => {
  const gone = new SessionFile(folders.claudeDir, '-home-dev-gone', '6a1b2c3d-0000-4000-8000-00000000e00a');
  gone.call('Bash', { command: 'one' }, { text: 'first' });
  gone.write();
  await index();
  expect(details(gone.id, [0])).toHaveLength(1);
  expect(readRecord(read(), gone.id, undefined, 0).json).toContain('"command": "one"');
  writeFileSync(gone.path, gone.text.replaceAll('0000-4000', '0000-4111'));
  expect(details(gone.id, [0])).toEqual([]);
  appendFileSync(gone.path, 'more');
  rmSync(gone.path);
  expect(details(gone.id, [0])).toEqual([]);
  expect(readRecord(read(), gone.id, undefined, 0)).toEqual({ json: null });
});
