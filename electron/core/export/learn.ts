import { setImmediate } from 'node:timers/promises';
import { cancelled } from '../../../shared/errors.ts';
import { linesOf, RecordReader } from '../browse/detail/records.ts';
import { findFile, listEntries } from '../browse/entries.ts';
import type { Chapter } from './document.ts';
import { pages, type Reading } from './reading.ts';

type Learning = Pick<Reading, 'index' | 'cleaner' | 'copyOf'>;

const pageSize = 200;

/** Of so many transcripts also what is not shown is looked through: it may tell what in the rest is a secret. */
const few = 20;

/** Looks through everything that may be written, so that a secret is known before it is met for the first time. */
export async function learn(learning: Learning, chapters: readonly Chapter[], signal: AbortSignal): Promise<void> {
  const { cleaner } = learning;
  const parts = new Map(chapters.filter(({ positions }) => positions !== null).map((part) => [part.file, part]));
  cleaner.counts = false;
  if (parts.size <= few)
    for (const part of parts.values()) await learnOne(learning, { ...part, positions: null }, signal);
  cleaner.counts = true;
  for (const chapter of chapters) await learnOne(learning, chapter, signal);
}

async function learnOne(learning: Learning, chapter: Chapter, signal: AbortSignal): Promise<void> {
  const { session, file: path, positions } = chapter;
  if (!session) return;
  const { entries } = findFile(learning.index, session.ref, path);
  const all = positions ?? Array.from({ length: entries }, (_, position) => position);
  for (const some of pages(all, pageSize)) {
    learnPage(learning, { session: session.ref, file: path }, some);
    await setImmediate();
    if (signal.aborted) throw cancelled();
  }
}

/** The texts, and the records that they were made of: in those the name of a field tells some. */
function learnPage(
  { index, cleaner, copyOf }: Learning,
  place: { session: string; file: string },
  positions: readonly number[],
): void {
  const { entries } = listEntries(index, { ...place, positions, limit: positions.length, offset: 0 });
  for (const { text } of entries) cleaner.learn(text);
  const file = findFile(index, place.session, place.file);
  const reader = new RecordReader(file.path, copyOf);
  try {
    for (const line of linesOf(index, file, positions)) {
      const found = reader.read(line);
      if (found) cleaner.record(found.record);
    }
  } finally {
    reader.close();
  }
}
