import { setImmediate } from 'node:timers/promises';
import { cancelled } from '../../../shared/errors.ts';
import { findFile, listEntries } from '../browse/entries.ts';
import { skeletonOf } from '../browse/skeleton.ts';
import type { Chapter } from './document.ts';
import { pages, shownIn, type Reading } from './reading.ts';

const pageSize = 200;

/** Looks through everything that will be written, so that a secret is known before it is met for the first time. */
export async function learn(
  { index, cleaner, options }: Pick<Reading, 'index' | 'cleaner' | 'options'>,
  chapters: readonly Chapter[],
  signal: AbortSignal,
): Promise<void> {
  for (const chapter of chapters) {
    if (!chapter.session) continue;
    const place = { session: chapter.session.ref, file: chapter.file };
    const skeleton = skeletonOf(index, findFile(index, place.session, place.file));
    const shown = shownIn(chapter, skeleton, options);
    const answers = options.toolOutput ? shown.flatMap((position) => skeleton.results.get(position) ?? []) : [];
    for (const positions of pages([...shown, ...answers], pageSize)) {
      const { entries } = listEntries(index, { ...place, positions, limit: positions.length, offset: 0 });
      for (const { text } of entries) cleaner.learn(text);
      await setImmediate();
      if (signal.aborted) throw cancelled();
    }
  }
}
