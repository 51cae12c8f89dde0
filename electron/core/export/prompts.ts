import { plain } from '../../../shared/text/ansi.ts';
import { codes } from '../../../shared/outline.ts';
import { findFile, listEntries } from '../browse/entries.ts';
import { skeletonOf } from '../browse/skeleton.ts';
import type { Chapter } from './document.ts';
import type { PromptLine } from './format.ts';
import { pages, shownIn, type Reading } from './reading.ts';
import { firstLine } from './words.ts';

const isPrompt: string = codes.prompt + codes.queued;
const pageSize = 200;
const longestLine = 120;

/** The prompts of a whole session, a line each; made of the whole texts, so that no cut goes through a secret. */
export function promptsOf({ index, cleaner, options }: Reading, chapter: Chapter): PromptLine[] {
  if (chapter.what !== 'session' || !chapter.session) return [];
  const place = { session: chapter.session.ref, file: chapter.file };
  const skeleton = skeletonOf(index, findFile(index, place.session, place.file));
  const positions = shownIn(chapter, skeleton, options).filter((at) => isPrompt.includes(skeleton.kinds[at] ?? '-'));
  return [...pages(positions, pageSize)].flatMap((some) => {
    const { entries } = listEntries(index, { ...place, positions: some, limit: some.length, offset: 0 });
    return entries
      .sort((a, b) => a.position - b.position)
      .map(({ position, text, timestamp }) => {
        const line = firstLine(plain(cleaner.text(text)), longestLine);
        return { position, text: line, time: timestamp };
      });
  });
}

/** How many entries of a whole session were left behind by rewinds. */
export function hiddenIn({ index }: Reading, { session, file, positions }: Chapter): number {
  if (!session || positions !== null) return 0;
  const { graph } = skeletonOf(index, findFile(index, session.ref, file));
  return graph.abandoned.reduce((sum, { entries }) => sum + entries, 0);
}
