import { setImmediate } from 'node:timers/promises';
import type { Entry } from '../../../../shared/schemas.ts';
import { inputOf } from '../../browse/detail/call.ts';
import { imagesOf } from '../../browse/detail/images.ts';
import { placesOf, RecordReader } from '../../browse/detail/records.ts';
import { findFile, listEntries, type OpenFile } from '../../browse/entries.ts';
import type { RawRecord } from '../../ingest/parse.ts';
import type { Chapter } from '../document.ts';
import { picturesOf, type Picture } from '../pictures.ts';
import { cleanEntry, pages, type Reading } from '../reading.ts';

/** An entry as data. */
export interface FlatItem {
  readonly entry: Entry;
  /** Of a call: what the tool was given. */
  readonly input: RawRecord | null;
  readonly pictures: readonly Picture[];
}

const pageSize = 100;

/** Every entry in the order of the file, whatever became of it in the conversation. */
export async function* flatItemsOf(reading: Reading, chapter: Chapter): AsyncGenerator<FlatItem> {
  if (!chapter.session) return;
  const file = findFile(reading.index, chapter.session.ref, chapter.file);
  const all = chapter.positions ?? Array.from({ length: file.entries }, (_, position) => position);
  for (const positions of pages(all, pageSize)) {
    yield* pageOf(reading, chapter.session.ref, file, positions);
    await setImmediate();
  }
}

function pageOf(
  { index, cleaner, copyOf, options }: Reading,
  session: string,
  file: OpenFile,
  positions: number[],
): FlatItem[] {
  const place = { session, file: file.path };
  const { entries } = listEntries(index, { ...place, positions, limit: positions.length, offset: 0 });
  const shown = entries
    .filter(({ kind }) => kind !== 'thinking' || options.thinking)
    .filter(({ kind }) => kind !== 'tool_result' || options.toolOutput)
    .sort((a, b) => a.position - b.position);
  const looked = shown.filter(({ kind, image }) => kind === 'tool_call' || (image && options.images));
  const places = placesOf(
    index,
    file,
    looked.map(({ position }) => position),
    cleaner,
  );
  const reader = new RecordReader(file.path, copyOf, cleaner);
  try {
    // Before the texts: what a record calls a password is one in the text, too.
    const read = shown.map((entry) => {
      const at = places.get(entry.position);
      const found = at ? reader.read(at) : null;
      const input = at && found && entry.kind === 'tool_call' ? inputOf(found.record, at.toolUseId) : null;
      const images = at && found && entry.image && options.images ? imagesOf(found, at) : [];
      return { entry, input, pictures: picturesOf(index, place, images, copyOf) };
    });
    return read.map((item) => ({ ...item, entry: cleanEntry(item.entry, cleaner.field) }));
  } finally {
    reader.close();
  }
}
