import { existsSync } from 'node:fs';
import type { ReadDb } from '../../db/handles.ts';
import { indexPath, libraryPath } from '../../db/open.ts';
import { openCopy as openArchived } from '../../archive/copy.ts';
import { openArchiveList } from '../../archive/list.ts';
import { libraryCopies, openCopy } from '../../purge/library-copies.ts';
import { countIn, countKept, inLibrary } from './database.ts';
import type { Haystack } from './haystack.ts';
import type { Holder, Refused } from './holders.ts';
import type { Values } from './values.ts';

interface Own {
  readonly index: ReadDb;
  readonly library: ReadDb;
  readonly dataDir: string;
}

interface Found {
  readonly holders: Holder[];
  readonly refused: Refused[];
}

/** What this app itself keeps of the values: the library and its copies, texts of transcripts that are gone. */
export function ownHolders({ index, library, dataDir }: Own, values: Values): Found {
  const found: Found = { holders: [], refused: [] };
  const add = (path: string, what: Holder['what'], replacements: number) => {
    if (replacements > 0) found.holders.push({ path, what, replacements, lines: replacements });
  };
  add(indexPath(dataDir), 'index', countKept(index, values));
  add(libraryPath(dataDir), 'library', countIn(library, inLibrary(library), values));
  for (const path of libraryCopies(dataDir)) {
    const copy = openCopy(path);
    if (copy) add(path, 'library', countIn(copy, inLibrary(copy), values));
    else found.refused.push({ path, reason: 'This copy of the library cannot be read.' });
    copy?.close();
  }
  return found;
}

/** Copies in the archive are made again from what is redacted; where they are all there is, a person decides. */
export async function archivedHolders({ library, dataDir }: Own, haystack: Haystack): Promise<Found> {
  const found: Found = { holders: [], refused: [] };
  for (const { path, file } of openArchiveList(library, dataDir).places()) {
    if (!existsSync(path)) continue;
    const { read, close } = openArchived(path);
    try {
      if (!(await haystack.inRead(read))) continue;
    } finally {
      close();
    }
    if (existsSync(file)) found.holders.push({ path, what: 'archive', replacements: 0, lines: 0 });
    else found.refused.push({ path, reason: `It is the only copy of ${file}. Put that back first, then redact it.` });
  }
  return found;
}

/** Exports are their owner's own files. */
export async function exportHolders({ library }: Own, haystack: Haystack): Promise<Found> {
  const found: Found = { holders: [], refused: [] };
  if (!library.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'export_log'").get()) return found;
  const paths = library.prepare('SELECT DISTINCT path FROM export_log').pluck().all() as string[];
  for (const path of paths) {
    if (!existsSync(path) || !(await haystack.inFile(path))) continue;
    found.refused.push({ path, reason: 'It is an export: delete it, or export again with secrets left out.' });
  }
  return found;
}
