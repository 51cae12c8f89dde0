import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inodeOf } from '../ingest/discover.ts';
import type { ReadAt } from '../ingest/read.ts';
import { compress } from './compress.ts';
import { forgetFrames, openCopy } from './copy.ts';
import { copyName, partName } from './folders.ts';
import type { Archived } from './list.ts';
import type { ArchiveStore } from './store.ts';
import { syncFolder } from './sync-folder.ts';

/** Writes what is to be in the copy of a file, from what is in it. */
export type Rewriting = (file: string, read: ReadAt, sink: (bytes: Uint8Array) => void) => void;

/** Makes a copy of what a copy becomes, and lets that one take its place: whole or not at all, as all of them. */
export async function rewriteCopy(row: Archived, rewrite: Rewriting, store: ArchiveStore): Promise<void> {
  const dir = dirname(row.path);
  const [plain, part] = [join(dir, partName()), join(dir, partName())];
  try {
    unpackInto(plain, row, rewrite);
    const { size, sha256, bytes } = await pack(plain, part);
    const name = copyName(row.file, sha256);
    renameSync(part, join(dir, name));
    syncFolder(dir);
    store.put({ ...row, size, sha256, bytes, copy: join(dirname(row.copy), name) });
    if (join(dir, name) !== row.path) rmSync(row.path, { force: true });
    syncFolder(dir);
    forgetFrames();
  } finally {
    rmSync(plain, { force: true });
    rmSync(part, { force: true });
  }
}

function unpackInto(plain: string, { path, file }: Archived, rewrite: Rewriting): void {
  const target = openSync(plain, 'wx', 0o600);
  const { read, close } = openCopy(path);
  try {
    rewrite(file, read, (bytes) => {
      for (let at = 0; at < bytes.length;) at += writeSync(target, bytes, at);
    });
    fsyncSync(target);
  } finally {
    close();
    closeSync(target);
  }
}

async function pack(plain: string, part: string) {
  const source = await open(plain, 'r');
  const target = await open(part, 'wx', 0o600);
  try {
    const { size } = await source.stat();
    const unhurried = { signal: new AbortController().signal, taken: () => undefined };
    const packed = await compress(source, size, target, unhurried);
    await target.sync();
    return { size, ...packed };
  } finally {
    await target.close();
    await source.close();
  }
}

/** A file that became what its copy became is not copied once more. */
export async function adopt(row: Archived, store: ArchiveStore): Promise<void> {
  if (!existsSync(row.file)) return;
  const { size, mtimeMs, ino } = statSync(row.file);
  if (size !== row.size) return;
  const hash = createHash('sha256');
  for await (const part of createReadStream(row.file)) hash.update(part as Buffer);
  if (hash.digest('hex') === row.sha256) store.restamp({ file: row.file, mtime: mtimeMs, inode: inodeOf(ino) });
}
