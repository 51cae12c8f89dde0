import { readFileSync } from 'node:fs';
import type { WriteDb } from '../../db/handles.ts';
import { openCopy } from '../library-copies.ts';
import { sessionTables } from '../library-rows.ts';
import { removeTree } from './remove.ts';
import { replaceFile } from './replace.ts';

/** Takes what was kept of sessions out of a library; what hangs on it goes with it. */
export function eraseFromLibrary(library: WriteDb, ids: readonly string[]): void {
  library.transaction(() => {
    for (const { name } of sessionTables(library)) {
      library
        .prepare(`DELETE FROM "${name}" WHERE session_id IN (SELECT value FROM json_each(?))`)
        .run(JSON.stringify(ids));
    }
  })();
}

/** The same in a copy of the library, which is built anew. One that cannot be read is removed. */
export function eraseFromCopy(path: string, ids: readonly string[]): string[] {
  const copy = openCopy(path);
  if (!copy) return removeTree(path);
  try {
    eraseFromLibrary(copy, ids);
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
