import type { Block, Text } from './normalise/block.ts';
import type { Chunk, TakenRecord } from './parse-file.ts';
import type { Parcel } from './source.ts';

/**
 * Parcels on their way between threads. Texts are one piece of memory, which is handed over rather than copied; records
 * and blocks are rows without the names of their fields, which would cost as much as all else.
 */
export interface Packed {
  readonly parcels: readonly PackedParcel[];
  readonly texts: ArrayBuffer;
}

interface PackedParcel {
  readonly job: number;
  readonly chunk: Omit<Chunk, 'records'>;
  readonly records: readonly PackedRecord[];
}

type PackedRecord = readonly [
  ...[uuid: TakenRecord['uuid'], parentUuid: TakenRecord['parentUuid'], time: number | null],
  ...[line: number, offset: number, length: number],
  ...[sidechain: boolean, message: boolean],
  ...[usage: TakenRecord['usage'], touches: TakenRecord['touches']],
  blocks: readonly PackedBlock[],
];

type PackedBlock = readonly [
  ...[kind: Block['kind'], role: Block['role']],
  /** Where the text ends in the memory, and where it ends as it is indexed: it begins where the one before it ends. */
  ...[textEnd: number, indexedEnd: number],
  ...[subtype: Block['subtype'], tool: Block['tool'], toolUseId: Block['toolUseId'], agent: Block['agent']],
  ...[error: boolean | undefined, image: boolean | undefined],
];

export function packed(parcels: readonly Parcel<string>[]): Packed {
  const texts = new ArrayBuffer(parcels.reduce((sum, { chunk }) => sum + sizeOf(chunk), 0));
  const bytes = Buffer.from(texts);
  let end = 0;
  const packBlock = (block: Block): PackedBlock => {
    const { kind, role, text, indexed, subtype, tool, toolUseId, agent, error, image } = block;
    const textEnd = (end += bytes.write(text, end));
    if (indexed !== undefined) end += bytes.write(indexed, end);
    return [kind, role, textEnd, end, subtype, tool, toolUseId, agent, error, image];
  };
  const packRecord = (record: TakenRecord): PackedRecord => {
    const { uuid, parentUuid, time, line, offset, length, sidechain, message, usage, touches, blocks } = record;
    return [uuid, parentUuid, time, line, offset, length, sidechain, message, usage, touches, blocks.map(packBlock)];
  };
  const sent = parcels.map(({ job, chunk: { records, ...chunk } }) => ({
    job,
    chunk,
    records: records.map(packRecord),
  }));
  return { parcels: sent, texts };
}

export function unpacked({ parcels, texts }: Packed): Parcel[] {
  let end = 0;
  const take = (to: number): Text => {
    const text = new Uint8Array(texts, end, to - end);
    end = to;
    return text;
  };
  const block = (row: PackedBlock): Block<Text> => {
    const [kind, role, textEnd, indexedEnd, subtype, tool, toolUseId, agent, error, image] = row;
    const text = take(textEnd);
    const indexed = indexedEnd === textEnd ? undefined : take(indexedEnd);
    return { kind, role, text, indexed, subtype, tool, toolUseId, agent, error, image };
  };
  const record = (row: PackedRecord): TakenRecord<Text> => {
    const [uuid, parentUuid, time, line, offset, length, sidechain, message, usage, touches, blocks] = row;
    const read = blocks.map(block);
    return { uuid, parentUuid, time, line, offset, length, sidechain, message, usage, touches, blocks: read };
  };
  return parcels.map(({ job, chunk, records }) => ({ job, chunk: { ...chunk, records: records.map(record) } }));
}

const byteLength = (text: string | undefined) => (text === undefined ? 0 : Buffer.byteLength(text));

function sizeOf({ records }: Chunk): number {
  let size = 0;
  for (const { blocks } of records) {
    for (const { text, indexed } of blocks) size += byteLength(text) + byteLength(indexed);
  }
  return size;
}
