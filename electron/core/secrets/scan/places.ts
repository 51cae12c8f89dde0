import { lstatSync, readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { ReadDb } from '../../db/handles.ts';
import { inodeOf, staysInside } from '../../ingest/discover.ts';
import { ghostMark } from '../../ingest/history.ts';
import { rulesVersion } from '../detect.ts';

/** A file that is looked through for secrets. */
export interface Place {
  readonly path: string;
  readonly kind: 'lines' | 'text';
  /** The transcript it is or belongs to. */
  readonly file: number | null;
  /** Its lines are many sessions'. */
  readonly shared: boolean;
  readonly size: number;
  readonly mtime: number;
  readonly inode: number;
}

/** How far a file was looked through. */
export interface Reached {
  readonly offset: number;
  readonly lines: number;
  readonly inode: number;
  readonly guard: string;
}

interface Known extends Reached {
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
  readonly rules: number;
}

export interface Due {
  readonly place: Place;
  readonly reached: Reached;
}

export interface ScanPlan {
  readonly due: readonly Due[];
  /** Bytes of everything that is looked through, and those of it that are still to be. */
  readonly total: number;
  readonly left: number;
  /** What is known of and no longer there, though its session is. */
  readonly gone: readonly string[];
}

const nowhere: Reached = { offset: 0, lines: 0, inode: 0, guard: '' };

/** What there is to look through: newest first, like the index. */
export function planScan(index: ReadDb, roots: readonly string[]): ScanPlan {
  const known = new Map(
    (index.prepare('SELECT path, size, mtime, inode, offset, lines, guard, rules FROM scanned').all() as Known[]).map(
      (one) => [one.path, one],
    ),
  );
  const places = [...transcripts(index), ...sharedPlaces(roots)];
  const due = places.flatMap((place): Due[] => {
    const before = known.get(place.path);
    if (before && isSame(place, before)) return [];
    return [{ place, reached: before?.rules === rulesVersion && place.kind === 'lines' ? before : nowhere }];
  });
  due.sort((a, b) => b.place.mtime - a.place.mtime);
  const here = new Set(places.map(({ path }) => path));
  for (const path of swept(index)) here.add(path);
  return {
    due,
    total: places.reduce((sum, { size }) => sum + size, 0),
    left: due.reduce((sum, { place, reached }) => sum + Math.max(0, place.size - reached.offset), 0),
    gone: [...known.keys()].filter((path) => !here.has(path)),
  };
}

const isSame = (place: Place, { size, mtime, inode, rules }: Known) =>
  rules === rulesVersion && place.size === size && place.mtime === mtime && place.inode === inode;

/** Known places of sessions whose transcript is gone, which the index keeps: what was found in them stays true of it. */
const swept = (index: ReadDb) =>
  index
    .prepare('SELECT scanned.path FROM scanned JOIN file ON file.id = scanned.file WHERE file.deleted IS NOT NULL')
    .pluck()
    .all() as string[];

function transcripts(index: ReadDb): Place[] {
  const files = index
    .prepare('SELECT id, path, agent FROM file WHERE deleted IS NULL AND agent IS NOT ?')
    .all(ghostMark) as { id: number; path: string; agent: string | null }[];
  return files.flatMap(({ id, path, agent }) => [
    ...placeAt(path, 'lines', id, statSync(path, { throwIfNoEntry: false })), // discovery has looked at links
    ...(agent === null ? results(path.replace(/\.jsonl$/, ''), id) : []),
  ]);
}

/** Results of tools that were too large for the transcript. */
function results(session: string, file: number): Place[] {
  const folder = join(session, 'tool-results');
  const names = listed(folder);
  if (names.length === 0 || !staysInside(folder, session)) return [];
  return names.flatMap((name) => placeAt(join(folder, name), 'text', file));
}

/** Every prompt ever typed, and what was pasted into them. */
function sharedPlaces(roots: readonly string[]): Place[] {
  return roots.flatMap((root) => {
    const pastes = join(root, 'paste-cache');
    return [
      ...placeAt(join(root, 'history.jsonl'), 'lines', null),
      ...listed(pastes).flatMap((name) => placeAt(join(pastes, name), 'text', null)),
    ];
  });
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // most sessions have none
  }
}

/** None where there is no plain file. */
function placeAt(
  path: string,
  kind: Place['kind'],
  file: number | null,
  stat: Stats | undefined = lstatSync(path, { throwIfNoEntry: false }),
): Place[] {
  if (!stat?.isFile()) return [];
  const shared = kind === 'lines' && file === null;
  return [{ path, kind, file, shared, size: stat.size, mtime: stat.mtimeMs, inode: inodeOf(stat.ino) }];
}
