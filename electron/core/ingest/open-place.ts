import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { openCopy, type Copies } from '../archive/copy.ts';
import { inodeOf } from './discover.ts';
import type { ReadAt } from './read.ts';

/** What a transcript is read from: its file, or the copy in the archive that stands in for it. */
export interface Opened {
  readonly size: number;
  readonly inode: number;
  readonly read: ReadAt;
  close(): void;
}

export function openPlace(path: string, copies: Copies = {}): Opened {
  const copy = copies[path];
  return copy === undefined ? openFile(path) : openCopy(copy);
}

export function openFile(path: string): Opened {
  const fd = openSync(path, 'r');
  try {
    const { size, ino } = fstatSync(fd);
    return { size, inode: inodeOf(ino), read: readOf(fd), close: () => closeSync(fd) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

export const readOf =
  (fd: number): ReadAt =>
  (target, length, at) =>
    readSync(fd, target, 0, length, at);
