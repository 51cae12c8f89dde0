import { phraseOf } from './tokens.ts';

/** Groups, assertions and character classes are passed over whole; alternatives at the top promise nothing. */
const pieces =
  /\\(?:[pPuxk]\{[^}]*\}|x[\da-f]{2}|u[\da-f]{4}|c[a-z]|k<[^>]*>|\d+|(?<escape>[^]))|\[(?:\\[^]|[^\]\\])*\]|(?<plain>[^[\]()|{}*+?^$.\\])|(?<other>[^])/giu;
const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/;
/** Shorter ones take FTS5 longer than they save. */
const shortestPrefix = 3;
const blank = /[^\u0300-\u0331\p{L}\p{N}\p{Co}_]/u;

/**
 * Words that a text must hold for an expression to match it, as FTS5 phrases, so that not every text has to be read:
 * `/failed to (\w+) the tide/` needs "to", and "the" before a word that begins with "tide". Only what is certain: a
 * word at the edge of a literal stretch may go on in the text, to the left it is left out, to the right it is a prefix.
 */
export function impliedWords(source: string, flags: string): string[] {
  if (/[^\0-\x7f]/.test(source) && flags.includes('i')) return []; // case goes further there than the index folds
  return stretches(source).flatMap(wordsIn);
}

/** The literal stretches outside groups. */
function stretches(source: string): string[] {
  const found: string[] = [];
  let stretch = '';
  let depth = 0;
  const end = () => {
    found.push(stretch);
    stretch = '';
  };
  let at = 0;
  while (at < source.length) {
    pieces.lastIndex = at;
    const match = pieces.exec(source);
    if (!match) break;
    at = pieces.lastIndex;
    const { escape, plain, other } = match.groups ?? {};
    if (other === '|' && depth === 0) return [];
    if (other === '(') depth += 1;
    if (other === ')') depth -= 1;
    const literal = plain ?? (escape !== undefined && /[^\w]/.test(escape) ? escape : undefined);
    const repeated = quantifier.exec(source.slice(at))?.[0] ?? '';
    at += repeated.length;
    if (literal === undefined || depth > 0) end();
    else if (repeated === '') stretch += literal;
    else end();
  }
  end();
  return found;
}

function wordsIn(stretch: string): string[] {
  const parts = stretch.split(blank);
  return parts.flatMap((part, place) => {
    const isLast = place === parts.length - 1;
    if (place === 0 || (isLast && part.length < shortestPrefix)) return [];
    return phraseOf(part, isLast)?.match ?? [];
  });
}
