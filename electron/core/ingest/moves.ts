import { closeSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import type { Batch } from './batch.ts';
import type { Transcript } from './discover.ts';
import { guardAt } from './read.ts';
import type { FileState } from './store.ts';

/**
 * Claude Code's /cd moves a transcript into another project's folder. Such a file is known by its inode and its bytes:
 * it keeps its row, so that nothing has to be read again. Returns the files that were found elsewhere.
 */
export function adoptMoved(
  batch: Batch,
  gone: readonly FileState[],
  transcripts: readonly Transcript[],
  known: ReadonlySet<string>,
): Set<FileState> {
  const moved = new Set<FileState>();
  if (gone.length === 0) return moved;
  const arrivals = new Map(transcripts.filter(({ path }) => !known.has(path)).map((one) => [one.inode, one]));
  for (const state of gone) {
    const arrival = arrivals.get(state.inode);
    if (!arrival || basename(arrival.path) !== basename(state.path) || !isSame(arrival, state)) continue;
    batch.begin();
    batch.store.moveFile(state, arrival);
    if (arrival.agent === null && state.session !== null) {
      batch.sessionStore.move(state.session, arrival.folder, arrival.path);
    }
    batch.touch(state);
    moved.add(state);
  }
  return moved;
}

function isSame({ path, size }: Transcript, { offset, guard }: FileState): boolean {
  if (size < offset || offset === 0) return false;
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return false; // reading it will say why
  }
  try {
    return guardAt(fd, offset) === guard;
  } finally {
    closeSync(fd);
  }
}
