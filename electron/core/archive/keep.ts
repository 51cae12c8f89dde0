import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, type Stats } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import type { ReadDb } from '../db/handles.ts';
import { inodeOf, reasonOf } from '../ingest/discover.ts';
import { compress } from './compress.ts';
import { copyName, folderOf, isCopyOf, partName } from './folders.ts';
import { archiveDir, type ArchivedFile, type ArchiveList } from './list.ts';
import { filesOf, type Kept } from './session-files.ts';
import type { ArchiveStore } from './store.ts';
import { syncFolder } from './sync-folder.ts';

export interface Keeping {
  readonly index: ReadDb;
  readonly dataDir: string;
  readonly list: ArchiveList;
  readonly store: ArchiveStore;
  readonly signal: AbortSignal;
  /** So many bytes of the session were read. */
  taken(bytes: number): void;
}

export interface Outcome {
  /** Of copies that were made. */
  readonly bytes: number;
  readonly failed: readonly { file: string; reason: string }[];
}

/** Brings the copies of one session up to date. A file that cannot be copied is named, and the rest goes on. */
export async function keepSession(session: Kept, keeping: Keeping): Promise<Outcome> {
  const failed: { file: string; reason: string }[] = [];
  let bytes = 0;
  const missed = (file: string, error: unknown) => {
    if (error instanceof AppError) throw error; // asked to stop
    const reason = reasonOf(error);
    failed.push({ file, reason });
    const { sessionId, main } = session;
    const isGone = reason === 'ENOENT' || keeping.store.isBuried(file, main); // swept, or being erased
    if (!isGone) keeping.store.fail({ file, sessionId, main, reason, time: Date.now() });
    if (reason === 'ENOSPC') throw new AppError('io', `There is no room in ${keeping.dataDir} for the archive.`);
  };
  keeping.store.mend(session.main);
  let files: string[] = [];
  try {
    files = filesOf(keeping.index, session);
  } catch (error) {
    missed((error as NodeJS.ErrnoException).path ?? session.main, error);
  }
  for (const file of files) {
    try {
      bytes += await keepFile(file, session, keeping);
    } catch (error) {
      missed(file, error);
    }
  }
  return { bytes, failed };
}

async function keepFile(file: string, session: Kept, keeping: Keeping): Promise<number> {
  const { list, store, dataDir } = keeping;
  const known = list.find(file);
  const isErased = () => store.isBuried(file, session.main);
  if (isErased()) return 0;
  if (known?.main === session.main && isSame(known, statSync(file)) && existsSync(list.pathOf(known))) return 0;
  const folder = folderOf(session.sessionId, session.main);
  const dir = join(archiveDir(dataDir), folder);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const part = join(dir, partName());
  try {
    const { stat, sha256, bytes } = await copyInto(part, file, keeping);
    // What was purged or rewritten meanwhile must not come back by its copy. From here to the end nothing else runs.
    const now = statSync(file, { throwIfNoEntry: false });
    const isSameFile = now && inodeOf(now.ino) === inodeOf(stat.ino) && now.size >= stat.size;
    if (!isSameFile || isErased()) throw new Error('changed meanwhile');
    const name = copyName(file, sha256);
    renameSync(part, join(dir, name));
    syncFolder(dir);
    const { sessionId, main, root } = session;
    const nature = { size: stat.size, mtime: stat.mtimeMs, mode: stat.mode & 0o7777, inode: inodeOf(stat.ino) };
    const row = { file, root, sessionId, main, ...nature, sha256, copy: join(folder, name), bytes, time: Date.now() };
    store.put(row);
    if (known && dirname(known.copy) !== folder) rmSync(list.pathOf(known), { force: true });
    for (const old of readdirSync(dir)) if (isCopyOf(file, old) && old !== name) rmSync(join(dir, old));
    dropMoved(row, keeping);
    return bytes;
  } finally {
    rmSync(part, { force: true });
    if (existsSync(dir) && readdirSync(dir).length === 0) rmdirSync(dir);
  }
}

async function copyInto(part: string, file: string, { signal, taken }: Keeping) {
  const source = await open(file, 'r');
  try {
    const stat = await source.stat();
    const target = await open(part, 'wx', 0o600);
    try {
      const packed = await compress(source, stat.size, target, { signal, taken });
      await target.sync();
      return { stat, ...packed };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

export const isSame = ({ size, mtime, inode }: ArchivedFile, stat: Stats) =>
  size === stat.size && mtime === stat.mtimeMs && inode === inodeOf(stat.ino);

/** The same file under the name it had before Claude Code's /cd moved it. */
function dropMoved(row: ArchivedFile, { list, store }: Keeping): void {
  for (const other of list.of(row.sessionId)) {
    const moved = other.inode === row.inode && basename(other.file) === basename(row.file) && other.root === row.root;
    if (other.file === row.file || !moved || existsSync(other.file)) continue;
    rmSync(list.pathOf(other), { force: true });
    store.drop(other.file);
  }
}
