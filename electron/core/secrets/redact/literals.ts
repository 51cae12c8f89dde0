/** A string in a text of JSON, quotes included. */
export interface Literal {
  readonly start: number;
  readonly end: number;
}

const quote = '"';
const backslash = 0x5c;

/** The strings in a text of JSON that are values, not names, in order. What is not closed is none. */
export function* valueLiterals(text: string): Generator<Literal> {
  for (let start = text.indexOf(quote); start !== -1;) {
    const last = closing(text, start);
    if (last === -1) return;
    if (!isName(text, last + 1)) yield { start, end: last + 1 };
    start = text.indexOf(quote, last + 1);
  }
}

function closing(text: string, start: number): number {
  for (let at = text.indexOf(quote, start + 1); at !== -1; at = text.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}

function isName(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text[at] === ':';
}

/** What a literal says; null where it is no JSON after all. */
export function decoded(literal: string): string | null {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return null;
  }
}
