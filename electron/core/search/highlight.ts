import type { Node } from '../../../shared/query/query.ts';
import { folded, unaccented, wordsOf } from './tokens.ts';

/** A stretch of a text, from `start` up to but not including `end`. */
export type Stretch = readonly [start: number, end: number];

/** One thing that was asked for: finds where it stands in a text (`plain`), at most so often. */
export type Finder = (text: string, most: number) => Stretch[];

/** A text without case and accents, of the same length, so that a place in one is a place in the other. */
export const plain = (text: string) => unaccented(text).toLowerCase();

/** What a query asks for, term by term. What it excludes and what its filters say is nothing to mark. */
export function findersOf(node: Node | null, open: Node | null): Finder[] {
  switch (node?.kind) {
    case 'and':
    case 'or':
      return node.children.flatMap((child) => findersOf(child, open));
    case 'word':
      return [finder(node.text, node.prefix || node === open)];
    case 'phrase':
      return [finder(node.text, node === open)];
    default:
      return [];
  }
}

function finder(typed: string, prefix: boolean): Finder {
  const words = wordsOf(typed).map(folded);
  const first = words[0] ?? plain(typed);
  return (text, most) => {
    const found: Stretch[] = [];
    for (let at = text.indexOf(first); at !== -1 && found.length < most; at = text.indexOf(first, at + first.length)) {
      const end = words.length > 0 ? phraseAt(text, at, words, prefix) : at + first.length;
      if (end !== null) found.push([at, end]);
    }
    return found;
  };
}

/** Where a phrase that begins here ends: whole words, with anything but words between them. */
function phraseAt(text: string, start: number, words: readonly string[], prefix: boolean): number | null {
  let at = start;
  for (const [place, word] of words.entries()) {
    while (place > 0 && at < text.length && !isLetter(text, at)) at += 1;
    const spaced = !unspaced.test(word);
    if (!text.startsWith(word, at) || (spaced && isSpacedLetter(text, at - 1))) return null;
    at += word.length;
    if (!spaced || !isSpacedLetter(text, at)) continue;
    if (!prefix || place < words.length - 1) return null;
    while (isSpacedLetter(text, at)) at += 1;
  }
  return at;
}

const letter = /[\p{L}\p{N}\p{Co}_]/u;
/** Scripts without blanks: each of their characters is a word. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Of every sign below 128 it is known beforehand. */
const asciiLetters = Array.from({ length: 128 }, (_, code) => letter.test(String.fromCharCode(code)));

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? (asciiLetters[code] ?? false) : letter.test(text.charAt(at));
}

const isSpacedLetter = (text: string, at: number) =>
  isLetter(text, at) && (text.charCodeAt(at) < 128 || !unspaced.test(text.charAt(at)));

/** An expression may match nothing, anywhere: that marks nothing. */
export function stretches(pattern: RegExp, text: string, most: number): Stretch[] {
  const found: Stretch[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match && found.length < most; match = pattern.exec(text)) {
    if (match[0] === '') pattern.lastIndex += 1;
    else found.push([match.index, match.index + match[0].length]);
  }
  return found;
}
