import type { Copies } from '../archive/copy.ts';
import { reasonOf } from './discover.ts';
import { take, touchesOf, usageOf, noFacts, type Facts, type Usage } from './facts.ts';
import { openPlace, type Opened } from './open-place.ts';
import { isKnown } from './normalise/metadata.ts';
import { normalise, type Normal } from './normalise/normalise.ts';
import { withIndexed, type Block, type Text } from './normalise/block.ts';
import { asText, parseLine, type RawRecord } from './parse.ts';
import { withPersistedOutput } from './persisted.ts';
import { queuedBlocks } from './queue.ts';
import { guardAt, readLines, withoutEnd, type Line, type ReadAt } from './read.ts';

/** A transcript to read on from where it was left. */
export interface Job {
  readonly path: string;
  /** A subagent's: what it is told was typed by no one. */
  readonly agent: boolean;
  readonly inode: number;
  readonly offset: number;
  readonly lines: number;
  readonly guard: string;
  readonly facts: Facts;
  /** Bytes of the longest line that is taken into memory, where it is not the usual. */
  readonly longest?: number;
  /** What is read in place of files that are gone. */
  readonly copies?: Copies;
}

export interface TakenRecord<T extends Text = string> extends Normal<T> {
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  /** A record of type `user` or `assistant`. */
  readonly message: boolean;
  readonly usage: Usage | null;
  readonly touches: readonly { path: string; change: boolean }[];
}

export interface Fault {
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly reason: string;
}

/** A stretch of one transcript, and how far it brings the reading. */
export interface Chunk<T extends Text = string> {
  readonly inode: number;
  /** The file is not the one that was read before: everything known of it is void. */
  readonly restart: boolean;
  readonly records: readonly TakenRecord<T>[];
  /** How many more there were that leave nothing behind but the facts. */
  readonly others: number;
  readonly faults: readonly Fault[];
  readonly unknown: readonly { type: string; version: string; line: number }[];
  readonly offset: number;
  readonly lines: number;
  readonly guard: string;
  readonly facts: Facts;
  readonly bytes: number;
  /** Why reading ended before the end of the file. */
  readonly error: string | null;
  readonly done: boolean;
}

const chunkBytes = 2 << 20;

/** The rest of a transcript, in stretches. Nothing is kept between two of them but the facts. */
export function* parseFile(job: Job): Generator<Chunk> {
  let file: Opened;
  try {
    file = openPlace(job.path, job.copies);
  } catch (error) {
    yield { ...nothing(job), error: reasonOf(error), done: true };
    return;
  }
  try {
    yield* chunks(file, job);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error; // not the disk's fault
    yield { ...nothing(job), error: reasonOf(error), done: true };
  } finally {
    file.close();
  }
}

function* chunks({ inode, size, read }: Opened, job: Job): Generator<Chunk> {
  const restart =
    job.offset > 0 && !(inode === job.inode && size >= job.offset && guardAt(read, job.offset) === job.guard);
  const reading = new Reading(job, inode, restart);
  for (const line of readLines(read, reading.offset, job.longest)) {
    if (!reading.takeLine(line)) break;
    if (reading.bytes >= chunkBytes) yield reading.chunk(read, false);
  }
  yield reading.chunk(read, true);
}

export const nothing = ({ inode, offset, lines, guard, facts }: Job): Omit<Chunk, 'error' | 'done'> => ({
  inode,
  restart: false,
  records: [],
  others: 0,
  faults: [],
  unknown: [],
  offset,
  lines,
  guard,
  facts,
  bytes: 0,
});

class Reading {
  readonly #job: Job;
  readonly #inode: number;
  readonly #facts: Facts;
  #restart: boolean;
  #records: TakenRecord[] = [];
  #others = 0;
  #faults: Fault[] = [];
  #unknown: { type: string; version: string; line: number }[] = [];
  #lines: number;
  offset: number;
  bytes = 0;

  constructor(job: Job, inode: number, restart: boolean) {
    const afresh = restart || job.offset === 0;
    this.#job = job;
    this.#inode = inode;
    this.#restart = restart;
    this.#facts = afresh ? noFacts() : job.facts;
    this.#lines = afresh ? 0 : job.lines;
    this.offset = afresh ? 0 : job.offset;
  }

  /** False for a last line that is still being written: it waits. */
  takeLine({ bytes, offset, length, ended }: Line): boolean {
    const place = { line: this.#lines + 1, offset, length: bytes ? withoutEnd(bytes) : length - 1 };
    if (bytes) {
      const { records, fault } = parseLine(bytes);
      if (!ended && (fault !== null || records.length === 0)) return false;
      if (fault !== null) this.#faults.push({ ...place, reason: fault });
      for (const record of records) this.#tryToTake(record, place);
    } else {
      if (!ended) return false;
      this.#takeStub(place);
    }
    if (ended) this.#lines += 1;
    this.offset = offset + length;
    this.bytes += length;
    return true;
  }

  /** A record that we stumble over is a fault of its own: it must not keep the rest of the file from being read. */
  #tryToTake(record: RawRecord, place: Pick<TakenRecord, 'line' | 'offset' | 'length'>): void {
    try {
      this.#take(record, place);
    } catch (error) {
      this.#faults.push({ ...place, reason: `not understood: ${reasonOf(error)}` });
    }
  }

  #take(record: RawRecord, place: Pick<TakenRecord, 'line' | 'offset' | 'length'>): void {
    const type = asText(record['type']) ?? '(none)';
    if (!isKnown(type)) {
      const version = asText(record['version']) ?? this.#facts.versions.at(-1) ?? '';
      this.#unknown.push({ type: type.slice(0, 100), version, line: place.line });
    }
    const normal = normalise(this.#job.agent ? { ...record, isSidechain: true } : record);
    take(this.#facts, record, this.#job.agent ? { ...normal, sidechain: false } : normal);
    const blocks: readonly Block[] =
      type === 'queue-operation'
        ? queuedBlocks(this.#facts, record)
        : normal.blocks.map((block) => withPersistedOutput(block, this.#job.path, this.#job.copies));
    const message = type === 'user' || type === 'assistant';
    if (blocks.length === 0 && normal.uuid === null && !message) {
      this.#others += 1;
      return;
    }
    const usage = type === 'assistant' ? usageOf(record) : null;
    const touches = type === 'assistant' ? touchesOf(record) : [];
    this.#records.push({ ...normal, ...place, blocks: blocks.map(withIndexed), message, usage, touches });
  }

  /** A line too long to read is still there: it is shown as what it is. */
  #takeStub(place: Pick<TakenRecord, 'line' | 'offset' | 'length'>): void {
    const text = `A line of ${Math.round(place.length / 1e6)} MB, too long to be read`;
    this.#faults.push({ ...place, reason: 'too long to be read' });
    const blocks: Block[] = [{ kind: 'unknown', role: 'system', text, subtype: 'too long' }];
    const normal = { uuid: null, parentUuid: null, time: null, sidechain: false, blocks };
    this.#records.push({ ...normal, ...place, message: false, usage: null, touches: [] });
  }

  chunk(read: ReadAt, done: boolean): Chunk {
    const chunk: Chunk = {
      inode: this.#inode,
      restart: this.#restart,
      records: this.#records,
      others: this.#others,
      faults: this.#faults,
      unknown: this.#unknown,
      offset: this.offset,
      lines: this.#lines,
      guard: guardAt(read, this.offset),
      facts: structuredClone(this.#facts),
      bytes: this.bytes,
      error: null,
      done,
    };
    this.#restart = false;
    this.#records = [];
    this.#others = 0;
    this.#faults = [];
    this.#unknown = [];
    this.bytes = 0;
    return chunk;
  }
}
