import { readFileSync } from 'node:fs';
import type { WriteDb } from '../../db/handles.ts';
import { eraseFromIndex } from '../../purge/apply/erase-index.ts';
import { replaceFile } from '../../purge/apply/replace.ts';
import { libraryCopies, openCopy } from '../../purge/library-copies.ts';
import { countIn, inIndex, inLibrary, redactColumns, redactKept } from './database.ts';
import type { Made } from './plan.ts';
import type { Values } from './values.ts';

/** What the index knows of files that were changed, texts and findings, goes: they are read again. */
export async function forgetFiles(index: WriteDb, paths: readonly string[]): Promise<void> {
  await eraseFromIndex(index, { files: paths, ids: [] });
  const chosen = '(SELECT value FROM json_each(?))';
  const bound = JSON.stringify(paths);
  index.transaction(() => {
    index.prepare(`DELETE FROM finding WHERE scanned IN (SELECT id FROM scanned WHERE path IN ${chosen})`).run(bound);
    index.prepare(`DELETE FROM scanned WHERE path IN ${chosen}`).run(bound);
    index.prepare('DELETE FROM history').run(); // its prompts are looked at again
  })();
}

/** Takes the values out of what this app itself keeps. */
export function redactDatabases(
  dataDir: string,
  { index, library }: { readonly index: WriteDb; readonly library: WriteDb },
  { values, prints, ids }: Pick<Made, 'values' | 'prints' | 'ids'>,
): void {
  redactColumns(library, inLibrary(library, ids), values, ids);
  for (const path of libraryCopies(dataDir)) redactCopy(path, values, ids);
  redactKept(index, values, ids);
  redactColumns(index, inIndex, values, ids);
  index
    .prepare(
      `DELETE FROM finding WHERE fingerprint IN (SELECT value FROM json_each(?)) AND scanned IN
         (SELECT scanned.id FROM scanned JOIN file ON file.id = scanned.file WHERE file.deleted IS NOT NULL)`,
    )
    .run(JSON.stringify(prints));
}

function redactCopy(path: string, values: Values, ids: Made['ids']): void {
  const copy = openCopy(path);
  if (!copy) return; // the plan has said so
  try {
    if (countIn(copy, inLibrary(copy, ids), values, ids) === 0) return;
    redactColumns(copy, inLibrary(copy, ids), values, ids);
    copy.exec('VACUUM');
    const bytes = copy.serialize();
    replaceFile(path, (source, sink) => {
      sink(bytes);
      return readFileSync(source).length;
    });
  } finally {
    copy.close();
  }
}
