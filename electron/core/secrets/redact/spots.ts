/** An object or a list in a text of JSON. */
export interface Holder {
  /** The name it has in what holds it; empty in a list. */
  readonly name: string;
  readonly within: Holder | null;
  readonly isList: boolean;
  /** Its names, as they are written. */
  readonly names: Set<string>;
  /** What its own `type` says. Known when all of it has been gone through, as is the next one. */
  type: string;
  isSigned: boolean;
}

/** A name, a string or a number in a text of JSON: where it is, and what it is there. */
export interface Spot {
  readonly kind: 'name' | 'text' | 'number';
  readonly start: number;
  readonly end: number;
  /** What it says. */
  readonly said: string;
  /** The name that a text or a number goes by; empty in a list. */
  readonly name: string;
  readonly holder: Holder | null;
}

const sign = /["{}[\],]|-?\d[\d.eE+-]*/g;
const backslash = 0x5c;

/**
 * Goes through JSON without recursion: a hostile record is nested a million times. A damaged text is gone through as
 * far as it can be; a string that is not closed is none.
 */
export function* spotsIn(text: string): Generator<Spot> {
  let holder = null as Holder | null;
  let name = '';
  const signs = new RegExp(sign);
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const [what] = found;
    const start = found.index;
    if (what === '{' || what === '[') {
      holder = { name, within: holder, isList: what === '[', names: new Set(), type: '', isSigned: false };
      name = '';
    } else if (what === '}' || what === ']') {
      holder = holder?.within ?? null;
      name = '';
    } else if (what === ',') name = '';
    else if (what !== '"') yield { kind: 'number', start, end: start + what.length, said: what, name, holder };
    else {
      const end = closing(text, start) + 1;
      if (end === 0) return;
      signs.lastIndex = end;
      const said = decoded(text.slice(start, end));
      if (said === null) continue;
      if (holder && !holder.isList && isName(text, end)) {
        yield { kind: 'name', start, end, said, name: '', holder };
        holder.names.add((name = said));
      } else {
        if (holder && name === 'type') holder.type = said;
        if (holder && name === 'signature' && said !== '') holder.isSigned = true;
        yield { kind: 'text', start, end, said, name, holder };
      }
    }
  }
}

function closing(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
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
function decoded(literal: string): string | null {
  if (!literal.includes('\\') && !hasControls.test(literal)) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return null;
  }
}
// eslint-disable-next-line no-control-regex -- JSON allows none of them in a string
const hasControls = /[\u0000-\u001f]/;
