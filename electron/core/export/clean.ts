import { hash } from 'node:crypto';
import { isObject, type RawRecord } from '../ingest/parse.ts';
import { hiderOf } from './home.ts';
import { viewsOf, type Span, type View } from './views.ts';

export interface Found extends Span {
  /** Who can make it worthless. */
  readonly provider: string;
}

/** Says where in a text secrets are. */
export type Find = (text: string) => readonly Found[];

interface Mark extends Span {
  readonly sign: string;
}

const signOf = (provider: string) => `[removed: ${provider}]`;
/** Shorter ones are taken out where they are found, but not looked for elsewhere: too many words look like them. */
const leastRemembered = 8;
/** What names things to Claude Code. */
const ids = new Set(
  'uuid parentUuid logicalParentUuid sessionId session_id id tool_use_id toolUseID requestId signature type timestamp'.split(
    ' ',
  ),
);
/** Kept by Claude Code, large, and shown nowhere. */
const neverShown = new Set(['originalFile']);
const tellingName = /pass|secret|token|key|credential|auth/i;
const longestNamed = 500;
/** No rule finds anything in less. */
const shortest = 6;
const deepest = 200;
/** Shorter texts are remembered as they are, longer ones by their hash. */
const leastHashed = 40;

/**
 * Takes secrets and home folders out of everything that is written. It works on texts as they came, before anything is
 * made of them, and remembers each secret: what was told to be one in one place is one everywhere.
 */
export class Cleaner {
  readonly #find: Find | null;
  readonly #hide: ((text: string) => string) | null;
  readonly #found = new Set<string>();
  readonly #signs = new Map<string, string>();
  /** Texts in which nothing was found: a transcript says most things two or three times. */
  readonly #innocent = new Set<string>();

  constructor(find: Find | null, homes: readonly string[]) {
    this.#find = find;
    this.#hide = hiderOf(homes);
  }

  /** How many different secrets were found. */
  get secrets(): number {
    return this.#found.size;
  }

  readonly text = (text: string): string => {
    const shown = this.#hide?.(text) ?? text;
    return blackOut(shown, this.#marksIn(shown));
  };

  /** Of a text that was cut off somewhere: what is left of a secret at its end goes, too. */
  readonly cut = (text: string): string => {
    const clean = this.text(text);
    for (const [value, sign] of this.#signs) {
      for (let length = Math.min(value.length - 1, clean.length); length >= leastRemembered; length -= 1) {
        if (clean.endsWith(value.slice(0, length))) return clean.slice(0, -length) + sign;
      }
    }
    return clean;
  };

  /** Every text of a record but the ids in it. */
  readonly record = (record: RawRecord): RawRecord => this.#value(record, '', 0) as RawRecord;

  /** Every text of any value. */
  readonly value = (value: unknown): unknown => this.#value(value, '', 0);

  /** Finds without changing anything, to know beforehand. */
  learn(text: string): void {
    this.#marksIn(this.#hide?.(text) ?? text);
  }

  #value(value: unknown, name: string, depth: number): unknown {
    if (typeof value === 'string') return ids.has(name) ? value : this.#field(name, value);
    if (depth > deepest) return null;
    if (Array.isArray(value)) {
      const lines = name === 'lines' && value.every((one) => typeof one === 'string');
      return lines ? this.#lines(value) : value.map((one) => this.#value(one, '', depth + 1));
    }
    if (!isObject(value)) return value;
    const shown = Object.entries(value).filter(([key]) => !neverShown.has(key));
    return Object.fromEntries(shown.map(([key, one]) => [this.text(key), this.#value(one, key, depth + 1)]));
  }

  /** Some secrets are told by the name they are given. */
  #field(name: string, value: string): string {
    const telling = this.#find !== null && value.length <= longestNamed && tellingName.test(name);
    if (!telling) return this.text(value);
    const shown = this.#hide?.(value) ?? value;
    const before = `${name}="`;
    const marks = this.#find(`${before}${shown}"`).flatMap(({ provider, ...span }): Mark[] => {
      const start = Math.max(0, span.start - before.length);
      const end = Math.min(shown.length, span.end - before.length);
      if (end <= start) return [];
      this.#remember(shown.slice(start, end), provider);
      return [{ start, end, sign: signOf(provider) }];
    });
    return blackOut(shown, merged([...marks, ...this.#marksIn(shown)]));
  }

  /** Lines of a patch: a secret may go through several, and each keeps its mark. */
  #lines(lines: readonly string[]): string[] {
    const shown = lines.map((line) => this.#hide?.(line) ?? line);
    const marks = this.#marksIn(shown.join('\n'));
    if (marks.length === 0) return shown;
    let begin = 0;
    return shown.map((line) => {
      const from = begin;
      begin += line.length + 1;
      const own = marks.flatMap(({ start, end, sign }): Mark[] => {
        const here = { start: Math.max(1, start - from), end: Math.min(line.length, end - from) };
        return here.end > here.start ? [{ ...here, sign: start >= from ? sign : '' }] : [];
      });
      return blackOut(line, own);
    });
  }

  #marksIn(text: string): Mark[] {
    if (!this.#find || text.length < shortest) return [];
    const key = text.length < leastHashed ? text : hash('sha1', text, 'base64');
    const views = viewsOf(text);
    const found = this.#innocent.has(key) ? [] : this.#search(views, this.#find);
    if (found.length === 0) this.#innocent.add(key);
    return merged([...found, ...this.#again(views)]);
  }

  #search(views: readonly View[], find: Find): Mark[] {
    return views.flatMap((view) =>
      find(view.text).map(({ provider, ...span }) => {
        this.#remember(view.text.slice(span.start, span.end), provider);
        return { ...view.place(span), sign: signOf(provider) };
      }),
    );
  }

  /** What is known to be a secret from elsewhere. */
  #again(views: readonly View[]): Mark[] {
    const marks: Mark[] = [];
    for (const { text, place } of views) {
      for (const [value, sign] of this.#signs) {
        for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
          marks.push({ ...place({ start: at, end: at + value.length }), sign });
        }
      }
    }
    return marks;
  }

  #remember(value: string, provider: string): void {
    this.#found.add(value);
    if (value.length >= leastRemembered) this.#signs.set(value, signOf(provider));
  }
}

/** In order, none within another. */
function merged(marks: readonly Mark[]): Mark[] {
  if (marks.length < 2) return [...marks];
  const found: Mark[] = [];
  for (const mark of marks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = found.at(-1);
    if (last && mark.start < last.end) found[found.length - 1] = { ...last, end: Math.max(last.end, mark.end) };
    else found.push(mark);
  }
  return found;
}

function blackOut(text: string, marks: readonly Mark[]): string {
  if (marks.length === 0) return text;
  let from = 0;
  let kept = '';
  for (const { start, end, sign } of marks) {
    kept += text.slice(from, start) + sign;
    from = end;
  }
  return kept + text.slice(from);
}
