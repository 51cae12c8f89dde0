import type { Completion } from '../../shared/query/query.ts';

export interface Edited {
  readonly text: string;
  readonly caret: number;
  /** Whether there is more to complete right here: a field that wants its value. */
  readonly goesOn: boolean;
}

/** The text with a completion in its place, and a blank behind it where the next word will begin. */
export function completed(text: string, { start, end, insert }: Completion): Edited {
  const goesOn = insert.endsWith(':');
  const after = text.slice(end);
  const gap = goesOn || after.startsWith(' ') ? '' : ' ';
  return {
    text: text.slice(0, start) + insert + gap + after,
    caret: start + insert.length + (goesOn ? 0 : 1),
    goesOn,
  };
}

export const appended = (text: string, example: string) =>
  text.trim() === '' ? example : `${text.trimEnd()} ${example}`;

/** A sentence in pieces: what stands between backticks is code. */
export const ticked = (sentence: string) => sentence.split('`').map((text, index) => ({ text, code: index % 2 === 1 }));
