import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { join, sep } from 'node:path';
import type { ReadDb } from '../db/handles.ts';
import { staysInside } from '../ingest/discover.ts';

/** A session, as the archive knows it. */
export interface Kept {
  readonly id: number;
  readonly sessionId: string;
  readonly main: string;
  readonly root: string;
}

/** What a session wrote: its transcripts, and the folder beside the main one with outputs and notes. */
export function filesOf(index: ReadDb, { id, main, root }: Kept): string[] {
  const transcripts = index
    .prepare('SELECT path FROM file WHERE session = ? AND deleted IS NULL ORDER BY agent IS NOT NULL, id')
    .pluck()
    .all(id) as string[];
  const notes = transcripts.map((path) => path.replace(/\.jsonl$/, '.meta.json')).filter(isFile);
  const folder = folderBeside(main);
  const beside = folder !== null && staysInside(folder, root) ? walk(folder) : [];
  return [...new Set([...transcripts, ...notes, ...beside])];
}

/** `<session>/` beside `<session>.jsonl`; of a session whose subagents alone are left, the folder they are in. */
function folderBeside(main: string): string | null {
  const subagents = main.indexOf(`${sep}subagents${sep}`);
  if (subagents !== -1) return main.slice(0, subagents);
  return main.endsWith('.jsonl') ? main.slice(0, -'.jsonl'.length) : null;
}

function walk(dir: string): string[] {
  let children: Dirent[];
  try {
    children = readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // most sessions have none
    throw error;
  }
  return children.flatMap((child) => {
    const path = join(dir, child.name);
    if (child.isDirectory()) return walk(path);
    return child.isFile() ? [path] : []; // no links: they lead to what is no part of the session
  });
}

const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
