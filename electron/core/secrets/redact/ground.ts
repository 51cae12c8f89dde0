import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Trace } from '../../../../shared/purge.ts';
import type { ReadDb } from '../../db/handles.ts';
import { discover, reasonOf, staysInside } from '../../ingest/discover.ts';
import { temporaryFolders } from '../../purge/footprint/temporary.ts';
import { hasTranscripts } from '../../roots.ts';
import type { Refused } from './holders.ts';

/** A file that may hold what was said in a session. */
export interface Ground {
  readonly path: string;
  /** The folder that it was found in. */
  readonly root: string;
  readonly what: Trace;
  /** Why it is not written to whatever it holds; null where it may be. */
  readonly leave: string | null;
}

export interface Grounds {
  readonly files: readonly Ground[];
  /** What could not be looked into, and why. */
  readonly closed: readonly Refused[];
}

export const traces: Readonly<Record<string, Trace>> = {
  'history.jsonl': 'history',
  projects: 'session-folder',
  'file-history': 'file-history',
  'paste-cache': 'paste',
  'image-cache': 'image-cache',
  'session-env': 'session-env',
  uploads: 'upload',
  tasks: 'task',
  todos: 'todo',
  plans: 'plan-file',
  debug: 'debug-log',
  jobs: 'job',
  security: 'security-state',
  telemetry: 'telemetry',
};

/** The program itself. */
const skipped = new Set(['local']);
const leadsOut = 'It is a link out of the Claude folder, which is not followed.';
const itsOwn = 'It is no trace of a session but Claude Code’s own, and is not changed: look at it yourself.';

/** Every file of the folders that are read, of the temporary one, and what could not be looked into. */
export function groundsOf(
  index: ReadDb,
  roots: readonly string[],
  temporary: readonly string[] = temporaryFolders(),
): Grounds {
  const files = new Map<string, Ground>();
  const closed: Refused[] = [];
  for (const root of roots) {
    if (hasTranscripts(root)) walk(root, root, { files, closed, what: (path) => traceIn(root, path) });
    else for (const { path } of discover([root]).transcripts) addKnown(path, { files, closed });
  }
  for (const path of known(index)) if (!files.has(path)) addKnown(path, { files, closed });
  for (const folder of temporary) walk(folder, folder, { files, closed, what: () => 'temporary', isLinked: false });
  for (const root of roots) addSettings(join(dirname(root), '.claude.json'), files);
  return { files: [...files.values()], closed };
}

/** In old versions it has the last prompts of each project. */
function addSettings(path: string, files: Walk['files']): void {
  if (!files.has(path) && existsSync(path))
    files.set(path, { path, root: dirname(path), what: 'session-folder', leave: itsOwn });
}

/** Transcripts of folders that are no longer named but still there. */
const known = (index: ReadDb) =>
  index.prepare("SELECT path FROM file WHERE deleted IS NULL AND agent IS NOT '#history'").pluck().all() as string[];

function addKnown(path: string, { files, closed }: Omit<Walk, 'what'>): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  const at: Walk = { files, closed, what: () => 'transcript' };
  if (stat?.isFile()) add(path, dirname(path), at);
  else if (stat?.isSymbolicLink()) addLink(path, dirname(path), at);
}

interface Walk {
  readonly files: Map<string, Ground>;
  readonly closed: Refused[];
  what(path: string): Trace | null;
  /** Whether what links lead to matters; outputs of tasks lead to the transcripts of subagents. */
  readonly isLinked?: boolean;
}

function walk(dir: string, root: string, at: Walk): void {
  let children;
  try {
    children = readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    return void at.closed.push({ path: dir, reason: `It could not be listed (${reasonOf(error)}).` });
  }
  for (const child of children) {
    const path = join(dir, child.name);
    if (child.isDirectory()) {
      if (dir !== root || !skipped.has(child.name)) walk(path, root, at);
    } else if (child.isFile()) add(path, root, at);
    else if (child.isSymbolicLink() && at.isLinked !== false) addLink(path, root, at);
  }
}

function add(path: string, root: string, { files, what }: Omit<Walk, 'closed'>): void {
  const trace = what(path);
  const leave = trace === null ? itsOwn : secondName(path);
  files.set(path, { path, root, what: trace ?? 'session-folder', leave });
}

/** Why a file is not written to that leads to somewhere else, or is to be found there as well. */
export function secondName(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) return 'It is a link, which is not followed.';
  return (stat?.nlink ?? 1) > 1 ? 'It has a second name elsewhere (a hard link), which would keep the text.' : null;
}

/** What a link inside the folder leads to is met there. One that leads out of it is looked at, never written to. */
function addLink(path: string, root: string, { files, closed, what }: Walk): void {
  if (staysInside(path, root)) return;
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) files.set(path, { path, root, what: 'session-folder', leave: leadsOut });
  else if (stat?.isDirectory() && what(path) !== null)
    closed.push({ path, reason: `It is a link to ${realpathSync(path)}, which is not followed.` });
}

function traceIn(root: string, path: string): Trace | null {
  const parts = relative(root, path).split(sep);
  const trace = traces[parts[0] ?? ''] ?? null;
  if (parts[0] !== 'projects') return trace;
  const name = basename(path);
  if (name === 'sessions-index.json') return 'sessions-index';
  if (parts.includes('tool-results')) return 'tool-result';
  if (!name.endsWith('.jsonl')) return parts.includes('subagents') ? 'subagent' : 'session-folder';
  return parts.includes('subagents') || name.startsWith('agent-') ? 'subagent' : 'transcript';
}
