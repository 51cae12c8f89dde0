import type { ReadDb } from '../../db/handles.ts';
import { openVocabulary } from '../../search/vocabulary.ts';
import { Needles } from './needles.ts';

/** Words of these that the full text still knows. */
export function termsLeft(index: ReadDb, terms: readonly string[]): string[] {
  openVocabulary(index);
  const term = index.prepare('SELECT 1 FROM temp.vocabulary WHERE term = ?');
  return terms.filter((word) => term.get(word) !== undefined);
}

/**
 * Of what was found in a database's file, what is not there for another reason: it stands in a row that stays, such as
 * the title of another session or a note that somebody wrote, or in a word that goes on.
 */
export function unexplained(db: ReadDb, texts: readonly string[]): string[] {
  let left = texts;
  for (const { name, columns } of textTables(db)) {
    if (left.length === 0) break;
    const rows = db.prepare(`SELECT concat_ws(char(10), ${columns.join(', ')}) FROM "${name}"`).pluck();
    left = without(left, rows.iterate() as Iterable<string>);
  }
  if (left.length === 0 || !isIndex(db)) return [...left];
  openVocabulary(db);
  // The word itself was in no other session: where it is still known, it is left over.
  const own = new Set(left);
  const words = db.prepare('SELECT term FROM temp.vocabulary').pluck().iterate() as Iterable<string>;
  return without(left, others(words, own));
}

function* others(words: Iterable<string>, own: ReadonlySet<string>): Generator<string> {
  for (const word of words) if (!own.has(word)) yield word;
}

function without(texts: readonly string[], rows: Iterable<string>): string[] {
  const needles = new Needles(texts);
  const found = new Set<number>();
  for (const row of rows) if (row.length > 0) for (const needle of needles.in(Buffer.from(row))) found.add(needle);
  return texts.filter((_, needle) => !found.has(needle));
}

const isIndex = (db: ReadDb) => db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'fts'").get() !== undefined;

/** The smaller tables first: what most often tells why is in them. */
function textTables(db: ReadDb): { name: string; columns: string[] }[] {
  const names = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB 'fts_*'
       ORDER BY name IN ('entry', 'passage', 'usage'), name = 'entry_text'`,
    )
    .pluck()
    .all() as string[];
  const select = db.prepare("SELECT name FROM pragma_table_info(?) WHERE type IN ('TEXT', 'ANY', '')").pluck();
  return names
    .map((name) => ({ name, columns: (select.all(name) as string[]).map((column) => `"${column}"`) }))
    .filter(({ columns }) => columns.length > 0);
}
