import type { Trace } from '../../../../shared/purge.ts';
import type { ReadDb } from '../../db/handles.ts';
import { keptCopies } from './copies-kept.ts';
import { historyPlaces } from './history.ts';
import { jobPlaces } from './jobs.ts';
import { listNamed, namedPlaces } from './named.ts';
import { ownPlaces } from './own.ts';
import { keptInside, merged, type Place } from './place.ts';
import { planPlaces } from './plan-files.ts';
import { sessionsIndexPlaces } from './sessions-index.ts';
import type { Target } from './target.ts';
import { temporaryFolders, temporaryPlaces } from './temporary.ts';
import { listProjects, transcriptPlaces } from './transcripts.ts';

/** Where to look. */
export interface Ground {
  readonly index: ReadDb;
  readonly library: ReadDb;
  readonly dataDir: string;
  /** The system's temporary folders of Claude Code, where they are not the usual ones. */
  readonly temporary?: readonly string[];
}

/** Every place that holds something of these sessions. */
export function footprint(ground: Ground, targets: readonly Target[]): Place[] {
  const { index, library, dataDir, temporary = temporaryFolders() } = ground;
  const roots = [...new Set(targets.flatMap(({ roots }) => roots))];
  const inRoots = roots.flatMap((root) => {
    const here = targets.filter(({ roots }) => roots.includes(root));
    const [projects, named] = [listProjects(root), listNamed(root)];
    const places = [
      ...here.flatMap((target) => namedPlaces(named, target)),
      ...jobPlaces(root, here),
      ...historyPlaces(index, root, here),
      ...planPlaces(index, root, here),
      ...sessionsIndexPlaces(root, here),
    ];
    return [...here.flatMap((target) => transcriptPlaces(projects, target)), ...keptInside(places, root)];
  });
  const nothing = new Map<string, readonly string[]>();
  const elsewhere = targets.filter(({ roots }) => roots.length === 0);
  return merged([
    ...inRoots,
    ...elsewhere.flatMap((target) => transcriptPlaces(nothing, target)),
    ...temporaryPlaces(temporary, targets),
    ...keptCopies(library, dataDir, targets),
    ...ownPlaces(index, library, dataDir, targets),
  ]);
}

/** In the order in which a plan is read: what was said first, what is only about it later, our own last. */
const order: readonly Trace[] = [
  ...([
    'transcript',
    'subagent',
    'tool-result',
    'session-folder',
    'copy',
    'file-history',
    'plan-file',
    'history',
  ] as const),
  ...(['paste', 'image-cache', 'upload', 'task', 'todo', 'session-env', 'job', 'temporary', 'sessions-index'] as const),
  ...(['debug-log', 'security-state', 'telemetry', 'index', 'library', 'archive', 'export'] as const),
];

export const inOrder = (places: readonly Place[]) =>
  places.toSorted((a, b) => order.indexOf(a.what) - order.indexOf(b.what));

/**
 * In the order in which a plan is carried out: first what is taken out of files that others write to, then what goes
 * as a whole, a folder before its parts, so that it is one thing in the trash; the index last, because until then it
 * knows what is meant.
 */
export function inDoingOrder(places: readonly Place[]): Place[] {
  const turn = ({ what, action }: Place) => {
    if (action === 'rewrite') return what === 'index' ? 3 : 0;
    return what === 'session-folder' ? 1 : 2;
  };
  return inOrder(places).sort((a, b) => turn(a) - turn(b));
}
