import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Trace } from '../../../../shared/purge.ts';
import type { ReadDb } from '../../db/handles.ts';
import { discover, staysInside } from '../../ingest/discover.ts';
import { temporaryFolders } from '../../purge/footprint/temporary.ts';
import { hasTranscripts } from '../../roots.ts';

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
  /** What could not be looked into, in sentences. */
  readonly closed: readonly string[];
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
const itsOwn = 'It is no trace of a session but Claude Code’s own, and is not changed: look at it yourself.';

/** Every file of the folders that are read, of the temporary one, and what could not be looked into. */
export function groundsOf(
  index: ReadDb,
  roots: readonly string[],
  temporary: readonly string[] = temporaryFolders(),
): Grounds {
  const files = new Map<string, Ground>();
  const closed: string[] = [];
  for (const root of roots) {
    if (hasTranscripts(root)) walk(root, root, { files, closed, what: (path) => traceIn(root, path) });
    else for (const { path } of discover([root]).transcripts) addKnown(path, dirname(path), { files, closed });
  }
  for (const path of known(index)) if (!files.has(path)) addKnown(path, dirname(path), { files, closed });
  for (const folder of temporary) walk(folder, folder, { files, closed, what: () => 'temporary' });
  return { files: [...files.values()], closed };
}

/** Transcripts of folders that are no longer named but still there. */
const known = (index: ReadDb) =>
  index.prepare("SELECT path FROM file WHERE deleted IS NULL AND agent IS NOT '#history'").pluck().all() as string[];

function addKnown(path: string, root: string, at: Omit<Walk, 'what'>): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) add(path, root, { ...at, what: () => 'transcript' });
  else if (stat?.isSymbolicLink()) addLink(path, root, at);
}

interface Walk {
  readonly files: Map<string, Ground>;
  readonly closed: string[];
  what(path: string): Trace | null;
}

function walk(dir: string, root: string, at: Walk): void {
  let children;
  try {
    children = readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    return void at.closed.push(`${dir} could not be listed (${(error as NodeJS.ErrnoException).code}).`);
  }
  for (const child of children) {
    const path = join(dir, child.name);
    if (child.isDirectory()) {
      if (dir !== root || !skipped.has(child.name)) walk(path, root, at);
    } else if (child.isFile()) add(path, root, at);
    else if (child.isSymbolicLink()) addLink(path, root, at);
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
function addLink(path: string, root: string, { files, closed }: Omit<Walk, 'what'>): void {
  if (staysInside(path, root)) return;
  const stat = statSync(path, { throwIfNoEntry: false });
  const leave = 'It is a link out of the Claude folder, which is not followed.';
  if (stat?.isFile()) files.set(path, { path, root, what: 'session-folder', leave });
  else if (stat?.isDirectory()) closed.push(`${path} is a link to ${realpathSync(path)} and was not followed.`);
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
