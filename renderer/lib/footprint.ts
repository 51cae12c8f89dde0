import type { TraceItem } from '../../shared/purge.ts';
import { below, byKind, isOurs, sumOf, traceNames } from './traces.ts';

/** A part of what takes up room. */
export interface Share {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly places: number;
  /** Of the largest part, from 0 to 1: how long its bar is. */
  readonly length: number;
  /** The project that it is, where it is one that the index knows. */
  readonly project: string | null;
}

/** What Claude Code keeps in one of its folders, or in none of them. */
export interface ClaudeShare {
  readonly path: string;
  readonly bytes: number;
  readonly items: readonly TraceItem[];
}

/** Places by the Claude folder they are in; those elsewhere, such as temporary files, by themselves at the end. */
export function byClaudeFolder(items: readonly TraceItem[], folders: readonly string[]): ClaudeShare[] {
  const theirs = items.filter(({ what }) => !isOurs(what));
  const isIn = (folder: string, { path }: TraceItem) => below([folder], path) !== path;
  const shares = folders.map((path) => ({ path, items: theirs.filter((item) => isIn(path, item)) }));
  const elsewhere = theirs.filter((item) => !folders.some((folder) => isIn(folder, item)));
  return [...shares, { path: 'Elsewhere', items: elsewhere }]
    .filter((share) => share.items.length > 0)
    .map((share) => ({ ...share, bytes: sumOf(share.items) }));
}

export function sharesByKind(items: readonly TraceItem[]): Share[] {
  const groups = byKind(items).map(({ what, items: own }) => ({
    key: what,
    name: traceNames[what],
    own,
    project: null,
  }));
  return measured(groups);
}

const outside = 'Not of one project';

/** `nameOf` names a project; those the index does not know go by the name of their folder. */
export function sharesByProject(
  items: readonly TraceItem[],
  folder: string,
  projects: readonly string[],
  nameOf: (project: string) => string,
): Share[] {
  const known = new Map(projects.map((project) => [encoded(project), project]));
  const own = new Map<string, TraceItem[]>();
  for (const item of items) {
    const [first, second] = below([folder], item.path).split(/[/\\]/);
    const key = first === 'projects' && second !== undefined ? second : outside;
    const group = own.get(key);
    if (group) group.push(item);
    else own.set(key, [item]);
  }
  return measured(
    [...own].map(([key, group]) => {
      const project = known.get(key) ?? null;
      return { key, name: project === null ? key : nameOf(project), own: group, project };
    }),
  );
}

/** As Claude Code makes a folder's name of a path. */
const encoded = (path: string) => path.replaceAll(/[^a-zA-Z0-9]/g, '-');

interface Part extends Pick<Share, 'key' | 'name' | 'project'> {
  readonly own: readonly TraceItem[];
}

function measured(parts: readonly Part[]): Share[] {
  const sized = parts
    .map(({ own, ...part }) => ({ ...part, bytes: sumOf(own), places: own.length }))
    .filter(({ bytes }) => bytes > 0);
  const largest = Math.max(1, ...sized.map(({ bytes }) => bytes));
  return sized.toSorted((a, b) => b.bytes - a.bytes).map((part) => ({ ...part, length: part.bytes / largest }));
}
