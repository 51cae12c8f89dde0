import { existsSync, readFileSync, rmSync } from 'node:fs';
import { asList, asObject, asTime, isObject } from '../ingest/parse.ts';
import { recordsOn } from './footprint/lines.ts';
import { replaceFile } from './apply/replace.ts';
import { setLike } from './apply/rewrite.ts';
import type { Step } from './journal.ts';
import { infoOf, putBack } from './trash.ts';

/** Puts back what a step moved to the trash, and says what could not be. */
export function putStepBack(step: Step): string[] {
  const { path, moved, action } = step;
  if (moved === null) return [];
  if (!existsSync(moved)) return [`What was at ${path} is no longer in the trash.`];
  try {
    if (action === 'delete') putBack(moved, path);
    else returnTaken(step, moved);
    return [];
  } catch (error) {
    return [`${path} could not be put back: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function returnTaken({ path, what }: Step, moved: string): void {
  const taken = readFileSync(moved, 'utf8');
  if (what === 'sessions-index') returnEntries(path, asList(JSON.parse(taken)));
  else
    returnLines(
      path,
      taken.split('\n').filter((line) => line !== ''),
    );
  for (const file of [moved, infoOf(moved)]) rmSync(file, { force: true });
}

function returnEntries(path: string, entries: readonly unknown[]): void {
  replaceFile(path, (source, sink) => {
    const text = readFileSync(source, 'utf8');
    const index: unknown = JSON.parse(text);
    const whole = isObject(index) ? index : {};
    sink(Buffer.from(setLike(text, { ...whole, entries: [...asList(whole['entries']), ...entries] })));
    return Buffer.byteLength(text);
  });
}

/** Among the others by their time: each before the first that is later. */
function returnLines(path: string, taken: readonly string[]): void {
  const waiting = taken.map((line) => ({ line, time: timeOf(line) })).sort((a, b) => a.time - b.time);
  replaceFile(path, (source, sink) => {
    const bytes = readFileSync(source);
    const lines = bytes.toString('utf8').split(/(?<=\n)/);
    for (const line of lines) {
      const time = timeOf(line);
      while (waiting[0] && waiting[0].time < time) sink(Buffer.from(`${waiting.shift()?.line ?? ''}\n`));
      sink(Buffer.from(line));
    }
    if (waiting.length > 0 && bytes.length > 0 && !bytes.toString('latin1').endsWith('\n')) sink(Buffer.from('\n'));
    for (const { line } of waiting) sink(Buffer.from(`${line}\n`));
    return bytes.length;
  });
}

/** A line that says no time keeps its place: nothing is put before it. */
const timeOf = (line: string) => asTime(asObject(recordsOn(Buffer.from(line))[0])['timestamp']) ?? -Infinity;
