import type { ReadDb } from '../db/handles.ts';

const most = 50;

/** By field of the query language: its values, the likeliest first. */
const selects: Readonly<Record<string, string>> = {
  project: 'SELECT project FROM session GROUP BY project ORDER BY max(coalesce(ended, modified)) DESC',
  branch: `SELECT value FROM session, json_each(details, '$.branches') GROUP BY value ORDER BY max(ended) DESC`,
  version: `SELECT value FROM session, json_each(details, '$.versions') GROUP BY value ORDER BY max(ended) DESC`,
  model: 'SELECT value FROM session, json_each(models) GROUP BY value ORDER BY count(*) DESC, value',
  tool: `SELECT key FROM file, json_each(tools) WHERE key <> '' GROUP BY key ORDER BY sum(value) DESC, key`,
  title: 'SELECT title FROM session GROUP BY title ORDER BY max(coalesce(ended, modified)) DESC',
  session: 'SELECT session_id FROM session ORDER BY coalesce(ended, modified) DESC',
  file: 'SELECT path FROM touched GROUP BY path ORDER BY sum(changes) DESC, sum(reads) DESC',
};

/** What can stand behind a field, for completion. */
export function valuesOf(index: ReadDb, field: string, typed: string): string[] {
  const select = Object.hasOwn(selects, field) ? selects[field] : undefined;
  if (select === undefined) return []; // a closed list, which the language knows; or notes, which are anything
  return matching(index.prepare(select).pluck().iterate() as Iterable<string>, typed);
}

/** Values that hold what is typed, those that begin with it first. */
export function matching(values: Iterable<string>, typed: string): string[] {
  const wanted = typed.toLowerCase();
  const [beginning, holding]: [string[], string[]] = [[], []];
  for (const value of values) {
    const found = value.toLowerCase().indexOf(wanted);
    if (found === 0) beginning.push(value);
    else if (found > 0 && holding.length < most) holding.push(value);
    if (beginning.length === most) break;
  }
  return [...beginning, ...holding].slice(0, most);
}
