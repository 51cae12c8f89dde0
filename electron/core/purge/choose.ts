import type { PurgeChoice } from '../../../shared/purge.ts';
import { AppError } from '../../../shared/errors.ts';
import { findSession, inProject } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import { isPlain, isUuid } from './footprint/target.ts';

const day = 86_400_000;

/** How what only other rooms know is asked. */
export interface Asked {
  /** Rows of the sessions that a query finds something in. */
  found(query: string): Promise<readonly number[]>;
  /** Rows of sessions in which secrets were found that are certain or likely. */
  withSecrets(): ReadonlySet<number>;
  /** Ids of sessions that somebody wants to keep, and by what that is known: “A bookmark”. */
  guarded(): ReadonlyMap<string, string>;
}

export interface Chosen {
  /** Rows of sessions, and whether each was chosen by name. */
  readonly rows: ReadonlyMap<number, { readonly named: boolean }>;
  /** Ids that the index does not know. */
  readonly lost: readonly string[];
  /** What is no id at all. */
  readonly bad: readonly string[];
}

/** The sessions named, and those that all of the conditions together fit. */
export async function choose(index: ReadDb, choice: PurgeChoice, asked: Asked): Promise<Chosen> {
  const rows = new Map<number, { named: boolean }>();
  for (const row of await fitting(index, choice, asked)) rows.set(row, { named: false });
  const [lost, bad] = [new Array<string>(), new Array<string>()];
  for (const ref of choice.sessions) {
    const row = rowOf(index, ref);
    if (row !== undefined) rows.set(row, { named: true });
    else if (isUuid(ref)) lost.push(ref);
    else if (!isPlain(ref)) bad.push(ref);
    else
      throw new AppError('not_found', `No session “${ref}” in the index. \`turnstone sessions\` lists what there is.`);
  }
  return { rows, lost, bad };
}

function rowOf(index: ReadDb, ref: string): number | undefined {
  try {
    return findSession(index, ref).id;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function fitting(index: ReadDb, choice: PurgeChoice, asked: Asked): Promise<readonly number[]> {
  const { query, olderThanDays, project, largerThanBytes, withSecrets } = choice;
  const conditions = [query, olderThanDays, project, largerThanBytes];
  if (conditions.every((one) => one === undefined) && !withSecrets) return [];
  const rows = index
    .prepare(
      `SELECT id FROM session
       WHERE ${inProject} AND (@before IS NULL OR coalesce(ended, modified) < @before)
         AND (@larger IS NULL OR bytes > @larger) ORDER BY id`,
    )
    .pluck()
    .all({
      project: project ?? null,
      before: olderThanDays === undefined ? null : Date.now() - olderThanDays * day,
      larger: largerThanBytes ?? null,
    }) as number[];
  const found = query === undefined ? null : new Set(await asked.found(query));
  const secret = withSecrets ? asked.withSecrets() : null;
  return rows.filter((row) => (found === null || found.has(row)) && (secret === null || secret.has(row)));
}
