import type { ReadDb } from '../db/handles.ts';

/** Our own accounts of what was erased name sessions by id on purpose. */
const accounts = new Set(['tombstone', 'purge', 'purge_step']);

interface SessionTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Every table of a library that keeps something of single sessions: this or an older version's. */
export function sessionTables(db: ReadDb): SessionTable[] {
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  return names
    .filter((name) => !accounts.has(name))
    .map((name) => ({
      name,
      columns: db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name) as string[],
    }))
    .filter(({ columns }) => columns.includes('session_id'));
}

/** How much of these sessions is in them. */
export function rowsOf(db: ReadDb, ids: readonly string[]): { rows: number; bytes: number } {
  let [rows, bytes] = [0, 0];
  for (const { name, columns } of sessionTables(db)) {
    const size = columns.map((column) => `ifnull(octet_length("${column}"), 0)`).join(' + ');
    const [count, total] = db
      .prepare(`SELECT count(*), total(${size}) FROM "${name}" WHERE session_id IN (SELECT value FROM json_each(?))`)
      .raw()
      .get(JSON.stringify(ids)) as [number, number];
    rows += count;
    bytes += total;
  }
  return { rows, bytes };
}
