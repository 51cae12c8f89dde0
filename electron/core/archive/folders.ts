import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, rmSync, type Dirent } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReadDb, WriteDb } from '../db/handles.ts';
import { archiveDir, openArchiveList } from './list.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const plainId = /^[\w-]{1,64}$/;
const idPart = (sessionId: string) => (plainId.test(sessionId) ? sessionId : hashOf(sessionId));

/** Each session has a folder of its own, known by its id and by its transcript: an id may be used twice. */
export const folderOf = (sessionId: string, main: string) => `${idPart(sessionId)}.${hashOf(main)}`;

/** Named by file and content: a newer copy never overwrites one that is still listed. */
export const copyName = (file: string, sha256: string) => `${hashOf(file)}-${sha256.slice(0, 16)}.zst`;
export const isCopyOf = (file: string, name: string) => name.startsWith(`${hashOf(file)}-`);

const partEnd = '.part';
export const partName = () => `${randomUUID()}${partEnd}`;

/** What a process that was killed left half written. */
export function removeParts(dataDir: string): void {
  for (const folder of list(archiveDir(dataDir))) {
    for (const { name } of list(join(archiveDir(dataDir), folder.name))) {
      if (name.endsWith(partEnd)) rmSync(join(archiveDir(dataDir), folder.name, name), { force: true });
    }
  }
}

/** Every file of the archive that belongs to these sessions, each named by its id or its transcript. */
export const archivedFiles = (library: ReadDb, dataDir: string, sessions: readonly string[]): string[] =>
  archiveFolders(library, dataDir, sessions).flatMap((dir) => list(dir).map(({ name }) => join(dir, name)));

/** Their folders: those listed, and those so named, in which there may be more than is listed. */
export function archiveFolders(library: ReadDb, dataDir: string, sessions: readonly string[]): string[] {
  return [...new Set(sessions.flatMap(openArchiveFolders(library, dataDir)))];
}

/** The same for one session after the other: the archive is listed once. */
export function openArchiveFolders(library: ReadDb, dataDir: string): (session: string) => string[] {
  const archive = openArchiveList(library, dataDir);
  const named = foldersByName(dataDir);
  return (ref) => {
    const listed = archive.of(ref).map((row) => dirname(archive.pathOf(row)));
    const alike = [idPart(ref), hashOf(ref)].flatMap((name) => named.get(name) ?? []);
    return [...new Set([...listed, ...alike])];
  };
}

/** Deletes them, and what the library says of them. What cannot be deleted is thrown, and still listed. */
export function deleteArchived(library: WriteDb, dataDir: string, sessions: readonly string[]): void {
  for (const dir of archiveFolders(library, dataDir, sessions)) rmSync(dir, { recursive: true, force: true });
  for (const table of ['archived', 'archive_failure']) {
    const forget = library.prepare(`DELETE FROM ${table} WHERE session_id = @ref OR main = @ref`);
    for (const ref of sessions) forget.run({ ref });
  }
}

/**
 * By the id and by the transcript that they are named after, so that a copy is found which was made but not yet listed
 * when the power went.
 */
function foldersByName(dataDir: string): ReadonlyMap<string, readonly string[]> {
  const dir = archiveDir(dataDir);
  const named = list(dir)
    .filter((folder) => folder.isDirectory())
    .flatMap(({ name }) => name.split('.', 2).map((part) => [part, join(dir, name)] as const));
  const groups = Map.groupBy(named, ([part]) => part);
  return new Map([...groups].map(([part, folders]) => [part, folders.map(([, folder]) => folder)]));
}

function list(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
