import type { Span } from './views.ts';

/** What is to be taken out of a text, and what stands there instead. */
export interface Mark extends Span {
  readonly sign: string;
}

/** In order, none within another. */
export function merged(marks: readonly Mark[]): Mark[] {
  if (marks.length < 2) return [...marks];
  const found: Mark[] = [];
  for (const mark of marks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = found.at(-1);
    if (last && mark.start < last.end) found[found.length - 1] = { ...last, end: Math.max(last.end, mark.end) };
    else found.push(mark);
  }
  return found;
}

export function blackOut(text: string, marks: readonly Mark[]): string {
  if (marks.length === 0) return text;
  let from = 0;
  let kept = '';
  for (const { start, end, sign } of marks) {
    kept += text.slice(from, start) + sign;
    from = end;
  }
  return kept + text.slice(from);
}
