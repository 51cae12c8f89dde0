import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { classify, elsewhere, type Transcript } from '../ingest/discover.ts';
import type { FileState } from '../ingest/store.ts';
import type { Copies } from './copy.ts';
import type { Archived, ArchiveList } from './list.ts';

/**
 * Transcripts that only the archive has and the index does not know, as after the index was lost: they are read from
 * their copies and marked deleted.
 */
export function revivable(
  archive: ArchiveList,
  known: ReadonlyMap<string, FileState>,
  here: readonly Transcript[],
): Transcript[] {
  const lost = new Set(archive.transcripts().filter((file) => !isKnown(known.get(file))));
  if (lost.size === 0) return [];
  const archived = archive.places();
  const names = new Set(here.map(({ path, inode }) => `${inode} ${basename(path)}`)); // moved, not gone
  const copies = copiesBySession(archived);
  return archived.flatMap(({ file, root, main, path, size, mtime, inode }) => {
    if (!lost.has(file) || existsSync(file) || !existsSync(path) || names.has(`${inode} ${basename(file)}`)) return [];
    const within = relative(baseOf(file, root), file);
    const place = within.split(sep).some((part) => elsewhere.has(part)) ? null : classify(within);
    if (!place) return [];
    return [{ root, path: file, ...place, size, mtime, inode: 0, copies: copies.get(main) ?? {} }];
  });
}

/** One whose first reading was cut off is read on from its copy. */
const isKnown = (state: FileState | undefined) => state !== undefined && (state.deleted === null || state.size > 0);

function copiesBySession(archived: readonly Archived[]): Map<string, Copies> {
  const sessions = Map.groupBy(archived, ({ main }) => main);
  return new Map(
    [...sessions].map(([main, files]) => [main, Object.fromEntries(files.map(({ file, path }) => [file, path]))]),
  );
}

/** What discover tells a transcript's path from. */
function baseOf(file: string, root: string): string {
  if (file === root) return dirname(file);
  const projects = join(root, 'projects');
  return file.startsWith(projects + sep) ? projects : root;
}
