import { setImmediate } from 'node:timers/promises';
import type { WriteDb } from '../../db/handles.ts';
import { openSessionStore } from '../../ingest/sessions.ts';
import { openStore, type FileState } from '../../ingest/store.ts';

/**
 * Takes transcripts out of the index, one transaction each, so that a crash leaves whole ones. Everything that hangs on
 * a file or a session goes with it, also in tables of other rooms.
 */
export async function eraseFromIndex(index: WriteDb, paths: readonly string[]): Promise<void> {
  const store = openStore(index);
  const sessions = openSessionStore(index);
  const find = index.prepare('SELECT id, session FROM file WHERE path = ?');
  const others = dependants(index, 'file').map((sql) => index.prepare(sql));
  const ofSession = dependants(index, 'session').map((sql) => index.prepare(sql));
  const hasFiles = index.prepare('SELECT 1 FROM file WHERE session = ?');
  for (const path of paths) {
    index.transaction(() => {
      const state = find.get(path) as Pick<FileState, 'id' | 'session'> | undefined;
      if (!state) return;
      const { id, session } = state;
      store.forget({ id } as FileState);
      for (const statement of others) statement.run(id);
      index.prepare('DELETE FROM file WHERE id = ?').run(id);
      if (session === null) return;
      if (!hasFiles.get(session)) for (const statement of ofSession) statement.run(session);
      sessions.refresh(session);
      store.dropHistoryNotes();
    })();
    await setImmediate(); // lets questions in
  }
}

/** Deletes what refers to a row of a table; the tables that the store itself knows are empty by then. */
function dependants(index: WriteDb, table: 'file' | 'session'): string[] {
  const tables = index.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  return tables.flatMap((name) => {
    if (name === 'file') return [];
    const keys = index.prepare('SELECT "table", "from" AS column FROM pragma_foreign_key_list(?)').all(name);
    return (keys as { table: string; column: string }[])
      .filter((key) => key.table === table)
      .map(({ column }) => `DELETE FROM "${name}" WHERE "${column}" = ?`);
  });
}
