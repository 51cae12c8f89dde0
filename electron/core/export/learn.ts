import { setImmediate } from 'node:timers/promises';
import { cancelled } from '../../../shared/errors.ts';
import { linesOf, RecordReader } from '../browse/detail/records.ts';
import { findFile, listEntries } from '../browse/entries.ts';
import type { Chapter } from './document.ts';
import { pages, type Reading } from './reading.ts';

type Learning = Pick<Reading, 'index' | 'cleaner' | 'copyOf'>;

const pageSize = 200;

/** Looks through everything that may be written, so that a secret is known before it is met for the first time. */
export async function learn(learning: Learning, chapters: readonly Chapter[], signal: AbortSignal): Promise<void> {
  for (const { session, file: path, positions } of chapters) {
    if (!session) continue;
    const { entries } = findFile(learning.index, session.ref, path);
    const all = positions ?? Array.from({ length: entries }, (_, position) => position);
    for (const some of pages(all, pageSize)) {
      learnPage(learning, { session: session.ref, file: path }, some);
      await setImmediate();
      if (signal.aborted) throw cancelled();
    }
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
