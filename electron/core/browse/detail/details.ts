import type { Detail } from '../../../../shared/detail.ts';
import { noCopies, type CopyOf } from '../../archive/list.ts';
import { asObject, type RawRecord } from '../../ingest/parse.ts';
import type { ReadDb } from '../../db/handles.ts';
import { findFile, type OpenFile } from '../entries.ts';
import { skeletonOf } from '../skeleton.ts';
import { dataOf, inputOf, resultBlockOf, saidBy, type Result } from './call.ts';
import { imagesOf } from './images.ts';
import { showOther } from './others.ts';
import { jsonOf } from './part.ts';
import { placesOf, RecordReader, type Cleaning, type Placed } from './records.ts';
import { show } from './tools.ts';

export interface DetailsOf {
  readonly session: string;
  readonly file?: string | undefined;
  readonly positions: readonly number[];
  /** With what unfolds, not only what the line says. */
  readonly full: boolean;
  readonly most: number;
}

/** What the records say beyond their text. One whose line is gone or changed is left out. */
export function listDetails(
  index: ReadDb,
  wanted: DetailsOf,
  copyOf: CopyOf = noCopies,
  cleaning?: Cleaning,
): { details: Detail[] } {
  const file = findFile(index, wanted.session, wanted.file);
  const { results } = skeletonOf(index, file);
  const answers = wanted.positions.flatMap((position) => results.get(position) ?? []);
  const places = placesOf(index, file, [...new Set([...wanted.positions, ...answers])], cleaning);
  const reader = new RecordReader(file.path, copyOf, cleaning);
  const keptText = (place: Placed) => {
    const text = index.prepare('SELECT text FROM entry_text WHERE id = ?').pluck().get(place.id) as string;
    return cleaning?.text(text) ?? text;
  };
  try {
    const details = wanted.positions.flatMap((position) => {
      const place = places.get(position);
      if (!place) return [];
      const replies = (results.get(position) ?? []).flatMap((at) => places.get(at) ?? []);
      const detail =
        place.kind === 'tool_call' ? ofCall(reader, place, replies, wanted, keptText) : ofOther(reader, place, wanted);
      return detail ? [detail] : [];
    });
    return { details };
  } finally {
    reader.close();
  }
}

const blank = { note: null, outcome: null, ms: null, added: null, removed: null, exit: null, images: [], body: null };

function ofOther(reader: RecordReader, place: Placed, { full, most }: DetailsOf): Detail | null {
  const found = reader.read(place);
  if (!found) return null;
  const { title, note, ms, body } = showOther(place, found.record, most);
  const images = imagesOf(found, place);
  return {
    ...blank,
    position: place.position,
    title,
    note: note ?? null,
    ms: ms ?? null,
    images,
    body: full ? body : null,
  };
}

function ofCall(
  reader: RecordReader,
  place: Placed,
  replies: readonly Placed[],
  { full, most }: DetailsOf,
  keptText: (place: Placed) => string,
): Detail | null {
  const input = inputOf(reader.read(place)?.record ?? {}, place.toolUseId);
  if (!input) return null;
  const last = replies.at(-1);
  const found = last ? reader.read(last) : null;
  const result = last && found ? resultOf(last, found.record, full ? keptText : null) : null;
  const { title, note, added, removed, exit, body } = show({ tool: place.tool ?? '', input, result, most });
  return {
    position: place.position,
    title,
    note: note ?? null,
    outcome: outcomeOf(last, found?.record, result),
    ms: timeBetween(place, last),
    added: added ?? null,
    removed: removed ?? null,
    exit: exit ?? null,
    images: last && found ? imagesOf(found, last) : [],
    body: full ? body() : null,
  };
}

function timeBetween({ time: from }: Placed, last: Placed | undefined): number | null {
  const to = last?.time ?? null;
  return from !== null && to !== null && to >= from ? to - from : null;
}

/** A large output is in a file of its own; the index has it whole. */
function resultOf(place: Placed, record: RawRecord, keptText: ((place: Placed) => string) | null): Result {
  const data = dataOf(record);
  const block = resultBlockOf(record, place.toolUseId) ?? {};
  const text = keptText && place.subtype === 'persisted' ? keptText(place) : saidBy(block, data);
  return { text, data: asObject(data), error: place.error !== 0 };
}

const refused = /^(The user doesn't want to proceed|The user rejected|Permission to use|User rejected)/;
const stopped = /^\[Request interrupted|^The user interrupted|^Interrupted by user/;

function outcomeOf(last: Placed | undefined, record: RawRecord | undefined, result: Result | null): Detail['outcome'] {
  if (!last) return 'open';
  if (result?.data['interrupted'] === true || stopped.test(result?.text ?? '')) return 'interrupted';
  if (record?.['toolDenialKind'] !== undefined || (last.error && refused.test(result?.text ?? ''))) return 'denied';
  return last.error ? 'error' : 'ok';
}

const longestRecord = 16_000_000;

/** The record of an entry as it is in the file, set for reading; pictures are left out of a long one. */
export function readRecord(
  index: ReadDb,
  session: string,
  file: string | undefined,
  position: number,
  copyOf: CopyOf = noCopies,
) {
  const open: OpenFile = findFile(index, session, file);
  const place = placesOf(index, open, [position]).get(position);
  const reader = new RecordReader(open.path, copyOf);
  try {
    const found = place ? reader.read(place) : null;
    return { json: found ? jsonOf(found.record).slice(0, longestRecord) : null };
  } finally {
    reader.close();
  }
}
