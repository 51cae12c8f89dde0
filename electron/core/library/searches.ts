import type { ParsedInput } from '../../../shared/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { SavedSearch } from '../../../shared/library.ts';
import type { ReadDb, WriteDb } from '../db/handles.ts';
import { storable } from '../ingest/normalise/block.ts';
import type { History } from './history.ts';

export function listSearches(library: ReadDb): SavedSearch[] {
  const rows = library
    .prepare('SELECT id, name, query, badge FROM saved_search ORDER BY name COLLATE NOCASE, id')
    .all();
  return (rows as (Omit<SavedSearch, 'badge'> & { badge: number })[]).map((row) => ({
    ...row,
    badge: row.badge !== 0,
  }));
}

export function saveSearch(
  library: WriteDb,
  history: History,
  { id, name, query, badge }: ParsedInput<'searches.save'>,
): SavedSearch {
  const values = { name: storable(name), query: storable(query), badge: badge ? 1 : 0 };
  const row = history.change(`Save search “${name}”`, () => {
    if (id === undefined) {
      const insert = library.prepare('INSERT INTO saved_search (name, query, badge) VALUES (@name, @query, @badge)');
      return Number(insert.run(values).lastInsertRowid);
    }
    const update = library.prepare(
      'UPDATE saved_search SET name = @name, query = @query, badge = @badge WHERE id = @id',
    );
    if (update.run({ ...values, id }).changes === 0) throw noSearch(id);
    return id;
  });
  return { id: row, name: values.name, query: values.query, badge };
}

export function removeSearch(library: WriteDb, history: History, id: number): void {
  const name = library.prepare('SELECT name FROM saved_search WHERE id = ?').pluck().get(id) as string | undefined;
  if (name === undefined) throw noSearch(id);
  history.change(`Remove search “${name}”`, () => library.prepare('DELETE FROM saved_search WHERE id = ?').run(id));
}

const noSearch = (id: number) => new AppError('not_found', `There is no saved search ${id}. It may have been removed.`);
