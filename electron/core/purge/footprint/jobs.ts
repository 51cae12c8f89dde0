import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../ingest/agent-note.ts';
import { asObject, asText } from '../../ingest/parse.ts';
import { sessionOf, sharedLines } from './lines.ts';
import { childrenOf } from './named.ts';
import { rewritten, wholePlace, type Place } from './place.ts';
import type { Target } from './target.ts';

/** Background sessions: a job is one session's, and that of a fork keeps a copy of the session it came from. */
export function jobPlaces(root: string, targets: readonly Target[]): Place[] {
  const byId = new Map(targets.filter(({ shared }) => !shared).map((target) => [target.sessionId, target]));
  const folder = join(root, 'jobs');
  return childrenOf(folder).flatMap((job): Place[] => {
    if (!job.isDirectory()) return [];
    const path = join(folder, job.name);
    const owner = byId.get(sessionOfJob(path));
    return owner
      ? wholePlace(path, 'job', owner.ref)
      : copyInJob(join(path, 'tmp', 'parent-transcript.jsonl'), byId, root);
  });
}

const sessionOfJob = (path: string) => asText(asObject(readJson(join(path, 'state.json')))['sessionId']) ?? '';

function copyInJob(path: string, byId: ReadonlyMap<string, Target>, root: string): Place[] {
  if (!existsSync(path)) return [];
  const of = new Map<string, number>();
  const ids = new Set<string>();
  let [lines, all] = [0, 0];
  for (const { bytes, records } of sharedLines(path)) {
    all += 1;
    const owner = records.map((record) => byId.get(sessionOf(record) ?? '')).find(Boolean);
    if (!owner) continue;
    of.set(owner.ref, (of.get(owner.ref) ?? 0) + bytes.length + 1);
    ids.add(owner.sessionId);
    lines += 1;
  }
  if (lines === 0) return [];
  const bytes = [...of.values()].reduce((sum, one) => sum + one, 0);
  const why = 'A copy that a fork’s job keeps.';
  if (lines === all) return [{ path, what: 'job', bytes, action: 'delete', lines, of, why }];
  const detail = { kind: 'lines', ids: [...ids], hashes: [] } as const;
  return [rewritten({ path, what: 'job', bytes, lines, of, detail, why }, root)];
}
