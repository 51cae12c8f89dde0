/**
 * How many slips part two words: a letter wrong, missing or too many, or two letters swapped; `limit + 1` where there
 * are more. The second word is a stretch of a larger text, so that a vocabulary need not be cut into pieces.
 *
 * Both are walked along to where they differ; from there each slip that would explain it is tried:
 *
 *     chro|mometer      n for m:   chron|ometer, chrom|ometer   the same from here on: one slip
 *     chro|nometer      n missing: chro|nometer,  chrom|ometer  they differ again: another slip
 */
export function distance(word: string, text: string, from: number, to: number, limit: number): number {
  let slips = limit + 1;
  while (slips > 0 && isWithin(word, 0, text, from, to, slips - 1)) slips -= 1;
  return slips;
}

function isWithin(word: string, start: number, text: string, from: number, to: number, slips: number): boolean {
  let [a, b] = [start, from];
  while (a < word.length && b < to && word.charCodeAt(a) === text.charCodeAt(b)) {
    a += 1;
    b += 1;
  }
  const [restA, restB] = [word.length - a, to - b];
  if (restA === 0 || restB === 0) return Math.max(restA, restB) <= slips;
  if (slips === 0 || Math.abs(restA - restB) > slips) return false;
  return (
    isWithin(word, a + 1, text, b + 1, to, slips - 1) ||
    isWithin(word, a + 1, text, b, to, slips - 1) ||
    isWithin(word, a, text, b + 1, to, slips - 1) ||
    (isSwap(word, a, text, b, to) && isWithin(word, a + 2, text, b + 2, to, slips - 1))
  );
}

const isSwap = (word: string, a: number, text: string, b: number, to: number) =>
  a + 1 < word.length &&
  b + 1 < to &&
  word.charCodeAt(a) === text.charCodeAt(b + 1) &&
  word.charCodeAt(a + 1) === text.charCodeAt(b);
