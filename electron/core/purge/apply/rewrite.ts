import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { asList, asObject, asText, isObject } from '../../ingest/parse.ts';
import { readLines } from '../../ingest/read.ts';
import { hashOf, parse, piecesOf, sessionOf } from '../footprint/lines.ts';
import type { Detail } from '../footprint/place.ts';
import { replaceFile, type Sink } from './replace.ts';

type Lines = Extract<Detail, { kind: 'lines' }>;
type Entries = Extract<Detail, { kind: 'entries' }>;

const newline = Buffer.from('\n');
const copySize = 1 << 20;

/** Whether a record on a line is one of those that go. */
export function goesWith({ ids, hashes }: Lines): (piece: string) => boolean {
  const [wanted, hashed] = [new Set(ids), new Set(hashes)];
  return (piece) => {
    const record = parse(piece);
    if (!record) return false;
    const id = sessionOf(record);
    return id === null ? hashed.size > 0 && hashed.has(hashOf(piece)) : wanted.has(id);
  };
}

/** What stays of a line, and what goes. A line that nothing goes of stays as it is, byte for byte. */
function divide(bytes: Buffer, goes: (piece: string) => boolean): { stays: Buffer | null; gone: string[] } {
  const pieces = piecesOf(bytes.toString('utf8'));
  const gone = pieces.filter(goes);
  if (gone.length === 0) return { stays: bytes, gone };
  const stays = pieces.filter((piece) => !goes(piece)).join('');
  return { stays: stays.trim() === '' ? null : Buffer.from(stays), gone };
}

/** Goes through a file line by line; returns the bytes read. What is too long to be read is passed on as it is. */
function passLines(source: number, detail: Lines, sink: Sink, take: (gone: string) => void): number {
  const goes = goesWith(detail);
  let read = 0;
  for (const { bytes, offset, length, ended } of readLines(source, 0)) {
    read = offset + length;
    if (!bytes) {
      copyRange(source, offset, length, sink);
      continue;
    }
    const { stays, gone } = divide(bytes, goes);
    gone.forEach(take);
    if (!stays) continue;
    sink(stays);
    if (ended) sink(newline);
  }
  return read;
}

function copyRange(source: number, offset: number, length: number, sink: Sink): void {
  const chunk = Buffer.alloc(Math.min(copySize, length));
  for (let at = 0; at < length;) {
    const read = readSync(source, chunk, 0, Math.min(chunk.length, length - at), offset + at);
    if (read === 0) return;
    sink(chunk.subarray(0, read));
    at += read;
  }
}

export function rewriteLines(path: string, detail: Lines): void {
  if (existsSync(path)) replaceFile(path, (source, sink) => passLines(source, detail, sink, () => undefined));
}

/** The two halves of a file, without changing it: what a rewrite would leave, and the lines it would take out. */
export function dividedLines(path: string, detail: Lines): { stays: Buffer[]; gone: string[] } {
  const [stays, gone] = [new Array<Buffer>(), new Array<string>()];
  if (!existsSync(path)) return { stays, gone };
  const source = openSync(path, 'r');
  try {
    passLines(
      source,
      detail,
      (bytes) => stays.push(Buffer.from(bytes)),
      (line) => gone.push(line),
    );
  } finally {
    closeSync(source);
  }
  return { stays, gone };
}

export function rewriteEntries(path: string, detail: Entries): void {
  if (!existsSync(path)) return;
  replaceFile(path, (source, sink) => {
    const bytes = readFileSync(source);
    sink(Buffer.from(dividedEntries(bytes.toString('utf8'), detail).stays));
    return bytes.length;
  });
}

/** The same of sessions-index.json, set as it was set. */
export function dividedEntries(text: string, { ids }: Entries): { stays: string; gone: unknown[] } {
  const index: unknown = JSON.parse(text);
  if (!isObject(index)) return { stays: text, gone: [] };
  const goes = (entry: unknown) => ids.includes(asText(asObject(entry)['sessionId']) ?? '');
  const entries = asList(index['entries']);
  const gone = entries.filter(goes);
  if (gone.length === 0) return { stays: text, gone };
  return { stays: setLike(text, { ...index, entries: entries.filter((entry) => !goes(entry)) }), gone };
}

/** As JSON with the indentation and the end of another text. */
export function setLike(text: string, value: unknown): string {
  const indent = /^\s*[[{]\r?\n([ \t]+)/.exec(text)?.[1] ?? '';
  return JSON.stringify(value, null, indent) + (/\s*$/.exec(text)?.[0] ?? '');
}
