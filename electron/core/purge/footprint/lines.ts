import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { asObject, asText, isObject, type RawRecord } from '../../ingest/parse.ts';
import { readLines } from '../../ingest/read.ts';

/** A line of a file that several sessions share, and the records on it: two where a newline between them was lost. */
export interface SharedLine {
  readonly bytes: Buffer;
  readonly records: readonly RawRecord[];
}

/** The lines of a file; what is too long to be read or no JSON has no records and so belongs to nobody. */
export function* sharedLines(path: string): Generator<SharedLine> {
  const fd = openSync(path, 'r');
  try {
    for (const { bytes } of readLines(fd, 0)) if (bytes) yield { bytes, records: recordsOn(bytes) };
  } finally {
    closeSync(fd);
  }
}

export const recordsOn = (bytes: Buffer): RawRecord[] =>
  piecesOf(bytes.toString('utf8'))
    .map(parse)
    .filter((record) => record !== null);

/** One piece for each record, which together are the line. */
export const piecesOf = (line: string) => line.split(/(?<=\})(?=\{")/);

export function parse(text: string): RawRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const sessionOf = (record: RawRecord) => asText(record['sessionId']) ?? asText(record['session_id']);
export const hashOf = (text: string) => createHash('sha256').update(text.trim()).digest('base64url');

/** Hashes by which a prompt of history.jsonl names what was pasted into it. */
export const pastesOf = (record: RawRecord) =>
  Object.values(asObject(record['pastedContents'])).flatMap((paste) => {
    const hash = asText(asObject(paste)['contentHash']);
    return hash !== null && /^[\w-]{1,128}$/.test(hash) ? [hash] : [];
  });
