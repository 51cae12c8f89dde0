import type { ReadDb } from '../../db/handles.ts';
import { folded } from '../../search/tokens.ts';
import { openVocabulary } from '../../search/vocabulary.ts';

/** Words of these that the full text still knows. */
export function termsLeft(index: ReadDb, terms: readonly string[]): string[] {
  openVocabulary(index);
  const term = index.prepare('SELECT 1 FROM temp.vocabulary WHERE term = ?');
  return terms.filter((word) => term.get(word) !== undefined);
}

/**
 * Whether something that was found in a database's file is there for another reason: it stands in a row that stays, such
 * as the title of another session or a note that somebody wrote.
 */
export function isInRows(db: ReadDb, text: string): boolean {
  const names = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB 'fts_*'",
    )
    .pluck()
    .all() as string[];
  return names.some((name) => isInTable(db, name, text)) || isPartOfTerm(db, text);
}

function isInTable(db: ReadDb, name: string, text: string): boolean {
  const columns = db
    .prepare("SELECT name FROM pragma_table_info(?) WHERE type IN ('TEXT', 'ANY', '')")
    .pluck()
    .all(name) as string[];
  if (columns.length === 0) return false;
  const where = columns.map((column) => `instr("${column}", @text) > 0`).join(' OR ');
  return db.prepare(`SELECT 1 FROM "${name}" WHERE ${where} LIMIT 1`).get({ text }) !== undefined;
}

/** A word that stays may end in what one that went ended in. */
function isPartOfTerm(db: ReadDb, text: string): boolean {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'fts'").get() === undefined) return false;
  openVocabulary(db);
  return (
    db
      .prepare('SELECT 1 FROM temp.vocabulary WHERE instr(term, @text) > 0 AND term <> @text LIMIT 1')
      .get({ text: folded(text) }) !== undefined
  );
}
