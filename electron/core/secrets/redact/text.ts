import { parseLine } from '../../ingest/parse.ts';
import { spotsIn, type Spot } from './spots.ts';
import { verdictOn } from './verdict.ts';
import type { Values } from './values.ts';

export interface Redacted {
  readonly text: string;
  readonly count: number;
  /** Why something stays that holds a value, as often as it does. */
  readonly kept: readonly string[];
}

/** An escape that stands for a character which needs none: a value may hide behind it. */
const needless = /\\u00[2-7]/i;

/** Whether there may be a value in a text, which comes with its bytes. */
export const isWorthLooking = (text: string, bytes: Buffer, values: Values): boolean =>
  values.mayBeIn(bytes) || needless.test(text);

/**
 * A line of JSON, or a file of it, with the values taken out of its strings. Only the strings that hold one are written
 * anew, as JSON.stringify writes them: everything else stays byte for byte, numbers, names and order included.
 *
 *   {"n":1.0,"text":"key sk-…","uuid":"…"}  ->  {"n":1.0,"text":"key [redacted:openai-key]","uuid":"…"}
 */
export function redactJson(text: string, all: Values): Redacted {
  const values = needless.test(text) ? all : all.within(text);
  if (values.isEmpty) return { text, count: 0, kept: [] };
  const between = isWhole(text) ? null : values; // what is damaged is read by nobody as JSON
  const kept: string[] = [];
  let [clean, at, count] = ['', 0, 0];
  const pass = (end: number) => {
    const gap = between?.replaceIn(text.slice(at, end));
    clean += gap?.text ?? text.slice(at, end);
    count += gap?.count ?? 0;
    at = end;
  };
  // Whether a block is signed is known only after it.
  const mayHold = (said: string) => values !== all || values.mayBeIn(Buffer.from(said));
  for (const spot of [...spotsIn(text)].filter(({ said }) => mayHold(said) && values.isIn(said))) {
    pass(spot.start);
    const verdict = verdictOn(spot, values);
    if (typeof verdict === 'object') kept.push(verdict.why);
    if (verdict === 'goes') {
      const replaced = values.replaceIn(spot.said);
      clean += JSON.stringify(unlike(spot, replaced.text));
      count += replaced.count;
    } else clean += text.slice(spot.start, spot.end);
    at = spot.end;
  }
  pass(text.length);
  return { text: clean, count, kept };
}

/** Two names of one object must not become the same. */
function unlike({ kind, holder }: Spot, said: string): string {
  if (kind !== 'name' || !holder) return said;
  let name = said;
  for (let nth = 2; holder.names.has(name); nth += 1) name = `${said} ${nth}`;
  holder.names.add(name);
  return name;
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

/** Whether it can be read from its beginning to its end. */
function isWhole(text: string): boolean {
  if (isJson(text)) return true;
  const { records, fault } = parseLine(Buffer.from(text));
  return fault === null && records.length > 0;
}
