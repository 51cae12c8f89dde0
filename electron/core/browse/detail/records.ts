import { noCopies, type CopyOf } from '../../archive/list.ts';
import { openCopy } from '../../archive/copy.ts';
import { withoutBase64 } from '../../ingest/base64.ts';
import { openFile, type Opened } from '../../ingest/open-place.ts';
import { parseLine, type RawRecord } from '../../ingest/parse.ts';
import { longestLine } from '../../ingest/read.ts';
import type { ReadDb } from '../../db/handles.ts';
import type { OpenFile } from '../entries.ts';
import type { Kind } from '../../../../shared/schemas.ts';

/** An entry with the place of its line. */
export interface Placed {
  readonly id: number;
  readonly position: number;
  readonly kind: Kind;
  readonly subtype: string | null;
  readonly tool: string | null;
  readonly toolUseId: string | null;
  readonly uuid: string | null;
  readonly time: number | null;
  readonly error: number;
  readonly offset: number;
  readonly length: number;
  /** Which one of its kind in its record. */
  readonly nth: number;
}

/** Where entries stand. With the same cleaning as its record, an entry is found in it by the same id. */
export function placesOf(
  index: ReadDb,
  { id }: OpenFile,
  positions: readonly number[],
  cleaning?: Cleaning,
): Map<number, Placed> {
  const rows = index
    .prepare(
      `SELECT id, position, kind, subtype, tool, tool_use_id AS toolUseId, uuid, time, error, offset, length,
         (SELECT count(*) FROM entry b WHERE b.file = e.file AND b.position BETWEEN e.position - 100 AND e.position - 1
          AND b.offset = e.offset AND b.kind = e.kind) AS nth
       FROM entry e WHERE file = @id AND position IN (SELECT value FROM json_each(@positions))`,
    )
    .all({ id, positions: JSON.stringify(positions) }) as Placed[];
  const clean = (toolUseId: string | null) => (toolUseId && cleaning?.field('id', toolUseId)) ?? toolUseId;
  return new Map(rows.map((row) => [row.position, { ...row, toolUseId: clean(row.toolUseId) }]));
}

/** Where a record stands. */
export type Line = Pick<Placed, 'position' | 'offset' | 'length' | 'uuid'>;

/** Each line that holds any of these entries, once. */
export const linesOf = (index: ReadDb, { id }: OpenFile, positions: readonly number[]): Line[] =>
  index
    .prepare(
      `SELECT min(position) AS position, offset, length, uuid FROM entry
       WHERE file = @id AND position IN (SELECT value FROM json_each(@positions)) GROUP BY offset, uuid`,
    )
    .all({ id, positions: JSON.stringify(positions) }) as Line[];

export interface Found {
  readonly record: RawRecord;
  /** Bytes of pictures that were passed over. */
  readonly pictures: number;
}

/** What is done to everything that is read, before anything is made of it. */
export interface Cleaning {
  text(text: string): string;
  /** What a record calls by this name. */
  field(name: string, text: string): string;
  record(record: RawRecord): RawRecord;
}

/**
 * Reads lines of a transcript by their places and nothing else of it. The file may be gone, then the archive may have a
 * copy of it; or cut or another one by now: a line that is not the record it was is null.
 */
export class RecordReader {
  #file: Opened | null;
  readonly #found = new Map<number, Found | null>();
  readonly #cleaning: Cleaning | undefined;

  constructor(path: string, copyOf: CopyOf = noCopies, cleaning?: Cleaning) {
    this.#file = openEither(path, copyOf);
    this.#cleaning = cleaning;
  }

  read(place: Line): Found | null {
    const known = this.#found.get(place.position);
    if (known !== undefined) return known;
    const bytes = this.bytes(place);
    const found = bytes && this.#parsed(bytes, place);
    this.#found.set(place.position, found);
    return found;
  }

  bytes({ offset, length }: Line): Buffer | null {
    if (this.#file === null || length > longestLine) return null;
    const bytes = Buffer.allocUnsafe(length);
    try {
      return this.#file.read(bytes, length, offset) === length ? bytes : null;
    } catch {
      return null;
    }
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
  }

  #parsed(bytes: Buffer, { uuid }: Line): Found | null {
    const lean = withoutBase64(bytes);
    const { records } = parseLine(lean);
    const record = records.find((one) => uuid === null || one['uuid'] === uuid);
    if (!record) return null;
    return { record: this.#cleaning?.record(record) ?? record, pictures: bytes.length - lean.length };
  }
}

function openEither(path: string, copyOf: CopyOf): Opened | null {
  try {
    return openFile(path);
  } catch {
    const copy = copyOf(path); // swept, or not readable
    if (copy === null) return null; // what the index holds has to do
    try {
      return openCopy(copy);
    } catch {
      return null;
    }
  }
}
