import { lstatSync, readdirSync, statSync, type Dirent, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Trace, TraceItem } from '../../../../shared/purge.ts';
import { reasonOf, staysInside } from '../../ingest/discover.ts';

/** What a step must know beyond its path, so that it can be done after a crash as well. Ids and hashes, no content. */
export type Detail =
  | { readonly kind: 'lines'; readonly ids: readonly string[]; readonly hashes: readonly string[] }
  | { readonly kind: 'entries'; readonly ids: readonly string[] }
  | { readonly kind: 'paste'; readonly hash: string; readonly history: string }
  | { readonly kind: 'index'; readonly files: readonly string[]; readonly ids: readonly string[] }
  | { readonly kind: 'rows'; readonly ids: readonly string[]; readonly mains: readonly string[] };

/** A place that holds something of sessions, and how many bytes of it are each one's, by ref. */
export interface Place extends TraceItem {
  readonly of: ReadonlyMap<string, number>;
  readonly detail?: Detail;
  /** Why something of the sessions stays there although everything goes well. */
  readonly warning?: string;
}

interface Measured {
  readonly bytes: number;
  readonly isLink: boolean;
  /** Files that have another name as well. */
  readonly twins: number;
  /** Folders that could not be listed. */
  readonly closed: readonly string[];
}

/** What is there, without following a link; null where there is nothing. */
export function measure(path: string): Measured | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  if (stat.isSymbolicLink()) return { bytes: 0, isLink: true, twins: 0, closed: [] };
  if (!stat.isDirectory()) return { bytes: stat.size, isLink: false, twins: isTwin(stat), closed: [] };
  const sum = { bytes: 0, isLink: false, twins: 0, closed: [] as string[] };
  for (const child of childrenOf(path, sum.closed)) {
    const inside = measure(join(path, child.name));
    if (!inside) continue; // gone meanwhile
    sum.bytes += inside.bytes;
    sum.twins += inside.twins;
    sum.closed.push(...inside.closed);
  }
  return sum;
}

const isTwin = (stat: Stats) => (stat.isFile() && stat.nlink > 1 ? 1 : 0);

function childrenOf(path: string, closed: string[]): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    closed.push(`${path} (${reasonOf(error)})`);
    return [];
  }
}

/** A file or folder that goes as a whole; none where there is nothing. `parts` of it are told apart. */
export function wholePlace(
  path: string,
  what: Trace,
  ref: string,
  parts: readonly Place[] = [],
  reason?: string,
): Place[] {
  const found = measure(path);
  if (!found) return [];
  const bytes = found.bytes - parts.reduce((sum, part) => sum + part.bytes, 0);
  const why = whyOf(found) ?? reason;
  const survives = found.isLink || (found.twins > 0 && parts.length === 0);
  const warning = survives ? { warning: `${path}: ${why ?? ''}` } : {};
  return [{ path, what, bytes, action: 'delete', ...(why ? { why } : {}), of: new Map([[ref, bytes]]), ...warning }];
}

/** A file that stays without the lines of some sessions, unless it is somewhere else in truth. */
export function rewritten(place: Omit<Place, 'action'>, root: string): Place {
  const { path } = place;
  const stat = lstatSync(path);
  if (stat.isSymbolicLink() && !staysInside(path, root)) return unfollowed(place);
  const twins = statSync(path).nlink > 1 ? { why: twinsOf(1), warning: `${path}: ${twinsOf(1)}` } : {};
  return { ...place, action: 'rewrite', ...twins };
}

/** What only a link out of the Claude folder leads to. */
function unfollowed(place: Omit<Place, 'action'>): Place {
  const why = 'A link out of the Claude folder: it is not followed.';
  return { ...withoutDetail(place), action: 'keep', why, warning: `${place.path}: ${why}` };
}

/** Leaves alone what a link on the way to it leads out of the Claude folder; its projects may be elsewhere as a whole. */
export function keptInside(places: readonly Place[], root: string): Place[] {
  const bases = [root, join(root, 'projects')];
  const known = new Map<string, boolean>();
  return places.map((place) => {
    const folder = dirname(place.path);
    const isInside = known.get(folder) ?? bases.some((base) => staysInside(folder, base));
    known.set(folder, isInside);
    return isInside ? place : unfollowed(place);
  });
}

const withoutDetail = ({ detail, ...place }: Omit<Place, 'action'>) => (void detail, place);

export const keep = (places: readonly Place[], why: string): Place[] =>
  places.map((place) => ({ ...place, action: 'keep', why }));

function whyOf({ isLink, twins, closed }: Measured): string | null {
  if (isLink) return 'A link: it is removed, what it points to stays.';
  if (twins > 0) return twinsOf(twins);
  return closed.length > 0 ? `Could not be listed: ${closed.join(', ')}` : null;
}

const twinsOf = (count: number) =>
  count === 1
    ? 'It has a second name elsewhere (a hard link): that copy survives.'
    : `${count} files in it have a second name elsewhere (hard links): those copies survive.`;

/** The same place found for two sessions is one. */
export function merged(places: readonly Place[]): Place[] {
  const byPath = new Map<string, Place>();
  for (const place of places) {
    const known = byPath.get(place.path);
    byPath.set(place.path, known ? { ...known, of: new Map([...known.of, ...place.of]) } : place);
  }
  return [...byPath.values()];
}
