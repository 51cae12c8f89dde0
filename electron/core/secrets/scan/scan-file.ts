import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inodeOf, reasonOf } from '../../ingest/discover.ts';
import { asText, parseLine } from '../../ingest/parse.ts';
import { guardAt, readLines } from '../../ingest/read.ts';
import type { Certainty } from '../../../../shared/secrets.ts';
import type { Found } from '../detect.ts';
import { fingerprintOf, maskedOf } from '../fingerprint.ts';
import { stringsOf } from '../strings.ts';
import type { Place, Reached } from './places.ts';
import { Sieve, type Origin } from './sieve.ts';
import { textBlocks } from './text-blocks.ts';

export interface LineFinding extends Origin {
  readonly rule: string;
  readonly provider: string;
  readonly certainty: Certainty;
  readonly masked: string;
  readonly fingerprint: string;
}

/** A stretch of one file. */
export interface Stretch extends Reached {
  readonly place: Place;
  /** Where it begins; from 0 on, everything found before is void. */
  readonly from: number;
  readonly fromLine: number;
  readonly inode: number;
  readonly findings: readonly LineFinding[];
  readonly bytes: number;
  readonly error: string | null;
  readonly done: boolean;
}

const stretchBytes = 2 << 20;

/** Looks through a file from where it was left, in stretches. */
export function* scanFile(place: Place, reached: Reached, key: Uint8Array): Generator<Stretch> {
  const failed = (error: unknown): Stretch => ({
    ...{ place, ...reached, from: reached.offset, fromLine: reached.lines, findings: [], bytes: 0, done: false },
    ...{ inode: place.inode, error: reasonOf(error) },
  });
  let fd: number;
  try {
    fd = openSync(place.path, 'r');
  } catch (error) {
    yield failed(error);
    return;
  }
  try {
    yield* place.kind === 'lines' ? linesOf(fd, place, reached, key) : blocksOf(fd, place, key);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error; // not the disk's fault
    yield failed(error);
  } finally {
    closeSync(fd);
  }
}

function* linesOf(fd: number, place: Place, reached: Reached, key: Uint8Array): Generator<Stretch> {
  const { size, ino } = fstatSync(fd);
  const inode = inodeOf(ino);
  const goesOn = inode === reached.inode && size >= reached.offset && guardAt(fd, reached.offset) === reached.guard;
  let { offset, lines } = goesOn ? reached : { offset: 0, lines: 0 };
  let [from, fromLine, bytes] = [offset, lines, 0];
  const findings = new Findings(key);
  const sieve = new Sieve((origin, value, found) => findings.add(origin, value, found));
  const stretch = (done: boolean): Stretch => {
    sieve.flush();
    const guard = guardAt(fd, offset);
    const next = {
      place,
      from,
      fromLine,
      inode,
      offset,
      lines,
      guard,
      findings: findings.take(),
      bytes,
      error: null,
      done,
    };
    [from, fromLine, bytes] = [offset, lines, 0];
    return next;
  };
  for (const line of readLines(fd, offset)) {
    if (line.bytes) sift(line.bytes, lines + 1, place.shared, sieve);
    else findings.skipped += 1;
    bytes += line.length;
    if (!line.ended) break; // looked through, but it may go on: the next time begins with it
    offset += line.length;
    lines += 1;
    if (bytes >= stretchBytes) yield stretch(false);
  }
  const last = stretch(true);
  const tooLong = `${findings.skipped === 1 ? 'a line is' : `${findings.skipped} lines are`} too long to be read`;
  yield findings.skipped > 0 ? { ...last, error: tooLong } : last;
}

/** Puts every string of a line into the sieve; a line that is no JSON as it is. */
export function sift(bytes: Buffer, line: number, shared: boolean, sieve: Sieve): void {
  const { records, fault } = parseLine(bytes);
  for (const record of records) {
    const sessionId = shared ? asText(record['sessionId']) : null;
    stringsOf(record, (text) => sieve.add({ line, sessionId }, text));
  }
  if (fault !== null) sieve.add({ line, sessionId: null }, bytes.toString('utf8'));
}

/** A text is written once: it is always looked through from its beginning. */
function* blocksOf(fd: number, place: Place, key: Uint8Array): Generator<Stretch> {
  const { size, ino } = fstatSync(fd);
  const findings = new Findings(key);
  for (const { line, value, found } of textBlocks((target, at) => readSync(fd, target, 0, target.length, at))) {
    findings.add({ line, sessionId: null }, value, found);
  }
  const reached = { offset: size, lines: 0, guard: '', inode: inodeOf(ino) };
  yield { place, from: 0, fromLine: 0, ...reached, findings: findings.take(), bytes: size, error: null, done: true };
}

/** Each value once for each line. */
class Findings {
  readonly #key: Uint8Array;
  #found = new Map<string, LineFinding>();
  skipped = 0;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  add(origin: Origin, value: string, found: Found): void {
    const fingerprint = fingerprintOf(value, this.#key);
    const { rule, provider, certainty } = found;
    const finding = { ...origin, rule, provider, certainty, masked: maskedOf(value, found), fingerprint };
    this.#found.set(`${origin.line} ${fingerprint}`, finding);
  }

  take(): LineFinding[] {
    const found = [...this.#found.values()];
    this.#found = new Map();
    return found;
  }
}
