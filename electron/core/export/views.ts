import { unseen } from '../../../shared/text/ansi.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text as somebody may read it, and where its characters stand in the text it was made of. */
export interface View {
  readonly text: string;
  readonly place: (span: Span) => Span;
}

/** Numbers that a file is read with. */
const numbers = /^ *\d+(?:→|\t)/gm;

/**
 * The text as it is, as a terminal shows it, and without the numbers of its lines: a secret that colours or numbers cut
 * in pieces is whole again in one of them.
 */
export function viewsOf(text: string): View[] {
  const whole: View = { text, place: (span) => span };
  return [whole, ...[unseen, numbers].flatMap((pattern) => without(text, pattern) ?? [])];
}

function without(text: string, pattern: RegExp): View | null {
  /** Of each piece that stays: where it begins in the view, and how much was left out before. */
  const begins: number[] = [];
  const before: number[] = [];
  let shown = '';
  let from = 0;
  const keep = (to: number) => {
    if (to === from) return;
    begins.push(shown.length);
    before.push(from - shown.length);
    shown += text.slice(from, to);
  };
  for (const { index, 0: match } of text.matchAll(pattern)) {
    keep(index);
    from = index + match.length;
  }
  if (from === 0) return null;
  keep(text.length);
  const original = (at: number) => at + (before[lastUpTo(begins, at)] ?? 0);
  return { text: shown, place: ({ start, end }) => ({ start: original(start), end: original(end - 1) + 1 }) };
}

/** The last place whose number is not above `most`, of numbers in order. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
