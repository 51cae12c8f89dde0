import type { Piece } from '../../shared/marks.ts';

const literal = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text in pieces, those that are one of the words marked. */
export function matchWords(text: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return [{ text, match: false }];
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${longestFirst.map(literal).join('|')})`, 'giu');
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, match: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
