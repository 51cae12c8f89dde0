import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { reasonOf } from '../ingest/discover.ts';

/** Where things go that may be put back. `note` is told where that will be, before it is there. */
export interface Trash {
  put(path: string, note: (moved: string) => void): void;
}

/** The trash of this system; null where only the desktop app can reach it. */
export function systemTrash(): Trash | null {
  if (process.platform === 'win32') return null;
  if (process.platform === 'darwin') return plainTrash(join(homedir(), '.Trash'));
  const data = process.env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share');
  return freedesktopTrash(join(data, 'Trash'));
}

const mostNames = 10_000;

/** `name`, `name 2`, …: the first that is free. */
function* namesFor(path: string): Generator<string> {
  const name = basename(path);
  const ending = extname(name);
  yield name;
  for (let nth = 2; nth < mostNames; nth += 1) yield `${name.slice(0, name.length - ending.length)} ${nth}${ending}`;
}

export function plainTrash(folder: string): Trash {
  return {
    put(path, note) {
      for (const name of namesFor(path)) {
        const moved = join(folder, name);
        if (lstatSync(moved, { throwIfNoEntry: false })) continue;
        note(moved);
        return move(path, moved);
      }
      throw full(folder);
    },
  };
}

/** As the specification of freedesktop.org has it: the home trash, or on another disk that disk's own. */
export function freedesktopTrash(home: string): Trash {
  return {
    put(path, note) {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      const top = lstatSync(path).dev === statSync(home).dev ? null : topOf(path);
      const trash = top === null ? home : trashOnDisk(top);
      for (const part of ['files', 'info']) mkdirSync(join(trash, part), { recursive: true, mode: 0o700 });
      for (const name of namesFor(path)) {
        const moved = join(trash, 'files', name);
        if (lstatSync(moved, { throwIfNoEntry: false })) continue;
        if (!claim(infoOf(moved), top === null ? path : relative(top, path))) continue;
        note(moved);
        try {
          return move(path, moved);
        } catch (error) {
          rmSync(infoOf(moved), { force: true });
          throw error;
        }
      }
      throw full(trash);
    },
  };
}

/** The note beside something in a freedesktop trash. */
export const infoOf = (moved: string) => join(dirname(dirname(moved)), 'info', `${basename(moved)}.trashinfo`);

function claim(info: string, original: string): boolean {
  const date = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  const path = original.split(sep).map(encodeURIComponent).join('/');
  try {
    writeFileSync(info, `[Trash Info]\nPath=${path}\nDeletionDate=${date}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (reasonOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Where the disk that a path is on begins. */
function topOf(path: string): string {
  const { dev } = lstatSync(path);
  let top = dirname(path);
  while (dirname(top) !== top && statSync(dirname(top)).dev === dev) top = dirname(top);
  return top;
}

/** `.Trash/<uid>` where an administrator made a safe `.Trash`, else `.Trash-<uid>`. */
function trashOnDisk(top: string): string {
  const uid = String(process.getuid?.() ?? 0);
  const common = lstatSync(join(top, '.Trash'), { throwIfNoEntry: false });
  const isSafe = common?.isDirectory() === true && (common.mode & 0o1000) !== 0;
  const trash = isSafe ? join(top, '.Trash', uid) : join(top, `.Trash-${uid}`);
  try {
    mkdirSync(trash, { recursive: true, mode: 0o700 });
    if (lstatSync(trash).isDirectory()) return trash;
  } catch (error) {
    throw new AppError(
      'io',
      `The disk of ${top} has no trash and none can be made (${reasonOf(error)}). Purge instead.`,
    );
  }
  throw new AppError('io', `The trash of ${top} is a link and is not followed. Purge instead.`);
}

function move(path: string, moved: string): void {
  try {
    renameSync(path, moved);
  } catch (error) {
    const reason = reasonOf(error) === 'EXDEV' ? 'it is on another disk' : reasonOf(error);
    throw new AppError('io', `${path} could not be moved to the trash (${reason}).`);
  }
}

const full = (folder: string) => new AppError('io', `No free name is left in ${folder}. Empty the trash.`);

/** Puts back what was moved; false where it is no longer there. */
export function putBack(moved: string, path: string): boolean {
  if (!lstatSync(moved, { throwIfNoEntry: false })) return false;
  if (lstatSync(path, { throwIfNoEntry: false })) throw new AppError('refused', `There is another ${path} now.`);
  mkdirSync(dirname(path), { recursive: true });
  renameSync(moved, path);
  if (existsSync(infoOf(moved))) rmSync(infoOf(moved));
  return true;
}
