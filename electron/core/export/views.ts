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
/** How a patch begins, and the signs of its lines. */
const patch = /^(?:@@ |diff --git )/m;
const signs = /^[ +-]/gm;
/** Characters as an address writes them. */
const percent = /%[0-9A-Fa-f]{2}/g;
const sign = (code: string) => String.fromCharCode(Number.parseInt(code.slice(1), 16));
/** Characters as JSON, markdown and HTML write them where they must or may. */
const escapes = /\\+(?:u[0-9A-Fa-f]{4}|(?=[-_+./=~*]))|\\{2,}(?=["'])|&(?:amp|#\d{2,3}|#x[0-9A-Fa-f]{2});/g;

/**
 * The text as it is, as a terminal shows it, without the numbers or signs of its lines, and with what an address or
 * an escape hides: a secret that is in pieces or disguised in one of them is plain in another.
 */
export function viewsOf(text: string, isPatch = false): View[] {
  const others = [
    edited(text, unseen, () => ''),
    edited(text, numbers, () => ''),
    isPatch || patch.test(text) ? edited(text, signs, () => '') : null,
    edited(text, percent, sign),
    edited(text, escapes, unescaped),
  ];
  return [wholeOf(text), ...others.filter((view) => view !== null)];
}

export const wholeOf = (text: string): View => ({ text, place: (span) => span });

function unescaped(escape: string): string {
  if (escape === '&amp;') return '&';
  const [, hex, decimal] = /(?:u|#x)([0-9A-Fa-f]+)|#(\d+)/.exec(escape) ?? [];
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  return decimal === undefined ? '' : String.fromCharCode(Number(decimal));
}

/** A piece of the view, and what it was made of: as many characters, unless it was edited. */
interface Piece {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly isSame: boolean;
}

function edited(text: string, pattern: RegExp, edit: (match: string) => string): View | null {
  const pieces: Piece[] = [];
  let shown = '';
  let from = 0;
  const add = (words: string, start: number, end: number, isSame: boolean) => {
    if (words !== '') pieces.push({ at: shown.length, start, end, isSame });
    shown += words;
  };
  for (const { index, 0: match } of text.matchAll(pattern)) {
    add(text.slice(from, index), from, index, true);
    from = index + match.length;
    add(edit(match), index, from, false);
  }
  if (from === 0) return null;
  add(text.slice(from), from, text.length, true);
  return {
    text: shown,
    place: ({ start, end }) => ({ start: placeOf(pieces, start).start, end: placeOf(pieces, end - 1).end }),
  };
}

/** What a character of the view was made of. */
function placeOf(pieces: readonly Piece[], at: number): Span {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const piece = pieces[low - 1];
  if (!piece) return { start: 0, end: 0 };
  const start = piece.start + at - piece.at;
  return piece.isSame ? { start, end: start + 1 } : piece;
}
