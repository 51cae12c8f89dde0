import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guardAt, readLines } from '../../../../electron/core/ingest/read.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';

let folders: Folders;
beforeEach(() => void (folders = emptyFolders()));
afterEach(() => folders.remove());

function withFile<T>(content: string | Buffer, work: (fd: number) => T): T {
  const path = join(folders.base, 'lines.jsonl');
  writeFileSync(path, content);
  const fd = openSync(path, 'r');
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

const texts = (content: string | Buffer, start = 0) =>
  withFile(content, (fd) => Array.from(readLines(fd, start), ({ bytes }) => bytes?.toString() ?? null));

test('gives every complete line and keeps its place', () => {
  const places = withFile('one\ntwo\n\nfour\n', (fd) =>
    Array.from(readLines(fd, 0), ({ bytes, offset, length }) => [bytes?.toString(), offset, length]),
  );
  expect(places).toEqual([
    ['one', 0, 4],
    ['two', 4, 4],
    ['', 8, 1],
    ['four', 9, 5],
  ]);
});

test('a last line without its newline is told from the others', () => {
  const ended = withFile('whole\nhalf', (fd) => Array.from(readLines(fd, 0), (line) => line.ended));
  expect(texts('whole\nhalf')).toEqual(['whole', 'half']);
  expect(ended).toEqual([true, false]);
});

test('a line that is too long is passed over by its bytes', () => {
  const lines = withFile(`a\n${'b'.repeat(3 << 20)}\nc\n`, (fd) =>
    Array.from(readLines(fd, 0, 2 << 20), ({ bytes, offset, length }) => [bytes?.toString() ?? null, offset, length]),
  );
  expect(lines).toEqual([
    ['a', 0, 2],
    [null, 2, (3 << 20) + 1],
    ['c', (3 << 20) + 3, 2],
  ]);
});

test('goes on from an offset', () => {
  expect(texts('one\ntwo\n', 4)).toEqual(['two']);
});

test('lines longer than a chunk, and characters that a chunk’s end cuts in two', () => {
  const chunk = 1 << 20;
  const cut = `${'a'.repeat(chunk - 1)}é`; // two bytes, one on each side
  const long = 'ß'.repeat(2 * chunk);
  expect(texts(`${cut}\n${long}\nend\n`)).toEqual([cut, long, 'end']);
});

test('the guard changes with the bytes before it and not with those after', () => {
  const guard = (content: string) => withFile(content, (fd) => guardAt(fd, 4));
  expect(guard('one\ntwo\n')).toBe(guard('one\nTWO\nthree\n'));
  expect(guard('one\ntwo\n')).not.toBe(guard('eno\ntwo\n'));
});
