import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';

/** A file is there as a whole or not at all: what is being written has another name until it is complete. */
export async function writeWhole(
  path: string,
  parts: AsyncIterable<string | Uint8Array> | Iterable<string>,
  { force }: { force: boolean },
): Promise<void> {
  const refuse = () => {
    if (!force && existsSync(path))
      throw new AppError('refused', `There is a file ${path} already. It was left as it is.`);
  };
  refuse();
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    const file = await open(temporary, 'wx').catch(explain(path));
    try {
      for await (const part of parts) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    refuse();
    await rename(temporary, path).catch(explain(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  ENOENT: 'there is no such folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
};

const explain =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw new AppError('io', `${path} was not written: ${reasons[error.code ?? ''] ?? error.message}.`);
  };
