import { readFileSync } from 'node:fs';
import type { WriteDb } from '../../db/handles.ts';
import { openCopy } from '../library-copies.ts';
import { boundTo, sessionTables, theirs, type Named } from '../library-rows.ts';
import { removeTree } from './remove.ts';
import { replaceFile } from './replace.ts';

/** Takes what was kept of sessions out of a library; what hangs on it goes with it. */
export function eraseFromLibrary(library: WriteDb, named: Named): void {
  library.transaction(() => {
    for (const table of sessionTables(library)) {
      library.prepare(`DELETE FROM "${table.name}" WHERE ${theirs(table)}`).run(boundTo(table, named));
    }
  })();
}

/** The same in a copy of the library, which is built anew. One that cannot be read is removed. */
export function eraseFromCopy(path: string, named: Named): string[] {
  const copy = openCopy(path);
  if (!copy) return removeTree(path);
  try {
    eraseFromLibrary(copy, named);
    copy.exec('VACUUM');
    const bytes = copy.serialize();
    replaceFile(path, (source, sink) => {
      sink(bytes);
      return readFileSync(source).length;
    });
    return [];
  } finally {
    copy.close();
  }
}
