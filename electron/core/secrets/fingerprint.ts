import { createHmac } from 'node:crypto';
import type { ReadDb } from '../db/handles.ts';
import type { Found } from './detect.ts';

/** Kept in the library, so that a value has the same fingerprint in every index. */
export const fingerprintKey = (library: ReadDb): Buffer =>
  library.prepare('SELECT key FROM fingerprint_key').pluck().get() as Buffer;

const length = 20;

/** The same for the same value; without the key nobody can try out values against it. */
export const fingerprintOf = (value: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(value).digest('hex').slice(0, length);

const shown = 4;

/** What is public of its format, a few characters more, and how long it is; never more than a quarter. */
export function maskedOf(value: string, { prefix = 0 }: Pick<Found, 'prefix'>): string {
  const most = Math.min(prefix + shown, value.length >> 2);
  const beginning = value.slice(0, most).replace(/[\r\n\\].*$/s, ''); // of a key, its first line
  return `${beginning}… (${value.length})`;
}
