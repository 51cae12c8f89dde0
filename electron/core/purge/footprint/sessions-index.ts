import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../ingest/agent-note.ts';
import { asList, asObject, asText } from '../../ingest/parse.ts';
import { childrenOf } from './named.ts';
import { rewritten, type Place } from './place.ts';
import type { Target } from './target.ts';

/** The entries of sessions-index.json in each project's folder. */
export function sessionsIndexPlaces(root: string, targets: readonly Target[]): Place[] {
  const byId = new Map(targets.filter(({ shared }) => !shared).map((target) => [target.sessionId, target]));
  const projects = join(root, 'projects');
  return childrenOf(projects).flatMap(({ name }): Place[] => {
    const path = join(projects, name, 'sessions-index.json');
    if (!existsSync(path)) return [];
    const of = new Map<string, number>();
    let lines = 0;
    for (const entry of asList(asObject(readJson(path))['entries'])) {
      const target = byId.get(asText(asObject(entry)['sessionId']) ?? '');
      if (!target) continue;
      of.set(target.ref, (of.get(target.ref) ?? 0) + Buffer.byteLength(JSON.stringify(entry)));
      lines += 1;
    }
    if (lines === 0) return [];
    const bytes = [...of.values()].reduce((sum, one) => sum + one, 0);
    const ids = targets.filter(({ ref }) => of.has(ref)).map(({ sessionId }) => sessionId);
    return [rewritten({ path, what: 'sessions-index', bytes, lines, of, detail: { kind: 'entries', ids } }, root)];
  });
}
