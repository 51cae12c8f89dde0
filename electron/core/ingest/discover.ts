import { existsSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Copies } from '../archive/copy.ts';

export interface Transcript {
  readonly root: string;
  readonly path: string;
  /** The project folder directly under projects/. */
  readonly folder: string;
  /** The subagent's id; null for a main transcript. */
  readonly agent: string | null;
  /** The session's id where the path tells it: not for old flat agent files nor for files with a name of their own. */
  readonly sessionId: string | null;
  readonly size: number;
  readonly mtime: number;
  readonly inode: number;
  /** The file is gone: what the archive holds of it and of what lay beside it is read in its place. */
  readonly copies?: Copies;
}

export interface Discovery {
  /** Newest first, so that what people look for is searchable first. */
  readonly transcripts: Transcript[];
  readonly unreadable: { path: string; reason: string }[];
  /** Roots whose projects folder could be listed: only under these does a missing file mean a deleted one. */
  readonly listed: string[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function discover(roots: readonly string[]): Discovery {
  const found: Discovery = { transcripts: [], unreadable: [], listed: [] };
  for (const root of roots) if (discoverRoot(root, found)) found.listed.push(root);
  // Roots may overlap: a file is read once.
  const distinct = new Map(found.transcripts.toReversed().map((one) => [one.path, one]));
  const transcripts = [...distinct.values()].sort((a, b) => b.mtime - a.mtime);
  return { ...found, transcripts };
}

/** A Claude folder keeps its transcripts in projects/. Anything else the user names is a log, or a folder of them. */
function discoverRoot(root: string, found: Discovery): boolean {
  const projects = join(root, 'projects');
  if (existsSync(projects)) return walk(projects, { root, base: projects, found });
  if (isFile(root)) return examine(root, { root, base: dirname(root), found });
  const before = found.transcripts.length;
  if (existsSync(root)) walk(root, { root, base: root, found });
  if (found.transcripts.length > before) return true;
  found.unreadable.push({ path: projects, reason: 'ENOENT' });
  return false;
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

interface Walk {
  readonly root: string;
  /** What paths are told from. */
  readonly base: string;
  readonly found: Discovery;
}

/** Folders beside the transcripts that hold other things, some of them with the same ending. */
export const elsewhere = new Set(['tool-results', 'memory', 'node_modules']);

/** Whether the folder could be listed. */
function walk(dir: string, at: Walk): boolean {
  let children: Dirent[];
  try {
    children = readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    at.found.unreadable.push({ path: dir, reason: reasonOf(error) });
    return false;
  }
  for (const child of children) {
    const path = join(dir, child.name);
    const isLink = child.isSymbolicLink();
    if (isLink && !staysInside(path, at.base)) continue;
    if (child.isDirectory()) {
      if (!elsewhere.has(child.name)) walk(path, at);
    } else if (child.name.endsWith('.jsonl') && (child.isFile() || isLink)) examine(path, at);
  }
  return true;
}

function examine(path: string, { root, base, found }: Walk): boolean {
  const place = classify(relative(base, path));
  if (!place) return false;
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return false;
    found.transcripts.push({ root, path, ...place, size: stat.size, mtime: stat.mtimeMs, inode: inodeOf(stat.ino) });
    return true;
  } catch (error) {
    found.unreadable.push({ path, reason: reasonOf(error) });
    return false;
  }
}

/** What a path under projects/ says about a transcript. */
export function classify(path: string): Pick<Transcript, 'folder' | 'agent' | 'sessionId'> | null {
  const parts = path.split(sep);
  const name = basename(path, '.jsonl');
  const folder = parts.length > 1 ? (parts[0] ?? '') : '';
  if (parts.length === 1 && name === 'history') return null; // every prompt ever typed: see history.ts
  const subagents = parts.indexOf('subagents');
  if (subagents > 0) {
    if (name === 'journal') return null; // a workflow's own log, not a transcript
    return { folder, agent: name.replace(/^agent-/, ''), sessionId: parts[subagents - 1] ?? null };
  }
  if (name.startsWith('agent-')) return { folder, agent: name.slice('agent-'.length), sessionId: null };
  return { folder, agent: null, sessionId: uuid.test(name) ? name : null };
}

/** Whether a path still leads into the folder once every link on the way is followed. */
export function staysInside(path: string, dir: string): boolean {
  try {
    const way = relative(realpathSync(dir), realpathSync(path));
    return !way.startsWith('..') && !isAbsolute(way); // absolute: another drive
  } catch {
    return false; // points nowhere
  }
}

/** NTFS has numbers that neither JavaScript nor SQLite can hold as integers: this much of them is enough. */
export const inodeOf = (ino: number) => ino % 2 ** 53;

export const reasonOf = (error: unknown) =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : String(error));
