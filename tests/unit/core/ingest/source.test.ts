import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noFacts } from '../../../../electron/core/ingest/facts.ts';
import type { Text } from '../../../../electron/core/ingest/normalise/block.ts';
import type { Job } from '../../../../electron/core/ingest/parse-file.ts';
import { parseBeside, parseHere, type Parcel, type Source } from '../../../../electron/core/ingest/source.ts';
import { emptyFolders, threads, type Folders } from '../../../support/folders.ts';

let folders: Folders;
beforeEach(() => {
  folders = emptyFolders();
  mkdirSync(folders.claudeDir, { recursive: true });
});
afterEach(() => folders.remove());

const line = (text: string) => `${JSON.stringify({ type: 'user', sessionId: 's', message: { content: text } })}\n`;
const fresh = { agent: false, inode: 0, offset: 0, lines: 0, guard: '' };

function put(name: string, content: string): Job {
  const path = join(folders.claudeDir, `${name}.jsonl`);
  writeFileSync(path, content);
  return { path, ...fresh, facts: noFacts() };
}

async function readAll(source: Source, jobs: readonly Job[]): Promise<Parcel[]> {
  const parcels: Parcel[] = [];
  for await (const some of source(jobs)) parcels.push(...some);
  return parcels;
}

const large = (word: string) =>
  Array.from({ length: 3000 }, (_, at) => line(`${word}${at} ${'filler '.repeat(200)}`)).join('');

/** The real thread, except that it ends without a word when it opens a file of that name: as where memory runs out. */
function dyingAt(name: string): string {
  const file = join(folders.base, 'dying-parser.mjs');
  writeFileSync(
    file,
    `import fs from 'node:fs';
     import { syncBuiltinESMExports } from 'node:module';
     const { openSync } = fs;
     fs.openSync = (path, ...rest) => (String(path).includes('${name}') ? process.exit(1) : openSync(path, ...rest));
     syncBuiltinESMExports();
     await import(${JSON.stringify(threads.parser)});`,
  );
  return file;
}

/** Between threads texts are bytes. */
const asText = (text: Text) => (typeof text === 'string' ? text : Buffer.from(text).toString());
const textsOf = (parcels: readonly Parcel[]) =>
  parcels.flatMap(({ chunk }) =>
    chunk.records.flatMap(({ blocks }) => blocks.map(({ text, indexed = text }) => [asText(text), asText(indexed)])),
  );
const withoutTexts = (parcels: readonly Parcel[]) =>
  parcels.map(({ job, chunk }) => {
    const records = chunk.records.map((record) => ({
      ...record,
      blocks: record.blocks.map(({ text: _text, indexed: _indexed, ...block }) => block),
    }));
    return { job, chunk: { ...chunk, records } };
  });

test('a thread of its own reads the same as this one', async () => {
  const words = ['alpha', 'grün 你好 and on', '→ 🐦', ''].map(line).join('');
  const jobs = [put('small', words), put('large', large('word')), put('empty', ''), put('last', line('omega'))];
  const [beside, here] = [await readAll(parseBeside(threads.parser), jobs), await readAll(parseHere, jobs)];
  expect(withoutTexts(beside)).toEqual(withoutTexts(here));
  expect(textsOf(beside)).toEqual(textsOf(here));
  expect(textsOf(beside)).toContainEqual(['grün 你好 and on', expect.stringContaining('你\uFFFE好')]);
});

test('a file that brings the thread down is named, and no other is lost for it', async () => {
  const names = ['one', 'two', 'three', 'poison', 'four', 'large', 'five', 'poison too', 'six'];
  const jobs = names.map((name) => put(name, name === 'large' ? large('word') : line(name)));
  const parcels = await readAll(parseBeside(dyingAt('poison')), jobs);
  const failed = parcels.filter(({ chunk }) => chunk.error !== null).map(({ job }) => names[job]);
  expect(failed).toEqual(['poison', 'poison too']);
  const done = parcels.filter(({ chunk }) => chunk.done).map(({ job }) => names[job]);
  expect(done).toEqual(names);
  const lines = parcels.filter(({ job }) => names[job] === 'large').flatMap(({ chunk }) => chunk.records);
  expect(lines.map((record) => record.line)).toEqual(Array.from({ length: 3000 }, (_, at) => at + 1));
});

test('a reading that is given up ends its thread', async () => {
  const jobs = Array.from({ length: 50 }, (_, at) => put(`large${at}`, large('word')));
  const source = parseBeside(threads.parser)(jobs)[Symbol.asyncIterator]();
  expect((await source.next()).done).toBe(false);
  await source.return?.();
  expect((await source.next()).done).toBe(true);
});
