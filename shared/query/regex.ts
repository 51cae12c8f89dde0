import type { Span } from './types.ts';

const longest = 500; // keeps looking for the closing slash cheap, however many slashes there are

interface Regex extends Span {
  readonly kind: 'regex';
  readonly source: string;
  readonly flags: string;
}

/**
 * The regular expression that begins at a slash. Null where it is none: paths (`/usr/bin`), commands (`/clear`) and
 * slashes between words are far more frequent, so it must close, and only flags may follow.
 */
export function regexAt(text: string, start: number): Regex | null {
  if (/\s/.test(text.charAt(start + 1))) return null;
  const slash = closingSlash(text, start, true) ?? closingSlash(text, start, false);
  if (slash === null || slash === start + 1) return null;
  const flags = flagsAt(text, slash + 1);
  if (flags === null) return null;
  return { kind: 'regex', source: text.slice(start + 1, slash), flags, start, end: slash + 1 + flags.length };
}

/** In `[/]` a slash does not close; where that finds no end, the bracket was a slip. */
function closingSlash(text: string, start: number, brackets: boolean): number | null {
  let inside = false;
  for (let at = start + 1; at < text.length && at <= start + longest; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '[') inside = brackets;
    else if (char === ']') inside = false;
    else if (char === '/' && !inside) return at;
  }
  return null;
}

const flagPattern = /([dgimsuvy]*)(?![^\s()])/y;

function flagsAt(text: string, start: number): string | null {
  flagPattern.lastIndex = start;
  const flags = flagPattern.exec(text)?.[1];
  return flags === undefined || new Set(flags).size < flags.length ? null : flags;
}

export const knownFlags = (flags: string) => flags.replace(/[^imsu]/g, '');

/** Why it is no regular expression, or null. */
export function regexFault(source: string, flags: string): string | null {
  try {
    new RegExp(source, flags);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reason.slice(reason.lastIndexOf(': ') + 1).trim(); // engines repeat the whole expression before it
  }
}
