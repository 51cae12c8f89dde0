import type { ReadDb, WriteDb } from '../../db/handles.ts';
import { redactText } from './text.ts';
import type { Values } from './values.ts';

interface Column {
  readonly table: string;
  readonly column: string;
}

/** What says where something is, or what was done, and nothing of what was said. */
const accounts = new Set([
  ...['purge', 'purge_step', 'tombstone', 'fingerprint_key', 'ignored_secret', 'archived', 'archive_failure'],
  ...['export_log', 'setting', 'backup_failure'],
]);

/** Of the index, what is kept beside the texts themselves. */
const besideTexts = new Set(['session', 'file', 'touched', 'unknown_type', 'bad_line']);

export const inLibrary = (db: ReadDb): Column[] => textColumns(db, (table) => !accounts.has(table));
export const inIndex = (db: ReadDb): Column[] => textColumns(db, (table) => besideTexts.has(table));

function textColumns(db: ReadDb, isMeant: (table: string) => boolean): Column[] {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  return tables.filter(isMeant).flatMap((table) => {
    const columns = db.prepare("SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'").pluck().all(table);
    return (columns as string[]).map((column) => ({ table, column }));
  });
}

/** How often the values stand in these columns. */
export function countIn(db: ReadDb, columns: readonly Column[], values: Values): number {
  let count = 0;
  for (const { table, column } of columns) {
    const texts = db.prepare(`SELECT "${column}" FROM "${table}" WHERE "${column}" IS NOT NULL`).pluck();
    for (const text of texts.iterate()) count += redactText(text as string, values).count;
  }
  return count;
}

/** Takes them out. A row that would then be the same as another one goes. */
export function redactColumns(db: WriteDb, columns: readonly Column[], values: Values): void {
  db.function('redacted', (text) => redactText(String(text), values).text);
  db.transaction(() => {
    for (const { table, column } of columns) {
      db.prepare(
        `UPDATE OR REPLACE "${table}" SET "${column}" = redacted("${column}")
         WHERE "${column}" IS NOT NULL AND "${column}" <> redacted("${column}")`,
      ).run();
    }
  })();
}

interface Text {
  readonly id: number;
  readonly text: string;
}

/** Texts of transcripts that are gone, of which the index is all that is left. */
const keptTexts = `SELECT entry_text.id, text FROM file JOIN entry ON entry.file = file.id
  JOIN entry_text ON entry_text.id = entry.id WHERE file.deleted IS NOT NULL AND file.agent IS NOT '#history'`;

export function countKept(index: ReadDb, values: Values): number {
  let count = 0;
  for (const { text } of index.prepare(keptTexts).iterate() as Iterable<Text>) {
    count += values.within(text).replaceIn(text).count;
  }
  return count;
}

/** Takes the values out of them, and out of the full text. */
export function redactKept(index: WriteDb, values: Values): void {
  const holders = (index.prepare(keptTexts).all() as Text[]).filter(({ text }) => values.isIn(text));
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
