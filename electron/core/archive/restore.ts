import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AppError, cancelled } from '../../../shared/errors.ts';
import { reasonOf, staysInside } from '../ingest/discover.ts';
import type { ReadAt } from '../ingest/read.ts';
import { openCopy } from './copy.ts';
import { frameBytes } from './format.ts';
import type { ArchivedFile, ArchiveList } from './list.ts';
import { syncFolder } from './sync-folder.ts';

interface Restoring {
  readonly list: ArchiveList;
  readonly signal: AbortSignal;
  taken(bytes: number): void;
}

/** Puts files back where they were, as they were. Nothing is written where anything else has taken their place. */
export async function restoreFiles(rows: readonly ArchivedFile[], restoring: Restoring): Promise<string[]> {
  const missing: ArchivedFile[] = [];
  for (const row of rows) if (!(await isThere(row, restoring))) missing.push(row);
  for (const row of missing) checkPlace(row);
  for (const row of missing) await restoreFile(row, restoring);
  return missing.map(({ file }) => file);
}

/** Whether the very same file is there; another one must not be overwritten. */
async function isThere(row: ArchivedFile, { signal, taken }: Restoring): Promise<boolean> {
  const there = lstatSync(row.file, { throwIfNoEntry: false });
  if (!there) return false;
  if (there.isFile() && there.size === row.size) {
    const file = await open(row.file, 'r');
    try {
      const hash = createHash('sha256');
      for await (const part of file.createReadStream({ highWaterMark: frameBytes, autoClose: false })) {
        if (signal.aborted) throw cancelled();
        hash.update(part as Buffer);
        taken((part as Buffer).length);
      }
      if (hash.digest('hex') === row.sha256) return true;
    } finally {
      await file.close();
    }
  }
  throw new AppError('refused', `“${row.file}” is there and differs from the copy. Nothing was changed.`);
}

/** A folder on the way may have become a link to somewhere else. */
function checkPlace({ file, root }: ArchivedFile): void {
  let folder = dirname(file);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const isFolder = statSync(root, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isFolder && folder.length >= root.length && !staysInside(folder, root)) {
    throw new AppError('refused', `“${folder}” leads out of ${root}. Nothing was restored.`);
  }
}

async function restoreFile(row: ArchivedFile, restoring: Restoring): Promise<void> {
  const dir = dirname(row.file);
  const part = join(dir, `.${basename(row.file)}.${randomUUID()}.part`);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const copy = openCopy(restoring.list.pathOf(row));
    try {
      await unpackInto(part, copy.read, row, restoring);
    } finally {
      copy.close();
    }
    chmodSync(part, row.mode);
    utimesSync(part, row.mtime / 1000, row.mtime / 1000);
    if (existsSync(row.file)) throw new AppError('refused', `“${row.file}” has just come back by itself.`);
    renameSync(part, row.file);
    syncFolder(dir);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('io', `“${row.file}” could not be restored: ${reasonOf(error)}.`);
  } finally {
    rmSync(part, { force: true });
  }
}

async function unpackInto(part: string, read: ReadAt, row: ArchivedFile, { signal, taken }: Restoring): Promise<void> {
  const hash = createHash('sha256');
  const target = await open(part, 'wx', 0o600);
  try {
    const bytes = Buffer.allocUnsafe(frameBytes);
    for (let at = 0; at < row.size; at += frameBytes) {
      if (signal.aborted) throw cancelled();
      const filled = bytes.subarray(0, read(bytes, frameBytes, at));
      hash.update(filled);
      await target.appendFile(filled);
      taken(filled.length);
      await setImmediate();
    }
    await target.sync();
  } finally {
    await target.close();
  }
  if (hash.digest('hex') !== row.sha256) throw new Error('its copy is damaged');
}
