import type { Spot } from '../../shared/library.ts';
import { endOf } from '../lib/bookmarks.ts';
import type { Transcript } from './transcript.svelte.ts';

interface Span {
  readonly transcript: Transcript;
  /** Rows by their first positions, in order. */
  readonly from: number;
  readonly to: number;
}

/** The place of a whole session, one entry of it or several, as the core takes it. */
export function spotIn({ session, file, isMain }: Transcript, position?: number, end?: number): Spot {
  const place = { session: session.ref, ...(isMain ? {} : { file: file.file }) };
  if (position === undefined) return { session: session.ref };
  return { ...place, position, ...(end === undefined || end === position ? {} : { end }) };
}

/** Messages chosen together: by a selection of their text, or by a click and a Shift-click. */
export class Spanned {
  #span = $state.raw<Span | null>(null);
  #byText = false;
  /** The row that was clicked last; -1 for none. */
  anchor = -1;

  get rows(): number {
    const span = this.#span;
    return span ? span.transcript.rowOf(span.to) - span.transcript.rowOf(span.from) + 1 : 0;
  }

  get spot(): Spot | null {
    const span = this.#span;
    if (!span) return null;
    const { transcript, from, to } = span;
    const last = transcript.rows[transcript.rowOf(to)];
    return spotIn(transcript, from, last ? Math.max(to, endOf(last, transcript.shape)) : to);
  }

  has(transcript: Transcript, row: number): boolean {
    const span = this.#span;
    return span?.transcript === transcript && span.from <= row && row <= span.to;
  }

  /** From the row clicked before to this one. */
  through(transcript: Transcript, row: number): void {
    const from = this.anchor < 0 ? transcript.top : this.anchor;
    this.#byText = false;
    this.#span = spanOf(transcript, from, row);
  }

  /** The rows that a selection of text begins and ends in; it says nothing about what was clicked. */
  select(transcript: Transcript, from: number, to: number): void {
    this.#byText = true;
    this.#span = from === to ? null : spanOf(transcript, from, to);
  }

  /** The text is no longer selected. */
  unselect(): void {
    if (this.#byText) this.#span = null;
  }

  clear(): void {
    this.#span = null;
    this.anchor = -1;
  }
}

const spanOf = (transcript: Transcript, a: number, b: number): Span => ({
  transcript,
  from: Math.min(a, b),
  to: Math.max(a, b),
});
