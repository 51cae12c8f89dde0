import { join } from 'node:path';
import type { ReadDb } from '../../db/handles.ts';
import { childrenOf } from './named.ts';
import { keep, wholePlace, type Place } from './place.ts';
import { factIn, type Target } from './target.ts';

/** `plans/<slug>.md`, and what subagents wrote to it. The slug is in the records and may be in several sessions'. */
export function planPlaces(index: ReadDb, root: string, targets: readonly Target[]): Place[] {
  const owners = new Map(targets.flatMap(({ slugs, ref }) => slugs.map((slug): [string, string] => [slug, ref])));
  if (owners.size === 0) return [];
  const folder = join(root, 'plans');
  const found = childrenOf(folder).flatMap(({ name }) => {
    const slug = /^(.+?)(?:-agent-.*)?\.md$/.exec(name)?.[1] ?? '';
    const ref = owners.get(slug);
    return ref === undefined ? [] : [{ slug, places: wholePlace(join(folder, name), 'plan-file', ref) }];
  });
  const staying = found.length === 0 ? null : slugsOfOthers(index, targets);
  return found.flatMap(({ slug, places }) =>
    staying?.has(slug) ? keep(places, 'Another session works by the same plan.') : places,
  );
}

function slugsOfOthers(index: ReadDb, targets: readonly Target[]): ReadonlySet<string> {
  const rows = JSON.stringify(targets.flatMap(({ row }) => row ?? []));
  const slugs = index
    .prepare(
      `SELECT DISTINCT value FROM file, json_each(coalesce(${factIn('slugs')}, '[]'))
       WHERE session IS NULL OR session NOT IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .all(rows);
  return new Set(slugs as string[]);
}
