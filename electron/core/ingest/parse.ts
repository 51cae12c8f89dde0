import { withoutBase64 } from './base64.ts';

/** A line of a transcript as the open world it is: every field may be missing, new or of another type. */
export type RawRecord = { readonly [field: string]: unknown };

export interface Parsed {
  /** Usually one; two where a newline between them was lost; none in a blank or bad line. */
  readonly records: readonly RawRecord[];
  /** Why something in the line could not be read; null where all of it was. */
  readonly fault: string | null;
}

const blank: Parsed = { records: [], fault: null };

export function parseLine(bytes: Buffer): Parsed {
  const text = withoutBase64(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
  if (text === '') return blank;
  const record = parseObject(text);
  return record ? { records: [record], fault: null } : recover(text);
}

function parseObject(text: string): RawRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** How often a damaged line may be gone through, all tries together: a hostile one must not take minutes. */
const mostPasses = 32;
const leastEffort = 32;

/**
 * What can be saved of a damaged line: objects with no newline between them, and an object behind the stub of another
 * one or behind a run of NULs.
 *
 *   {…}{…}      both
 *   {"a":"b{…}  the second, if it looks like a record; the stub is a fault
 *   \0\0\0{…}   the object
 */
function recover(damaged: string): Parsed {
  const records: RawRecord[] = [];
  const text = damaged.replaceAll('\0', '').trim();
  if (text === '') return { records, fault: 'nothing but NUL bytes' };
  let fault: string | null = null;
  let from = 0;
  let inStub = false;
  for (let effort = mostPasses * text.length; from < text.length && effort > 0;) {
    const end = endOfObject(text, from);
    effort -= (end ?? text.length) - from + leastEffort;
    const record = end === null ? null : parseObject(text.slice(from, end));
    if (record && end !== null && (!inStub || looksLikeRecord(record))) {
      records.push(record);
      from = skipBlanks(text, end);
      inStub = false;
      continue;
    }
    fault ??= 'not a JSON object';
    inStub = true;
    const next = text.indexOf('{"', from + 1);
    if (next === -1) break;
    from = next;
  }
  if (from < text.length) fault ??= 'not a JSON object';
  return { records, fault };
}

/** An object inside the stub of a record must not pass for a record itself. */
const looksLikeRecord = (record: RawRecord) => recordFields.some((name) => Object.hasOwn(record, name));
const recordFields = ['sessionId', 'session_id', 'leafUuid', 'isSnapshotUpdate', 'snapshotMessageId'];

/** Just behind the object that begins at `from`; null where it never ends. */
function endOfObject(text: string, from: number): number | null {
  if (text[from] !== '{') return null;
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 0x5c) at += 1;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b) depth += 1;
    else if (char === 0x7d && --depth === 0) return at + 1;
  }
  return null;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

export const isObject = (value: unknown): value is RawRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asObject = (value: unknown): RawRecord => (isObject(value) ? value : {});
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const mostOfAnything = 2 ** 40; // a larger number is nonsense, and the sum of millions of these is still one that SQLite can hold
export const asCount = (value: unknown): number =>
  typeof value === 'number' && value > 0 && value <= mostOfAnything ? Math.floor(value) : 0;

const latestTime = 8.64e15; // what a Date can hold

export function asTime(value: unknown): number | null {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : NaN;
  return Math.abs(time) <= latestTime ? Math.trunc(time) : null;
}
