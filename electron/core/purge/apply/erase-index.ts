import { setImmediate } from 'node:timers/promises';
import { isSecure, setSecure } from '../../db/full-text.ts';
import type { WriteDb } from '../../db/handles.ts';
import { openSessionStore } from '../../ingest/sessions.ts';
import { boundTo, sessionTables, theirs } from '../library-rows.ts';
import { openStore, type FileState } from '../../ingest/store.ts';

/**
 * Takes transcripts out of the index, one transaction each, so that a crash leaves whole ones. Everything that hangs on
 * a file or a session goes with it, also in tables of other rooms.
 */
export async function eraseFromIndex(
  index: WriteDb,
  { files, ids }: { files: readonly string[]; ids: readonly string[] },
): Promise<void> {
  const store = openStore(index);
  const sessions = openSessionStore(index);
  const find = index.prepare('SELECT id, session FROM file WHERE path = ?');
  const others = dependants(index, 'file').map((sql) => index.prepare(sql));
  const ofSession = dependants(index, 'session').map((sql) => index.prepare(sql));
  const hasFiles = index.prepare('SELECT 1 FROM file WHERE session = ?');
  if (isWorthOptimizing(index, files)) setSecure(index, false);
  for (const path of files) {
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
  forgetIds(index, ids);
  if (isSecure(index)) return;
  index.exec("INSERT INTO fts (fts) VALUES ('optimize')");
  setSecure(index, true);
}

/**
 * FTS5 can take words out of its index one by one, or note that they are gone and be written anew as a whole. Measured
 * on 70,000 entries: one by one takes 1.3 to 2.6 ms an entry, the whole as long as half a percent of them would.
 */
const worthOptimizing = 0.005;

function isWorthOptimizing(index: WriteDb, files: readonly string[]): boolean {
  const all = index.prepare('SELECT total(entries) FROM file').pluck().get() as number;
  const going = index
    .prepare('SELECT total(entries) FROM file WHERE path IN (SELECT value FROM json_each(?))')
    .pluck()
    .get(JSON.stringify(files)) as number;
  return going > all * worthOptimizing;
}

/** What is known of a session without being its transcript's: findings in lines of files that sessions share. */
function forgetIds(index: WriteDb, ids: readonly string[]): void {
  const gone = ids.filter((id) => index.prepare('SELECT 1 FROM session WHERE session_id = ?').get(id) === undefined);
  index.transaction(() => {
    for (const table of sessionTables(index)) {
      if (table.name === 'session') continue;
      index.prepare(`DELETE FROM "${table.name}" WHERE ${theirs(table)}`).run(boundTo(table, { ids: gone, mains: [] }));
    }
  })();
}

/** Deletes what refers to a row of a table, and what refers to that; what the store knows is gone by then. */
function dependants(index: WriteDb, table: string, rows = '= ?'): string[] {
  const tables = index.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  return tables.flatMap((name) => {
    const keys = index.prepare('SELECT "table", "from" AS column FROM pragma_foreign_key_list(?)').all(name);
    const referring = (keys as { table: string; column: string }[]).filter((key) => key.table === table);
    return name === 'file' ? [] : referring.flatMap(({ column }) => deletions(index, name, `"${column}" ${rows}`));
  });
}

const deletions = (index: WriteDb, name: string, where: string): string[] => [
  ...dependants(index, name, `IN (SELECT id FROM "${name}" WHERE ${where})`),
  `DELETE FROM "${name}" WHERE ${where}`,
];
