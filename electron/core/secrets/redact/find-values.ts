import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../../shared/errors.ts';
import type { RedactionChoice } from '../../../../shared/secrets.ts';
import { findSession } from '../../browse/sessions.ts';
import type { ReadDb } from '../../db/handles.ts';
import { readLines } from '../../ingest/read.ts';
import { counting, placedFindings } from '../counted.ts';
import { fingerprintKey, fingerprintOf } from '../fingerprint.ts';
import { sift } from '../scan/scan-file.ts';
import { Sieve } from '../scan/sieve.ts';
import { textBlocks } from '../scan/text-blocks.ts';
import { chosenText, type Value } from './values.ts';

interface Wanted {
  readonly path: string;
  readonly line: number;
  readonly fingerprint: string;
}

/**
 * What is to be taken out. Values are kept nowhere: those that are named by their fingerprint are looked up where they
 * were found, and held in memory.
 */
export async function valuesOf(
  choice: RedactionChoice,
  index: ReadDb,
  library: ReadDb,
): Promise<{ found: Value[]; paths: string[] }> {
  const values = new Map<string, Value>();
  const key = fingerprintKey(library);
  const named = new Set(choice.fingerprints);
  const places = placesOf(choice, index);
  for (const [path, wanted] of Map.groupBy(places, ({ path }) => path)) {
    const left = wanted.filter(({ fingerprint }) => !values.has(fingerprint));
    if (left.length === 0) continue;
    const prints = new Set(left.map(({ fingerprint }) => fingerprint));
    const lines = new Set(left.map(({ line }) => line));
    for (const { text, rule } of valuesIn(path, lines)) {
      const fingerprint = fingerprintOf(text, key);
      if (prints.has(fingerprint)) values.set(fingerprint, { text, rule });
    }
    await setImmediate(); // lets questions in
  }
  if ([...named].some((fingerprint) => !values.has(fingerprint))) {
    throw new AppError('not_found', 'A secret is no longer where it was found. Look for secrets again.');
  }
  const chosen = choice.text === undefined ? [] : [{ text: choice.text, rule: chosenText }];
  return { found: [...values.values(), ...chosen], paths: [...new Set(places.map(({ path }) => path))] };
}

function placesOf({ fingerprints = [], allIn }: RedactionChoice, index: ReadDb): Wanted[] {
  const sessions = allIn?.map((ref) => findSession(index, ref).id) ?? [];
  return index
    .prepare(
      `SELECT DISTINCT path, line, fingerprint FROM (${placedFindings})
       WHERE fingerprint IN (SELECT value FROM json_each(@fingerprints))
         OR (@all AND ${counting} AND (@everywhere OR session IN (SELECT value FROM json_each(@sessions))))
       ORDER BY path, line`,
    )
    .all({
      fingerprints: JSON.stringify(fingerprints),
      all: Number(allIn !== undefined),
      everywhere: Number(sessions.length === 0),
      sessions: JSON.stringify(sessions),
    }) as Wanted[];
}

/** Secrets of some lines of a file; of a text that is no row of lines, all of them. */
function valuesIn(path: string, lines: ReadonlySet<number>): Value[] {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return []; // gone since: whoever misses it says so
  }
  const values: Value[] = [];
  try {
    if (!path.endsWith('.jsonl')) {
      const found = textBlocks((target, at) => readSync(fd, target, 0, target.length, at));
      return [...found].map(({ value, found: { rule } }) => ({ text: value, rule }));
    }
    const sieve = new Sieve((_, text, { rule }) => values.push({ text, rule }));
    const last = Math.max(...lines);
    let line = 0;
    for (const { bytes } of readLines(fd, 0)) {
      line += 1;
      if (bytes && lines.has(line)) sift(bytes, line, false, sieve);
      if (line >= last) break;
    }
    sieve.flush();
    return values;
  } finally {
    closeSync(fd);
  }
}
