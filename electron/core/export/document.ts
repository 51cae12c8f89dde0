import type { Session, SessionDetails } from '../../../shared/schemas.ts';

/** A stretch of a document with a heading of its own. */
export interface Chapter {
  /** A session, one of its subagents, some entries of either, or something that is no longer there. */
  readonly what: 'session' | 'agent' | 'part' | 'lost';
  readonly title: string;
  readonly session: Session | null;
  readonly details: SessionDetails | null;
  readonly file: string;
  /** In order; null for all of them. */
  readonly positions: readonly number[] | null;
  /** What is left of something lost, and what there is to say of anything else. */
  readonly words: string;
}

export interface Document {
  readonly title: string;
  /** When what it holds began: the date in its name. */
  readonly began: number | null;
  /** Sentences about it: a collection's note, what was searched for. */
  readonly about: readonly string[];
  /** Sentences about what is not in it. */
  readonly leftOut: readonly string[];
  readonly chapters: readonly Chapter[];
}

/** Ids of the sessions that it holds something of. */
export const sessionsIn = ({ chapters }: Document): string[] => [
  ...new Set(chapters.flatMap(({ session }) => session?.sessionId ?? [])),
];
