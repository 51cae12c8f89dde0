import type { Facets } from '../../../shared/schemas.ts';
import { refOf } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import { momentOf } from '../ingest/entry-id.ts';
import type { Condition } from './condition.ts';
import { distinct } from './copies.ts';
import { find, type Limits } from './find.ts';

/** Only the newest so many hits are counted, so that the commonest word in a million messages takes half a second. */
const mostHits = 200_000;
const mostValues = 500;

interface FileFacts {
  readonly id: number;
  readonly project: string;
  readonly session: string;
  readonly models: readonly string[];
}

class Counts {
  readonly #counts = new Map<string, number>();

  add(value: string, count = 1): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  /** The most frequent, in this order. */
  list(): Facets['role'] {
    const all = [...this.#counts].map(([value, count]) => ({ value, count }));
    return all.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, mostValues);
  }
}

/** How the hits spread; each counted once, where forks hold copies. */
export function facetsOf(index: ReadDb, condition: Condition, limits: Omit<Limits, 'most'>): Facets {
  const found = find(index, condition, { oldest: false, scored: false }, { ...limits, most: mostHits });
  const { ids } = distinct(index, found);
  const [role, tool, month, files] = [new Counts(), new Counts(), new Counts(), new Map<number, number>()];
  const read = index.prepare('SELECT file, role, tool FROM entry WHERE id = ?').raw();
  for (const [nth, id] of ids.entries()) {
    if (nth % 1_000 === 0 && limits.isStale?.()) break;
    const row = read.get(id) as [number, string, string | null] | undefined;
    if (!row) continue; // gone since it was found
    const [file, itsRole, itsTool] = row;
    files.set(file, (files.get(file) ?? 0) + 1);
    role.add(itsRole);
    if (itsTool !== null) tool.add(itsTool);
    month.add(monthOf(momentOf(id)));
  }
  const [project, model, session] = [new Counts(), new Counts(), new Counts()];
  for (const file of filesOf(index)) {
    const hits = files.get(file.id);
    if (hits === undefined) continue;
    project.add(file.project, hits);
    session.add(file.session, hits);
    for (const name of file.models) model.add(name, hits);
  }
  return {
    total: ids.length,
    ...{ project: project.list(), role: role.list(), tool: tool.list(), model: model.list(), session: session.list() },
    month: month.list().sort((a, b) => (a.value < b.value ? -1 : 1)),
  };
}

/** In local time, as `during:2026-11` means it. */
function monthOf(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

function filesOf(index: ReadDb): FileFacts[] {
  const rows = index
    .prepare(
      `SELECT file.id, session.project, session.session_id, session.file,
         (SELECT count(*) FROM session other WHERE other.session_id = session.session_id) AS namesakes,
         coalesce(json_extract(CASE facts WHEN '' THEN '{}' ELSE facts END, '$.models'), '[]') AS models
       FROM file JOIN session ON session.id = file.session`,
    )
    .all() as { id: number; project: string; session_id: string; file: string; namesakes: number; models: string }[];
  return rows.map(({ id, project, models, ...row }) => ({
    ...{ id, project, session: refOf(row), models: JSON.parse(models) as string[] },
  }));
}
