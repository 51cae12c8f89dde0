import { AppError } from '../../../shared/errors.ts';
import type { ExportOptions } from '../../../shared/export.ts';
import type { CollectionItem } from '../../../shared/library.ts';
import { openTranscript } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import { openCollection } from '../library/collections.ts';
import type { ReaderParts } from '../parts.ts';
import { chaptersOf, partOf } from './chapters.ts';
import type { Chapter, Document } from './document.ts';

/** Whole sessions and stretches of others, in the order somebody gave them. */
export function ofCollection({ index, library }: ReaderParts, id: number, options: ExportOptions): Document {
  const { collection, items } = openCollection({ index, library }, id);
  if (items.length === 0) throw new AppError('not_found', `There is nothing in the collection “${collection.name}”.`);
  const about = collection.note.trim() === '' ? [] : [collection.note];
  const chapters = stretchesOf(items).flatMap((stretch) => ofItems(index, stretch, options));
  return { title: collection.name, began: collection.changed, about, leftOut: [], chapters };
}

type Stretch = readonly [CollectionItem, ...CollectionItem[]];

/** Items that stand side by side and are of the same transcript make one chapter. */
function stretchesOf(items: readonly CollectionItem[]): Stretch[] {
  const stretches: [CollectionItem, ...CollectionItem[]][] = [];
  for (const item of items) {
    const last = stretches.at(-1);
    const goesOn = last && isPart(item) && isPart(last[0]) && item.session === last[0].session;
    if (goesOn && item.file === last[0].file) last.push(item);
    else stretches.push([item]);
  }
  return stretches;
}

const isPart = ({ session, position }: CollectionItem) => session !== null && position !== null;

function ofItems(index: ReadDb, items: Stretch, options: ExportOptions): Chapter[] {
  const [{ session, scope, title, excerpt, file }] = items;
  if (session !== null && scope === 'session') return chaptersOf(openTranscript(index, session), options);
  if (session === null || !isPart(items[0])) {
    const words = excerpt ?? 'This is no longer in the index.';
    return [{ what: 'lost', title, session: null, details: null, file: '', positions: [], words }];
  }
  const positions = items.flatMap(({ position, end }) => {
    const from = position ?? 0;
    return Array.from({ length: Math.max(1, (end ?? from) - from + 1) }, (_, nth) => from + nth);
  });
  return [partOf(index, { session, file: file ?? undefined, positions })];
}
