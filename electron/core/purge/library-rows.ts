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

/** Sessions by their id; by their main transcript where another one that stays has the same id. */
export interface Named {
  readonly ids: readonly string[];
  readonly mains: readonly string[];
}

/** Where tables name a session by its main transcript: the archive, and places that are kept. */
const mainColumns = ['main', 'file'];

/** Which rows of a table are theirs; bound by `boundTo`. */
export const theirs = ({ columns }: SessionTable) =>
  ['session_id', ...mainColumns]
    .filter((column) => columns.includes(column))
    .map((column) => `"${column}" IN (SELECT value FROM json_each(@${column}))`)
    .join(' OR ');

export const boundTo = ({ columns }: SessionTable, { ids, mains }: Named) => ({
  session_id: JSON.stringify(ids),
  ...Object.fromEntries(
    mainColumns.filter((column) => columns.includes(column)).map((column) => [column, JSON.stringify(mains)]),
  ),
});

/** How much of these sessions is in them. */
export function rowsOf(db: ReadDb, named: Named): { rows: number; bytes: number } {
  let [rows, bytes] = [0, 0];
  for (const table of sessionTables(db)) {
    const size = table.columns.map((column) => `ifnull(octet_length("${column}"), 0)`).join(' + ');
    const [count, total] = db
      .prepare(`SELECT count(*), total(${size}) FROM "${table.name}" WHERE ${theirs(table)}`)
      .raw()
      .get(boundTo(table, named)) as [number, number];
    rows += count;
    bytes += total;
  }
  return { rows, bytes };
}
