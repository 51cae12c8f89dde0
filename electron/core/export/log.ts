import { downloads } from '../../../shared/export.ts';
import type { WriteDb } from '../db/handles.ts';

export interface Written {
  readonly path: string;
  /** Ids of the sessions it holds something of. */
  readonly sessions: readonly string[];
}

/** A file that is written again holds what it holds now; one that is downloaded again is another file of that name. */
export function rememberExports(library: WriteDb, files: readonly Written[]): void {
  const forget = library.prepare('DELETE FROM export_log WHERE path = ?');
  const save = library.prepare('INSERT OR REPLACE INTO export_log VALUES (?, ?, ?)');
  library.transaction(() => {
    for (const { path, sessions } of files) {
      if (!path.startsWith(downloads)) forget.run(path);
      for (const session of new Set(sessions)) save.run(path, session, Date.now());
    }
  })();
}
