import { parseLine } from '../../ingest/parse.ts';
import { decoded, valueLiterals } from './literals.ts';
import { protectedIn, type Kept } from './protected.ts';
import type { Values } from './values.ts';

export interface Redacted {
  readonly text: string;
  readonly count: number;
  readonly kept: readonly Kept[];
}

/** An escape that stands for a character which needs none: a value may hide behind it. */
const needless = /\\u00[2-7]/i;

/**
 * A line of JSON, or a file of it, with the values taken out of its strings. Only the strings that hold one are written
 * anew, as JSON.stringify writes them: everything else stays byte for byte, numbers, names and order included.
 *
 *   {"n":1.0,"text":"key sk-…","uuid":"…"}  ->  {"n":1.0,"text":"key [redacted:openai-key]","uuid":"…"}
 */
export function redactJson(text: string, all: Values): Redacted {
  const values = needless.test(text) ? all : all.within(text);
  if (values.isEmpty) return { text, count: 0, kept: [] };
  const records = recordsOf(text);
  if (!records) return redactPlain(text, values); // damaged: nothing reads it as JSON
  const kept = records.flatMap((record) => protectedIn(record, values));
  const untouchable = new Set(kept.map((one) => one.text));
  let [clean, at, count] = ['', 0, 0];
  for (const { start, end } of valueLiterals(text)) {
    const literal = text.slice(start, end);
    const said = decoded(literal);
    if (said === null || untouchable.has(said)) continue;
    const replaced = values.replaceIn(said);
    if (replaced.count === 0) continue;
    clean += text.slice(at, start) + JSON.stringify(replaced.text);
    at = end;
    count += replaced.count;
  }
  return { text: clean + text.slice(at), count, kept };
}

/** Of a file or a field that may be JSON as a whole. */
export const redactText = (text: string, values: Values): Redacted =>
  /^\s*[[{]/.test(text) && isJson(text) ? redactJson(text, values) : redactPlain(text, values);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The same of what is no JSON. */
export function redactPlain(text: string, all: Values): Redacted {
  const values = all.within(text);
  return values.isEmpty ? { text, count: 0, kept: [] } : { ...values.replaceIn(text), kept: [] };
}

/** Null where it cannot be read from its beginning to its end. */
function recordsOf(text: string): readonly unknown[] | null {
  try {
    return [JSON.parse(text) as unknown];
  } catch {
    const { records, fault } = parseLine(Buffer.from(text));
    return fault === null && records.length > 0 ? records : null;
  }
}
