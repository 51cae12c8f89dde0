import { hash } from 'node:crypto';
import { isObject, type RawRecord } from '../ingest/parse.ts';
import { asFolderName, hiderOf } from './home.ts';
import { isId } from './ids.ts';
import { blackOut, merged, type Mark } from './marks.ts';
import { viewsOf, wholeOf, type Span, type View } from './views.ts';

export interface Found extends Span {
  /** Who can make it worthless. */
  readonly provider: string;
}

/** Says where in a text secrets are. */
export type Find = (text: string) => readonly Found[];

interface Known {
  readonly value: string;
  readonly sign: string;
}

const signOf = (provider: string) => `[removed: ${provider}]`;
/** Shorter ones are taken out where they are found, but not looked for elsewhere: too many words look like them. */
const leastRemembered = 6;
/** Shorter ones are looked for as whole words only. */
const leastPiece = 8;
/** Of a value as a folder is named after it, which may look like words. */
const leastFolder = 12;
/** Kept by Claude Code, large, and shown nowhere. */
const neverShown = new Set(['originalFile']);
const tellingName = /pass|pwd|secret|token|key|credential|auth/i;
const longestNamed = 2000;
/** No rule finds anything in less. */
const shortest = 6;
const deepest = 200;
/** Shorter texts are remembered as they are, longer ones by their hash. */
const leastHashed = 40;
/** Titles are as long as this where they were cut off. */
const cutLength = 200;
/** What may be the beginning of a secret, at the end of what was cut off. */
const beginning = /(?=[\w+/=.-]*\d)(?=[\w+/=.-]*[A-Za-z])[\w+/=.-]{16,}$/;

/**
 * Takes secrets and home folders out of everything that is written. It works on texts as they came, before anything is
 * made of them, and remembers each secret: what was told to be one in one place is one everywhere.
 */
export class Cleaner {
  readonly #find: Find | null;
  readonly #hide: ((text: string) => string) | null;
  readonly #found = new Set<string>();
  /** Whether what is found is counted: not in what will not be written. */
  counts = true;
  /** By what is looked for: a value, or the value as a folder is named after it. */
  readonly #known = new Map<string, Known>();
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
    for (const [value, { sign }] of this.#known) {
      for (let length = Math.min(value.length - 1, clean.length); length >= leastPiece; length -= 1) {
        if (clean.endsWith(value.slice(0, length))) return clean.slice(0, -length) + sign;
      }
    }
    return this.#find && text.length >= cutLength ? clean.replace(beginning, '…') : clean;
  };

  /** Every text of a record, wherever it stands in it. */
  readonly record = (record: RawRecord): RawRecord => this.#value(record, '', 0) as RawRecord;

  /** Every text of any value. */
  readonly value = (value: unknown): unknown => this.#value(value, '', 0);

  /** What a record calls by this name. */
  readonly field = (name: string, text: string): string =>
    isId(name, text) ? blackOut(text, merged(this.#again([wholeOf(text)]))) : this.#text(name, text);

  /** Finds without changing anything, to know beforehand. */
  learn(text: string): void {
    this.#marksIn(this.#hide?.(text) ?? text);
  }

  #value(value: unknown, name: string, depth: number): unknown {
    if (typeof value === 'string') return this.field(name, value);
    if (depth > deepest) return null;
    if (Array.isArray(value)) {
      const areTexts = value.length > 0 && value.every((one) => typeof one === 'string');
      return areTexts ? this.#texts(name, value) : value.map((one) => this.#value(one, name, depth + 1));
    }
    if (!isObject(value)) return value;
    const shown = Object.entries(value).filter(([key]) => !neverShown.has(key));
    return Object.fromEntries(shown.map(([key, one]) => [this.text(key), this.#value(one, key, depth + 1)]));
  }

  #text(name: string, text: string): string {
    const shown = this.#hide?.(text) ?? text;
    return blackOut(shown, merged([...this.#marksBy(name, shown), ...this.#marksIn(shown)]));
  }

  /** Lines of a patch, arguments of a command: a secret may go through several, and a patch's lines keep their marks. */
  #texts(name: string, texts: readonly string[]): string[] {
    const shown = texts.map((text) => this.#hide?.(text) ?? text);
    const isPatch = name === 'lines';
    const marks = this.#marksIn(shown.join('\n'), isPatch);
    let begin = 0;
    return shown.map((text) => {
      const from = begin;
      begin += text.length + 1;
      const first = isPatch && /^[ +-]/.test(text) ? 1 : 0;
      const own = marks.flatMap(({ start, end, sign }): Mark[] => {
        const here = { start: Math.max(first, start - from), end: Math.min(text.length, end - from) };
        return here.end > here.start ? [{ ...here, sign: start >= from ? sign : '' }] : [];
      });
      return blackOut(text, merged([...this.#marksBy(name, text), ...own]));
    });
  }

  /** Some secrets are told by the name they are given. */
  #marksBy(name: string, text: string): Mark[] {
    if (!this.#find || text.length > longestNamed || !tellingName.test(name)) return [];
    const quote = ['"', "'", '`'].find((sign) => !text.includes(sign)) ?? '"';
    const before = `${name}=${quote}`;
    return this.#find(before + text + quote).flatMap(({ provider, ...span }): Mark[] => {
      const start = Math.max(0, span.start - before.length);
      const end = Math.min(text.length, span.end - before.length);
      if (end <= start) return [];
      this.#remember(text.slice(start, end), provider);
      return [{ start, end, sign: signOf(provider) }];
    });
  }

  #marksIn(text: string, isPatch = false): Mark[] {
    if (!this.#find || text.length < shortest) return [];
    const key = text.length < leastHashed ? text : hash('sha1', text, 'base64');
    const views = viewsOf(text, isPatch);
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
      for (const [wanted, { value, sign }] of this.#known) {
        for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
          const end = at + wanted.length;
          if (wanted.length < leastPiece && !isWord(text, at, end)) continue;
          this.#count(value);
          marks.push({ ...place({ start: at, end }), sign });
        }
      }
    }
    return marks;
  }

  #count(value: string): void {
    if (this.counts) this.#found.add(value);
  }

  #remember(value: string, provider: string): void {
    this.#count(value);
    if (value.length < leastRemembered) return;
    const known = { value, sign: signOf(provider) };
    this.#known.set(value, known);
    const folder = asFolderName(value);
    if (folder.length >= leastFolder && !this.#known.has(folder)) this.#known.set(folder, known);
  }
}

const isWord = (text: string, start: number, end: number) =>
  !/\w/.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(end));
