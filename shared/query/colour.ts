import type { Notes } from './notes.ts';
import type { Filter, Lexeme } from './scan.ts';
import type { Span, Token } from './types.ts';

/** What to colour how, in the order of the text and without overlaps. */
export function colour(lexemes: readonly Lexeme[], notes: Notes): Token[] {
  return lexemes.flatMap((lexeme) => {
    const tokens = lexeme.kind === 'filter' ? filterTokens(lexeme, notes) : [token(kindOf(lexeme), lexeme)];
    return notes.isLeftOut(lexeme) ? tokens.map((part) => token('problem', part)) : tokens;
  });
}

function filterTokens({ start, field, values }: Filter, notes: Notes): Token[] {
  const parts = values.flatMap((value, index) => {
    const comma = token('operator', { start: value.start - 1, end: value.start });
    const text = token(notes.isLeftOut(value) ? 'problem' : 'value', value);
    return [...(index > 0 ? [comma] : []), ...(value.end > value.start ? [text] : [])];
  });
  return [token('field', { start, end: start + field.name.length + 1 }), ...parts];
}

function kindOf(lexeme: Exclude<Lexeme, Filter>): Token['kind'] {
  switch (lexeme.kind) {
    case 'open':
    case 'close':
      return 'paren';
    case 'word':
      return lexeme.fuzzy ? 'fuzzy' : 'word';
    case 'phrase':
    case 'regex':
      return lexeme.kind;
    case 'lone':
      return 'problem';
    default:
      return 'operator';
  }
}

const token = (kind: Token['kind'], { start, end }: Span): Token => ({ kind, start, end });
