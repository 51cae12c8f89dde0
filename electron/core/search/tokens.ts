import { jointed } from '../../../shared/marks.ts';

// The index cuts text into words by unicode61 with `remove_diacritics 2` and `tokenchars '_'`. SQLite does that for
// queries too; what is here only has to know whether, and roughly which, words a text holds.

const wordChars = String.raw`\p{L}\p{N}\p{Co}_`;
/** Accents that stand by themselves go with the letter before them. */
const more = `\\u0300-\\u0331${wordChars}`;
const word = new RegExp(`[${wordChars}][${more}]*`, 'gu');
const endsInWord = new RegExp(`[${more}]$`, 'u');
/** FTS5's time grows with the length of a phrase: one of common words takes a second from here on. */
const longestPhrase = 64;

/** The words of a text, as they stand in it. */
export const wordsOf = (text: string): string[] => jointed(text).match(word) ?? [];

const accented = /[\u00c0-\u024f\u1e00-\u1eff]/g;
const accents = /[\u0300-\u036f]/g;
const bare = new Map<string, string>();

function withoutAccent(char: string): string {
  const known = bare.get(char) ?? char.normalize('NFD').replace(accents, '');
  bare.set(char, known);
  return known;
}

/** The same text without accents on letters, of the same length, so that places in it stay what they are. */
export const unaccented = (text: string) => text.replace(accented, withoutAccent);

/** A word as the index keeps it. */
export const folded = (text: string) => unaccented(text).replace(accents, '').toLowerCase();

export interface Phrase {
  /** An FTS5 expression. Everything is quoted, so nothing that was typed is syntax to it. */
  readonly match: string;
  readonly cut: boolean;
}

/** Words in this order; the last may go on where `prefix`. Null where there is no word in it. */
export function phraseOf(text: string, prefix = false): Phrase | null {
  const words = wordsOf(text);
  if (words.length === 0) return null;
  const cut = words.length > longestPhrase;
  const kept = cut ? words.slice(0, longestPhrase).join(' ') : jointed(text);
  const star = prefix && !cut && endsInWord.test(text) ? '*' : '';
  return { match: `"${kept.replaceAll('"', ' ').replaceAll('\0', ' ')}"${star}`, cut };
}

/** A text as a regular expression that matches just it. */
export const escaped = (plain: string) => plain.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
