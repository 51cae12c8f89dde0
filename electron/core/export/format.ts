import type { Chapter, Document } from './document.ts';
import type { Reading } from './reading.ts';

export interface PromptLine {
  readonly position: number;
  readonly text: string;
  readonly time: number | null;
}

/** What a document begins with. All texts in it are clean. */
export interface Head {
  readonly document: Document;
  /** By chapter: the prompts in it, where it is a whole session. */
  readonly prompts: readonly (readonly PromptLine[])[];
  readonly version: string;
  readonly exported: number;
}

export interface Piece {
  readonly text: string;
  /** How many entries it is made of. */
  readonly entries: number;
}

/** Writes a document piece by piece, so that a long one is never in memory as a whole. */
export interface Format {
  head(head: Head): string;
  /** The beginning of a chapter; `hidden` entries were left behind by rewinds and are not shown. */
  chapter(chapter: Chapter, hidden: number): string;
  /** What is in a chapter, read by its own names: a clean one may have lost them. */
  body(reading: Reading, chapter: Chapter): AsyncGenerator<Piece>;
  end(secrets: number): string;
}
