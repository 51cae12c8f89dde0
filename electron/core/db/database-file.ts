import { fstatSync, openSync, statSync } from 'node:fs';

const open = new Map<string, number>();

/**
 * A database's file, to look at its bytes. It stays open: a system that knows POSIX locks lets go of all that this
 * process holds on a file as soon as it closes it once, and SQLite's are among them. Then another program that ends
 * may take itself for the last one and delete the log that we go on writing to.
 */
export function databaseFile(path: string): number {
  const { dev, ino } = statSync(path);
  const known = open.get(path);
  if (known !== undefined && isThat(known, dev, ino)) return known;
  const fd = openSync(path, 'r');
  open.set(path, fd);
  return fd;
}

function isThat(fd: number, dev: number, ino: number): boolean {
  const stat = fstatSync(fd);
  return stat.dev === dev && stat.ino === ino;
}
