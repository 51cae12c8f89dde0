import { readdirSync, statSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import type { Trace } from '../../../../shared/purge.ts';
import { readJson } from '../../ingest/agent-note.ts';
import { staysInside } from '../../ingest/discover.ts';
import { asObject, asText } from '../../ingest/parse.ts';
import { keep, wholePlace, type Place } from './place.ts';
import { isUuid, type Target } from './target.ts';

const traceOf: Readonly<Record<string, Trace>> = {
  'file-history': 'file-history',
  'image-cache': 'image-cache',
  uploads: 'upload',
  tasks: 'task',
  todos: 'todo',
  'session-env': 'session-env',
  debug: 'debug-log',
  security: 'security-state',
  telemetry: 'telemetry',
};

/** What is looked at elsewhere, and what belongs to no session alone: that is left, and the plan says so. */
const others = new Set(['projects', 'jobs', 'plans', 'paste-cache', 'sessions']);
export const leftAlone = ['memory', 'shell-snapshots', 'backups', 'usage-data', 'feedback-bundles', 'stats-cache.json'];
const settings = ['plugins', 'agents', 'commands', 'skills', 'hooks', 'local'];
const notLooked = new Set([...others, ...leftAlone, ...settings]);
/** What may be a link without anything of a session being behind it; the projects are read wherever they are. */
const notFollowed = new Set(['projects', ...leftAlone, ...settings]);

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

interface Named {
  readonly path: string;
  readonly what: Trace;
}

/** Everything in a Claude folder that is named after a session, by the id; listed once for however many sessions. */
export function listNamed(root: string): ReadonlyMap<string, readonly Named[]> {
  const found = new Map<string, Named[]>();
  const add = (id: string, named: Named) => {
    const list = found.get(id.toLowerCase());
    if (list) list.push(named);
    else found.set(id.toLowerCase(), [named]);
  };
  for (const child of childrenOf(root)) {
    const path = join(root, child.name);
    if (notLooked.has(child.name)) continue;
    for (const id of idsIn(child.name, 'security-state')) add(id, { path, what: 'security-state' });
    if (!isOwnFolder(path, child, root)) continue;
    const what = traceOf[child.name] ?? 'session-folder';
    for (const { name } of childrenOf(path))
      for (const id of idsIn(name, what)) add(id, { path: join(path, name), what });
  }
  for (const [id, path] of notesOfProcesses(root)) add(id, { path, what: 'session-env' });
  return found;
}

/** A list of todos is named after its session first and its agent second. */
const idsIn = (name: string, what: Trace) =>
  new Set((name.match(uuids) ?? []).slice(0, what === 'todo' ? 1 : undefined));

/** What a Claude Code that runs, or was killed, says of itself: its session is inside. */
function notesOfProcesses(root: string): [id: string, path: string][] {
  const folder = join(root, 'sessions');
  const names = childrenOf(folder).map(({ name }) => name);
  return names.flatMap((name) => {
    if (!name.endsWith('.json')) return [];
    const id = asText(asObject(readJson(join(folder, name)))['sessionId']);
    if (id === null || !isUuid(id)) return [];
    const stem = name.slice(0, -'.json'.length);
    return names.filter((one) => one.startsWith(`${stem}.`)).map((one): [string, string] => [id, join(folder, one)]);
  });
}

export function childrenOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return []; // not there, or closed: what is named after a session in it will be missed when the result is checked
  }
}

/** A folder of the root, not one that a link leads to elsewhere. */
export function isOwnFolder(path: string, child: Dirent, root: string): boolean {
  return child.isDirectory() || (child.isSymbolicLink() && staysInside(path, root) && isFolderBehind(path));
}
const isFolderBehind = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Folders that links lead out of the Claude folder: they are not followed. */
export const foreignFolders = (root: string) =>
  childrenOf(root)
    .filter(
      (child) => child.isSymbolicLink() && !notFollowed.has(child.name) && !staysInside(join(root, child.name), root),
    )
    .map(({ name }) => join(root, name));

export function namedPlaces(named: ReturnType<typeof listNamed>, target: Target): Place[] {
  if (!isUuid(target.sessionId)) return [];
  const list = named.get(target.sessionId.toLowerCase()) ?? [];
  const places = list.flatMap(({ path, what }) => wholePlace(path, what, target.ref));
  return target.shared ? keep(places, 'Another session has the same id.') : places;
}
