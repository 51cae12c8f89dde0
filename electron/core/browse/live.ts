import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { ReadDb } from '../db/handles.ts';
import { readJson } from '../ingest/agent-note.ts';
import { asCount, asObject, asText } from '../ingest/parse.ts';

export const recent = 2 * 60_000;
const freshFor = 2_000;

/**
 * Whether somebody works in a session right now: a Claude Code that runs says so in sessions/<pid>.json, and one that
 * does not say so (an older version, another machine) still writes.
 */
export function isLive(sessionId: string, file: string, modified: number): boolean {
  if (Date.now() - modified < recent) return true;
  const projects = file.lastIndexOf(`${sep}projects${sep}`);
  return runningIn(projects === -1 ? dirname(file) : file.slice(0, projects)).has(sessionId);
}

/** Rows of the sessions that somebody works in. */
export function liveSessions(index: ReadDb): number[] {
  const roots = index.prepare('SELECT path FROM root').pluck().all() as string[];
  const running = roots.flatMap((root) => [...runningIn(root)]);
  return index
    .prepare(
      `SELECT id FROM session WHERE ghost = 0 AND source_deleted = 0
       AND (modified > ? OR session_id IN (SELECT value FROM json_each(?)))`,
    )
    .pluck()
    .all(Date.now() - recent, JSON.stringify(running)) as number[];
}

/** Ids of the sessions that a Claude Code works in at this moment. */
export const runningNow = (claudeDir: string): ReadonlySet<string> => new Set(readRunning(join(claudeDir, 'sessions')));

const seen = new Map<string, { at: number; running: ReadonlySet<string> }>();

function runningIn(claudeDir: string): ReadonlySet<string> {
  const now = Date.now();
  const known = seen.get(claudeDir);
  if (known && now - known.at < freshFor) return known.running;
  const running = runningNow(claudeDir);
  seen.set(claudeDir, { at: now, running });
  return running;
}

function readRunning(dir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(dir);
  } catch {
    return []; // older versions keep no such folder
  }
  return names.flatMap((name) => {
    if (!name.endsWith('.json')) return [];
    const note = asObject(readJson(join(dir, name)));
    const sessionId = asText(note['sessionId']);
    return sessionId !== null && isRunning(asCount(note['pid']), note['procStart']) ? [sessionId] : [];
  });
}

/** A pid is used again by others: where the system tells when a process began, that must agree too. */
function isRunning(pid: number, started: unknown): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const began = process.platform === 'linux' ? startOf(pid) : null;
  return began === null || (typeof started !== 'string' && typeof started !== 'number') || String(started) === began;
}

/** Clock ticks after boot, the 22nd field of /proc/<pid>/stat; the name before it may hold blanks and brackets. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
