import { colour } from './colour.ts';
import { filterNode, sortOrder } from './filters.ts';
import { Notes } from './notes.ts';
import type { SortValue } from './operators.ts';
import { knownFlags, regexFault } from './regex.ts';
import { scan, type Lexeme } from './scan.ts';
import { TreeBuilder } from './tree.ts';
import type { Clock, Node, Query } from './types.ts';

const mostTerms = 64; // far more than anybody types; SQLite's time grows with their square

const loneOperators = {
  '-': '`-` wants something right after it',
  '~': '`~` wants a word right after it',
  '*': '`*` wants letters before it',
};

/** Reads any text as a query. What cannot be read becomes a problem, and the rest still counts: this never throws. */
export function parseQuery(text: string, clock: Clock): Query {
  const notes = new Notes(text.length);
  const tree = new TreeBuilder(notes);
  const lexemes = scan(text);
  let terms = 0;
  let sort: SortValue | null = null;
  let negated = false;

  const term = (lexeme: Lexeme): Node | null => {
    if (++terms <= mostTerms) return leaf(lexeme, clock, notes);
    notes.leaveOut(lexeme);
    const rest = { start: lexeme.start, end: text.length };
    if (terms === mostTerms + 1) notes.problem(rest, `A search can hold ${mostTerms} terms; the rest is left out`);
    return null;
  };

  for (const lexeme of lexemes) {
    switch (lexeme.kind) {
      case 'open':
        tree.open(lexeme);
        break;
      case 'close':
        tree.close(lexeme);
        break;
      case 'and':
      case 'or':
        tree.join(lexeme);
        break;
      case 'not':
      case 'minus':
        tree.negate(lexeme);
        break;
      case 'lone':
        notes.leaveOut(lexeme, loneOperators[lexeme.text]);
        if (lexeme.text !== '-') tree.term(null);
        break;
      default:
        if (lexeme.kind !== 'filter' || lexeme.field.reads !== 'sort') tree.term(term(lexeme));
        else {
          if (negated) notes.leaveOut(lexeme, '`sort:` cannot be negated');
          else sort = sortOrder(lexeme, notes) ?? sort;
          tree.term(null);
        }
    }
    negated = lexeme.kind === 'not' || lexeme.kind === 'minus';
  }

  const root = tree.finish();
  return { text, root, sort, problems: notes.problems(), incomplete: notes.incomplete, tokens: colour(lexemes, notes) };
}

/** The condition a single term stands for; null where it has to be left out. */
function leaf(lexeme: Lexeme, clock: Clock, notes: Notes): Node | null {
  switch (lexeme.kind) {
    case 'filter':
      return filterNode(lexeme, clock, notes);
    case 'phrase': {
      const { closed, ...phrase } = lexeme;
      if (!closed) notes.problem(lexeme, 'This quote is not closed');
      else if (phrase.text.trim() === '') notes.leaveOut(lexeme, 'Nothing stands between these quotes');
      return phrase.text.trim() === '' ? null : phrase;
    }
    case 'regex': {
      const flags = knownFlags(lexeme.flags);
      const fault = regexFault(lexeme.source, flags);
      if (fault !== null) notes.leaveOut(lexeme, `Not a regular expression: ${fault}`);
      else if (flags !== lexeme.flags) notes.problem(lexeme, 'A regular expression takes the flags i, m, s and u');
      return fault === null ? { ...lexeme, flags } : null;
    }
    case 'word':
      return lexeme;
    default:
      return null;
  }
}
