import { scan, type Lexeme } from './scan.ts';

/** What stands outside parentheses, and the parentheses themselves. */
export function outline(text: string): Lexeme[] {
  let depth = 0;
  return scan(text).filter((lexeme) => {
    if (lexeme.kind === 'close') depth = Math.max(0, depth - 1);
    const outside = depth === 0;
    if (lexeme.kind === 'open') depth++;
    return outside;
  });
}

/** The same query with what is open closed and what dangles dropped, so that text put behind it changes no meaning. */
export function finished(text: string): string {
  const all = scan(text);
  const strays = strayParentheses(all);
  const kept = all.filter((lexeme) => !strays.has(lexeme));
  for (let last = kept.at(-1); last && dangles(last); last = kept.at(-1)) kept.pop();
  const last = kept.at(-1);
  if (!last) return '';
  const cuts = [...strays].filter(({ start }) => start < last.start);
  const starts = [0, ...cuts.map(({ end }) => end)];
  const ends = [...cuts.map(({ start }) => start), last.end];
  const open = kept.reduce((depth, { kind }) => depth + Number(kind === 'open') - Number(kind === 'close'), 0);
  const pieces = starts.map((start, index) => text.slice(start, ends[index]));
  return pieces.join(' ').trimStart() + (isOpenQuote(last) ? '"' : '') + ')'.repeat(open);
}

function strayParentheses(lexemes: readonly Lexeme[]): Set<Lexeme> {
  let depth = 0;
  const strays = lexemes.filter(({ kind }) => {
    if (kind === 'open') depth++;
    if (kind === 'close') depth--;
    const isStray = depth < 0;
    depth = Math.max(0, depth);
    return isStray;
  });
  return new Set(strays);
}

function dangles(lexeme: Lexeme): boolean {
  if (lexeme.kind === 'filter') return lexeme.values.every(({ text }) => text === '');
  return ['open', 'and', 'or', 'not', 'minus', 'lone'].includes(lexeme.kind);
}

function isOpenQuote(lexeme: Lexeme | undefined): boolean {
  if (lexeme?.kind === 'phrase') return !lexeme.closed;
  return lexeme?.kind === 'filter' && lexeme.values.at(-1)?.closed === false;
}
