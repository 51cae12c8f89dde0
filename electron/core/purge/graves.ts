import { join } from 'node:path';
import type { Place } from './footprint/place.ts';
import type { Target } from './footprint/target.ts';
import type { Grave } from './journal.ts';
import { headOf, nameOnStone, promptsOf } from './tombstones.ts';

/** What must not be indexed again of sessions that are about to go. */
export function gravesOf(targets: readonly Target[], places: readonly Place[]): Grave[] {
  const going = places.filter(({ action }) => action === 'delete');
  const owned = Map.groupBy(
    going.flatMap((place) => [...place.of.keys()].map((ref) => ({ ref, place }))),
    ({ ref }) => ref,
  );
  return targets.flatMap(({ ref, sessionId, files, roots }) => {
    const own = (owned.get(ref) ?? []).map(({ place }) => place);
    const folders = own.filter(({ what }) => what === 'session-folder').map(({ path }) => path);
    const mains = own.filter(({ what, path }) => (what === 'transcript' || what === 'copy') && path.endsWith('.jsonl'));
    const paths = new Set([...files.map(({ path }) => path), ...mains.map(({ path }) => path)]);
    const histories = roots.map((root) => promptsOf(join(root, 'history.jsonl'), sessionId));
    return [
      ...[...paths].map((path) => ({ path: nameOnStone(path), sessionId, head: headOf(path) })),
      ...[...folders, ...histories].map((path) => ({ path, sessionId, head: null })),
    ];
  });
}
