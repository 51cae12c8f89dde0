import type { ReadDb, WriteDb } from '../../db/handles.ts';
import { redactText } from './text.ts';
import type { Values } from './values.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  /** Which rows. */
  readonly where: string;
}

/** Ids of sessions; null for all there is. */
type Ids = readonly string[] | null;
const bound = (ids: Ids) => ({ ids: ids && JSON.stringify(ids) });
const among = 'session_id IN (SELECT value FROM json_each(@ids))';

/** What says where something is, or what was done, and nothing of what was said. */
const accounts = new Set([
  ...['purge', 'purge_step', 'tombstone', 'fingerprint_key', 'ignored_secret', 'archived', 'archive_failure'],
  ...['export_log', 'setting', 'backup_failure'],
]);

/** Columns that say which and where: ids, paths and words of this app. With others nothing would be found again. */
const pointers = new Set([
  ...['session_id', 'uuid', 'family', 'agent', 'agent_type', 'agent_call', 'file', 'path', 'folder', 'guard'],
  ...['kind', 'role', 'scope', 'last', 'colour', 'verb', 'consent', 'models', 'tools', 'reason'],
]);

/** What people keep; of some sessions, what was copied from these. */
export function inLibrary(db: ReadDb, ids: Ids): Column[] {
  const said = textColumns(db).filter(({ table, column }) => !accounts.has(table) && !pointers.has(column));
  const ofSessions = said.filter(({ table }) => table === 'place');
  return ids ? ofSessions.map((column) => ({ ...column, where: among })) : said;
}

const goneSessions = `source_deleted = 1 AND (@ids IS NULL OR ${among})`;
const goneFiles = `deleted IS NOT NULL AND session IN (SELECT id FROM session WHERE @ids IS NULL OR ${among})`;

/** What the index keeps beside the texts of transcripts that are gone; all else is read again. */
export const inIndex: readonly Column[] = [
  ...['project', 'branch', 'title', 'details'].map((column) => ({ table: 'session', column, where: goneSessions })),
  ...['agent_task', 'facts'].map((column) => ({ table: 'file', column, where: goneFiles })),
  { table: 'touched', column: 'path', where: `file IN (SELECT id FROM file WHERE ${goneFiles})` },
];

function textColumns(db: ReadDb): Column[] {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  return tables.flatMap((table) => {
    const columns = db.prepare("SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'").pluck().all(table);
    return (columns as string[]).map((column) => ({ table, column, where: 'TRUE' }));
  });
}

/** Whether a text stands in what is no more than a pointer, a word of a format or of the database itself. */
export function isPointedTo(db: ReadDb, text: string): boolean {
  const columns = textColumns(db).filter(({ table, column }) => pointers.has(column) || wordTables.has(table));
  const schema = { table: 'sqlite_schema', column: 'sql' };
  return [schema, ...columns].some(
    ({ table, column }) =>
      db.prepare(`SELECT 1 FROM "${table}" WHERE instr("${column}", ?) > 0 LIMIT 1`).get(text) !== undefined,
  );
}
const wordTables = new Set(['entry', 'usage', 'unknown_type', 'root', ...accounts]);

/** How often the values stand in these columns. */
export function countIn(db: ReadDb, columns: readonly Column[], values: Values, ids: Ids): number {
  let count = 0;
  for (const { table, column, where } of columns) {
    const select = db
      .prepare(`SELECT "${column}" FROM "${table}" WHERE "${column}" IS NOT NULL AND (${where})`)
      .pluck();
    for (const text of select.iterate(bound(ids))) count += redactText(text as string, values).count;
  }
  return count;
}

/** Takes them out. A row that would then be the same as another one goes. */
export function redactColumns(db: WriteDb, columns: readonly Column[], values: Values, ids: Ids): void {
  db.function('redacted', (text) => redactText(String(text), values).text);
  db.transaction(() => {
    for (const { table, column, where } of columns) {
      db.prepare(
        `UPDATE OR REPLACE "${table}" SET "${column}" = redacted("${column}")
         WHERE "${column}" IS NOT NULL AND (${where}) AND "${column}" <> redacted("${column}")`,
      ).run(bound(ids));
    }
  })();
}

interface Text {
  readonly id: number;
  readonly text: string;
}

/** Texts of transcripts that are gone, of which the index is all that is left; of some sessions, or of all. */
const keptTexts = `SELECT entry_text.id, text FROM file JOIN entry ON entry.file = file.id
  JOIN entry_text ON entry_text.id = entry.id JOIN session ON session.id = file.session
  WHERE file.deleted IS NOT NULL AND file.agent IS NOT '#history'
    AND (@ids IS NULL OR ${among})`;

export function countKept(index: ReadDb, values: Values, ids: Ids): number {
  let count = 0;
  for (const { text } of index.prepare(keptTexts).iterate(bound(ids)) as Iterable<Text>) {
    if (values.mayBeIn(Buffer.from(text))) count += values.replaceIn(text).count;
  }
  return count;
}

/** Takes the values out of them, and out of the full text. */
export function redactKept(index: WriteDb, values: Values, ids: Ids): void {
  const holders = (index.prepare(keptTexts).all(bound(ids)) as Text[]).filter(
    ({ text }) => values.mayBeIn(Buffer.from(text)) && values.isIn(text),
  );
  const forget = index.prepare(
    "INSERT INTO fts (fts, rowid, text) SELECT 'delete', id, text FROM entry_search WHERE id = ?",
  );
  const update = index.prepare('UPDATE entry_text SET text = ? WHERE id = ?');
  const know = index.prepare('INSERT INTO fts (rowid, text) SELECT id, text FROM entry_search WHERE id = ?');
  index.transaction(() => {
    for (const { id, text } of holders) {
      forget.run(id);
      update.run(values.replaceIn(text).text, id);
      know.run(id);
    }
  })();
}
