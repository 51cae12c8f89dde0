import { existsSync } from 'node:fs';
import { downloads } from '../../../../shared/export.ts';
import type { ReadDb } from '../../db/handles.ts';
import { indexPath, libraryPath } from '../../db/open.ts';
import { openCopy as openArchived } from '../../archive/copy.ts';
import { openArchiveList } from '../../archive/list.ts';
import { reasonOf } from '../../ingest/discover.ts';
import { libraryCopies, openCopy } from '../../purge/library-copies.ts';
import { countIn, countKept, inIndex, inLibrary } from './database.ts';
import { redactInto } from './file.ts';
import type { Haystack } from './haystack.ts';
import { staysIn, type Holder, type Refused } from './holders.ts';
import type { Values } from './values.ts';

interface Own {
  readonly index: ReadDb;
  readonly library: ReadDb;
  readonly dataDir: string;
}

/** What is looked for, and in what was kept of which sessions; null for all of them. */
export interface Sought {
  readonly values: Values;
  readonly haystack: Haystack;
  readonly ids: readonly string[] | null;
}

interface Found {
  readonly holders: Holder[];
  readonly refused: Refused[];
}

/** What this app itself keeps of the values: the library and its copies, texts of transcripts that are gone. */
export function ownHolders({ index, library, dataDir }: Own, { values, ids }: Sought): Found {
  const found: Found = { holders: [], refused: [] };
  const add = (path: string, what: Holder['what'], replacements: number) => {
    if (replacements > 0) found.holders.push({ path, what, replacements, lines: replacements });
  };
  add(indexPath(dataDir), 'index', countKept(index, values, ids) + countIn(index, inIndex, values, ids));
  add(libraryPath(dataDir), 'library', countIn(library, inLibrary(library, ids), values, ids));
  for (const path of libraryCopies(dataDir)) {
    const copy = openCopy(path);
    if (copy) add(path, 'library', countIn(copy, inLibrary(copy, ids), values, ids));
    else found.refused.push({ path, reason: 'This copy of the library cannot be read: delete it.' });
    copy?.close();
  }
  return found;
}

/** Copies in the archive, of transcripts that are there and of those that are gone. */
export async function archivedHolders({ library, dataDir }: Own, { values, haystack, ids }: Sought): Promise<Found> {
  const found: Found = { holders: [], refused: [] };
  for (const { path, file, sessionId } of openArchiveList(library, dataDir).places()) {
    if (!existsSync(path) || (ids && !ids.includes(sessionId))) continue;
    try {
      const { read, close } = openArchived(path);
      try {
        if (!(await haystack.inRead(read))) continue;
        const { replacements, lines, kept } = redactInto(file, read, values, () => undefined);
        if (replacements > 0) found.holders.push({ path, what: 'archive', replacements, lines });
        if (kept.length > 0) found.refused.push({ path, reason: staysIn(kept) });
      } finally {
        close();
      }
    } catch (error) {
      found.refused.push({ path, reason: `This copy of ${file} cannot be read (${reasonOf(error)}).` });
    }
  }
  return found;
}

/** Exports are their owner’s own files. */
export async function exportHolders({ library }: Own, { haystack, ids }: Sought): Promise<Refused[]> {
  const refused: Refused[] = [];
  for (const path of exportsOf(library, ids).filter((path) => !path.startsWith(downloads))) {
    try {
      if (!existsSync(path) || !(await haystack.inFile(path))) continue;
      refused.push({ path, reason: 'It is an export: delete it, or export again with secrets left out.' });
    } catch (error) {
      refused.push({ path, reason: `It is an export that cannot be read (${reasonOf(error)}): look at it yourself.` });
    }
  }
  return refused;
}

/** Where a browser put what it was handed nobody told. */
export const downloadsOf = (library: ReadDb, ids: readonly string[]): string[] =>
  exportsOf(library, ids).flatMap((path) => (path.startsWith(downloads) ? path.slice(downloads.length) : []));

function exportsOf(library: ReadDb, ids: readonly string[] | null): string[] {
  if (!library.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'export_log'").get()) return [];
  return library
    .prepare(
      `SELECT DISTINCT path FROM export_log WHERE @ids IS NULL OR session_id IN (SELECT value FROM json_each(@ids))`,
    )
    .pluck()
    .all({ ids: ids && JSON.stringify(ids) }) as string[];
}
