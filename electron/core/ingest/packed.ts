import type { Text } from './normalise/block.ts';
import type { Parcel } from './source.ts';

/** Parcels whose texts are one piece of memory, which is handed over to the other thread rather than copied. */
export interface Packed {
  readonly parcels: readonly Parcel[];
  readonly texts: ArrayBuffer;
}

export function packed(parcels: readonly Parcel<string>[]): Packed {
  const blocks = parcels.flatMap(({ chunk }) => chunk.records.flatMap(({ blocks }) => blocks));
  const size = (text: string | undefined) => (text === undefined ? 0 : Buffer.byteLength(text));
  const texts = new ArrayBuffer(blocks.reduce((sum, { text, indexed }) => sum + size(text) + size(indexed), 0));
  const bytes = Buffer.from(texts);
  let end = 0;
  const put = (text: string): Text => {
    const start = end;
    end += bytes.write(text, start);
    return new Uint8Array(texts, start, end - start);
  };
  const withBytes = ({ job, chunk }: Parcel<string>): Parcel => {
    const records = chunk.records.map((record) => ({
      ...record,
      blocks: record.blocks.map(({ text, indexed, ...block }) =>
        indexed === undefined ? { ...block, text: put(text) } : { ...block, text: put(text), indexed: put(indexed) },
      ),
    }));
    return { job, chunk: { ...chunk, records } };
  };
  return { parcels: parcels.map(withBytes), texts };
}
