import { AppError } from '../../../shared/errors.ts';
import type { ExportOptions, ExportSubject } from '../../../shared/export.ts';
import type { Hit, Transcript } from '../../../shared/schemas.ts';
import { openTranscript } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import type { ReaderParts } from '../parts.ts';
import { chaptersOf, partOf } from './chapters.ts';
import { ofCollection } from './collection.ts';
import type { Chapter, Document } from './document.ts';
import { count } from './words.ts';

/** Hits of one export: beyond this nobody reads the document. */
export const mostHits = 10_000;

/** Sessions make a document each; anything else makes one. */
export const documentsIn = (subject: ExportSubject) => (subject.what === 'sessions' ? subject.sessions.length : 1);

/** What goes into one of the documents. */
export async function documentOf(
  parts: ReaderParts,
  subject: ExportSubject,
  index: number,
  options: ExportOptions,
  signal?: AbortSignal,
): Promise<Document> {
  if (index >= documentsIn(subject)) throw new AppError('bad_input', `There is no document ${index} in this export.`);
  switch (subject.what) {
    case 'sessions':
      return ofSession(openTranscript(parts.index, subject.sessions[index] ?? ''), options);
    case 'entries':
      return ofEntries(parts.index, subject);
    case 'search':
      return ofSearch(parts, subject.query, signal);
    case 'collection':
      return ofCollection(parts, subject.id, options);
  }
}

function ofSession(opened: Transcript, options: ExportOptions): Document {
  const { session } = opened;
  return {
    title: session.title,
    began: session.started,
    about: [],
    leftOut: [],
    chapters: chaptersOf(opened, options),
  };
}

function ofEntries(index: ReadDb, subject: Extract<ExportSubject, { what: 'entries' }>): Document {
  const chapter = partOf(index, subject);
  if (chapter.positions?.length === 0) throw new AppError('not_found', 'None of these entries is in the transcript.');
  return { title: chapter.title, began: chapter.session?.started ?? null, about: [], leftOut: [], chapters: [chapter] };
}

async function ofSearch(parts: ReaderParts, query: string, signal?: AbortSignal): Promise<Document> {
  const found = await parts.search.run({ query, stage: 'full', limit: mostHits, offset: 0 }, signal);
  const [{ message } = { message: '' }] = found.problems;
  if (found.hits.length === 0) throw new AppError('not_found', message || `Nothing was found for “${query}”.`);
  const places = Map.groupBy(found.hits, ({ session, file }) => `${session}\n${file}`);
  const chapters = [...places.values()].flatMap((hits) => ofHits(parts.index, hits));
  const more = found.total - found.hits.length;
  const total = `${found.exact ? '' : 'more than '}${count(found.total)}`;
  const bound = more > 0 ? [`Only the first ${count(found.hits.length)} of ${total} hits are in it.`] : [];
  const leftOut = [...bound, ...(message ? [message] : [])];
  return { title: query, began: Date.now(), about: [`What a search for “${query}” finds.`], leftOut, chapters };
}

function ofHits(index: ReadDb, hits: readonly Hit[]): Chapter[] {
  const [first] = hits;
  return first ? [partOf(index, { ...first, positions: hits.map(({ position }) => position) })] : [];
}
