import { setImmediate } from 'node:timers/promises';
import type { ReadDb } from '../db/handles.ts';
import { distance } from './distance.ts';

const slice = 1_000;
const longestWord = 40;
const mostWords = 1_000_000;
const mostPieces = 5_000;
const boundary = '\n';

export interface Likeness {
  readonly word: string;
  /** Slips it takes; 0 where it holds the whole word. */
  readonly distance: number;
  readonly entries: number;
}

/** A table of every word in the index and how many entries hold it. */
export function openVocabulary(index: ReadDb): void {
  index.prepare('CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, fts, row)').run();
}

/**
 * Every word of the index in one long text, in the order of the alphabet, for what FTS5 cannot do: words spelt nearly
 * so, and words with a piece in them. At a million messages (86,000 words of letters) going through all of it takes
 * 2 to 5 ms and 3 MB; a radix tree (MiniSearch's SearchableMap) of the same words is as fast, but takes 25 MB, knows
 * no swapped letters and no pieces, and would have to leave out words that are said only once.
 */
export class Vocabulary {
  readonly #text: string;
  readonly #starts: Uint32Array;
  readonly #entries: Uint32Array;

  private constructor(words: readonly string[], entries: readonly number[]) {
    this.#text = ['', ...words, ''].join(boundary);
    this.#entries = Uint32Array.from(entries);
    this.#starts = new Uint32Array(words.length + 1);
    let at = 1;
    for (const [place, word] of words.entries()) {
      this.#starts[place] = at;
      at += word.length + 1;
    }
    this.#starts[words.length] = at;
  }

  /** Reads it in slices: FTS5 counts each word's entries, which takes two seconds for a million messages. */
  static async load(index: ReadDb): Promise<Vocabulary> {
    openVocabulary(index);
    const next = index.prepare(`SELECT term, doc FROM temp.vocabulary WHERE term > ? LIMIT ${slice}`).raw();
    const words: string[] = [];
    const entries: number[] = [];
    for (let last: string | undefined = ''; last !== undefined && words.length < mostWords;) {
      const rows = next.all(last) as [string, number][];
      for (const [word, count] of rows) {
        if (!isWord(word)) continue;
        words.push(word);
        entries.push(count);
      }
      last = rows.at(-1)?.[0];
      await setImmediate(); // lets questions in
    }
    return new Vocabulary(words, entries);
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Words that begin so, with how many entries hold them. */
  beginning(prefix: string): [word: string, entries: number][] {
    const found: [string, number][] = [];
    let at = this.#text.indexOf(boundary + prefix);
    for (let place = this.#placeOf(at + 1); at !== -1 && this.#text.startsWith(prefix, at + 1); place += 1) {
      const { word, entries } = this.#at(place, 0);
      found.push([word, entries]);
      at += word.length + 1;
    }
    return found;
  }

  /** Words with at most so many slips, the nearest and commonest first. */
  near(word: string, slips: number): Likeness[] {
    const found: Likeness[] = [];
    const [text, starts, count] = [this.#text, this.#starts, this.size];
    for (let place = 0; place < count; place += 1) {
      const start = starts[place] ?? 0;
      const end = (starts[place + 1] ?? 0) - 1;
      if (Math.abs(end - start - word.length) > slips) continue;
      const far = distance(word, text, start, end, slips);
      if (far <= slips) found.push(this.#at(place, far));
    }
    return found.sort((a, b) => a.distance - b.distance || b.entries - a.entries);
  }

  /** Words that hold a piece, such as `parsejsonfile` for `json`: where it ends a part first, then the commonest. */
  holding(piece: string): Likeness[] {
    const clean = new Map<number, number>();
    let at = this.#text.indexOf(piece);
    while (at !== -1 && clean.size < mostPieces) {
      clean.set(this.#placeOf(at), this.#isEdge(at - 1) || this.#isEdge(at + piece.length) ? 1 : 0);
      at = this.#text.indexOf(piece, at + piece.length);
    }
    return [...clean]
      .map(([place, isClean]) => ({ ...this.#at(place, 0), isClean }))
      .sort((a, b) => b.isClean - a.isClean || b.entries - a.entries);
  }

  #at(place: number, far: number): Likeness {
    const word = this.#text.slice(this.#starts[place], (this.#starts[place + 1] ?? 0) - 1);
    return { word, distance: far, entries: this.#entries[place] ?? 0 };
  }

  #isEdge(at: number): boolean {
    const char = this.#text[at];
    return char === boundary || char === '_';
  }

  /** The word at a place of the text, by halving. */
  #placeOf(at: number): number {
    let [low, high] = [0, this.size];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** Numbers, hashes and other strings of chance are no words that anybody misspells. */
function isWord(term: string): boolean {
  if (term.length < 3 || term.length > longestWord) return false;
  const digits = term.replace(/\D/g, '').length;
  return digits === 0 || (digits * 3 <= term.length && !/^[\da-f]{6,}$/.test(term));
}
