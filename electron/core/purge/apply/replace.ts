import {
  chownSync,
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../../../shared/errors.ts';

const tries = 20;
/** Between opening a file and having written a line to it. */
const lateMilliseconds = 20;
const isWindows = process.platform === 'win32';

export type Sink = (bytes: Uint8Array) => void;
/** Writes what is to be in the file, from what is in it; returns how many bytes it read. */
export type Rewrite = (source: number, sink: Sink) => number;

/**
 * Writes a file again that others append to: beside it first, then in its place in one step. What is appended while
 * that goes on is noticed and it is done again; what comes in the very last moment is carried over. So nothing that
 * others wrote is lost, whenever we are stopped.
 */
export function replaceFile(named: string, rewrite: Rewrite, { keepTimes = false } = {}): void {
  const path = realpathSync(named);
  for (let attempt = 0; attempt < tries; attempt += 1) if (tryToReplace(path, rewrite, keepTimes)) return;
  throw new AppError('busy', `${named} was written to all the time. Close what writes to it, and try again.`);
}

export const siblingOf = (path: string) => `${path}.turnstone`;

function tryToReplace(path: string, rewrite: Rewrite, keepTimes: boolean): boolean {
  const sibling = siblingOf(path);
  const source = openSync(path, 'r');
  let isOpen = true;
  try {
    const before = fstatSync(source);
    const read = writeSibling(sibling, before, (sink) => rewrite(source, sink));
    if (!isStill(path, before, read)) return false;
    if (keepTimes) utimesSync(sibling, before.atimeMs / 1000, before.mtimeMs / 1000);
    if (isWindows) isOpen = (closeSync(source), false); // where what is open cannot be replaced
    renameSync(sibling, path);
    syncFolder(dirname(path));
    return !isOpen || carryOver(source, read, path);
  } finally {
    if (isOpen) closeSync(source);
    rmSync(sibling, { force: true });
  }
}

function writeSibling(sibling: string, { mode, uid, gid }: Stats, write: (sink: Sink) => number): number {
  rmSync(sibling, { force: true }); // of an earlier try that was stopped
  const target = openSync(sibling, 'wx', 0o600);
  try {
    const read = write((bytes) => {
      for (let at = 0; at < bytes.length;) at += writeSync(target, bytes, at);
    });
    if (!isWindows) {
      fchmodSync(target, mode & 0o7777);
      if (process.getuid?.() === 0) chownSync(sibling, uid, gid);
    }
    fsyncSync(target);
    return read;
  } finally {
    closeSync(target);
  }
}

function isStill(path: string, before: Stats, read: number): boolean {
  const now = statSync(path, { throwIfNoEntry: false });
  return now !== undefined && now.ino === before.ino && now.size === read && now.mtimeMs === before.mtimeMs;
}

/** Whoever had the old file open may have written to it between our last look and the exchange. */
function carryOver(source: number, read: number, path: string): boolean {
  pause(lateMilliseconds);
  const late = fstatSync(source).size - read;
  if (late <= 0) return true;
  const bytes = Buffer.alloc(late);
  readSync(source, bytes, 0, late, read);
  const target = openSync(path, 'a');
  try {
    writeSync(target, bytes);
  } finally {
    closeSync(target);
  }
  return false; // once more: it may be of a session that goes
}

const pause = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** A rename is only sure to last once its folder is written. */
export function syncFolder(path: string): void {
  if (isWindows) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
