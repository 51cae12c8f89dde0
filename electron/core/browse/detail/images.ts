import { AppError } from '../../../../shared/errors.ts';
import { noCopies, type CopyOf } from '../../archive/list.ts';
import { asList, asObject, asText, parseLine, type RawRecord } from '../../ingest/parse.ts';
import type { ReadDb } from '../../db/handles.ts';
import { findFile } from '../entries.ts';
import { resultBlockOf } from './call.ts';
import { placesOf, RecordReader, type Found, type Placed } from './records.ts';

const isImage = (block: RawRecord) => block['type'] === 'image';

/** The pictures of an entry, as blocks of its record. */
function imageBlocks(record: RawRecord, { kind, toolUseId, nth }: Placed): RawRecord[] {
  if (kind === 'tool_result') {
    return asList(resultBlockOf(record, toolUseId)?.['content']).map(asObject).filter(isImage);
  }
  if (kind !== 'image') return [];
  const queued = asObject(record['attachment'])['prompt'];
  const content = asObject(record['message'])['content'] ?? queued ?? record['content'];
  const one = asList(content).map(asObject).filter(isImage)[nth];
  return one ? [one] : [];
}

const typeOf = (block: RawRecord) => asText(asObject(block['source'])['media_type']) ?? 'image/png';

export function imagesOf({ record, pictures }: Found, place: Placed) {
  const blocks = imageBlocks(record, place);
  const copies = asText(asObject(asObject(asObject(record['toolUseResult'])['file']))['base64']) === null ? 1 : 2;
  return blocks.map((block, index) => {
    const data = asText(asObject(block['source'])['data'])?.length ?? Math.round(pictures / blocks.length / copies);
    return { position: place.position, index, type: typeOf(block), bytes: Math.round((data * 3) / 4) };
  });
}

const shownTypes = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** One picture, whole. */
export function readImage(
  index: ReadDb,
  at: { session: string; file?: string | undefined; position: number; index: number },
  copyOf: CopyOf = noCopies,
): { type: string; data: string } {
  const file = findFile(index, at.session, at.file);
  const place = placesOf(index, file, [at.position]).get(at.position);
  const reader = new RecordReader(file.path, copyOf);
  try {
    const bytes = place && reader.bytes(place);
    const records = bytes ? wholeRecords(bytes) : [];
    const block = place && records.flatMap((record) => imageBlocks(record, place))[at.index];
    const type = block ? typeOf(block) : '';
    const data = block ? (asText(asObject(block['source'])['data']) ?? '') : '';
    if (!shownTypes.test(type) || !base64.test(data)) throw gone();
    return { type, data };
  } finally {
    reader.close();
  }
}

const gone = () => new AppError('not_found', 'The picture is no longer in the transcript.');

/** With the pictures that `parseLine` passes over. */
function wholeRecords(bytes: Buffer): readonly RawRecord[] {
  try {
    return [asObject(JSON.parse(bytes.toString('utf8')))];
  } catch {
    return parseLine(bytes).records;
  }
}
