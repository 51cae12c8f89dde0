import { foundAt } from './found.ts';
import type { Desk } from './keep.ts';
import { placeColumns, toPlace } from './place.ts';
import { Resolver } from './resolve.ts';

type Row = { id: number } & Parameters<typeof toPlace>[0];

/** Fills in what bookmarks and collections may keep of the transcripts from now on, or takes all of it out again. */
export function keepWords({ index, library, history }: Desk, keep: boolean): void {
  if (!keep) {
    library.prepare('UPDATE place SET title = NULL, excerpt = NULL').run();
    return history.forget(); // what can be taken back holds words, too
  }
  const resolver = new Resolver(index);
  const rows = library.prepare(`SELECT place.id, ${placeColumns} FROM place`).all() as Row[];
  const fill = library.prepare('UPDATE place SET title = ?, excerpt = ? WHERE id = ?');
  library.transaction(() => {
    for (const { id, ...row } of rows) {
      const { session, title, excerpt } = foundAt(toPlace(row), resolver);
      if (session !== null) fill.run(title, excerpt, id);
    }
  })();
}
