import { lstatSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { childrenOf } from './named.ts';
import { wholePlace, type Place } from './place.ts';
import { isUuid, type Target } from './target.ts';

/** What is in the project folders of a Claude folder, by the session id that its name begins with. */
export function listProjects(root: string): ReadonlyMap<string, readonly string[]> {
  const projects = join(root, 'projects');
  const found = new Map<string, string[]>();
  for (const project of childrenOf(projects)) {
    if (!project.isDirectory()) continue;
    for (const { name } of childrenOf(join(projects, project.name))) {
      const id = name.slice(0, 36).toLowerCase();
      if (!isUuid(id) || /[\w]/.test(name.charAt(36))) continue;
      const path = join(projects, project.name, name);
      const list = found.get(id);
      if (list) list.push(path);
      else found.set(id, [path]);
    }
  }
  return found;
}

/** The main transcript, the session's folder with its parts, and old subagents that lie beside it. */
export function transcriptPlaces(projects: ReturnType<typeof listProjects>, target: Target): Place[] {
  const { ref, sessionId, shared } = target;
  const folders = new Set(target.files.map(({ path }) => dirname(path)));
  const mains = target.files.filter(({ agent }) => agent === null).map(({ path }) => path);
  const beside = mains.map((path) => path.replace(/\.jsonl$/, '')).filter((path) => isUuid(basename(path)));
  const named = (projects.get(sessionId.toLowerCase()) ?? []).filter((path) => !shared || folders.has(dirname(path)));
  const paths = new Set([...mains, ...beside, ...named]);
  const places = [...paths].flatMap((path) =>
    path.endsWith('.jsonl') ? wholePlace(path, 'transcript', ref) : parted(path, ref),
  );
  const agents = target.files
    .filter(({ path, agent }) => agent !== null && ![...paths].some((whole) => path.startsWith(whole + sep)))
    .flatMap(({ path }) =>
      [path, path.replace(/\.jsonl$/, '.meta.json')].flatMap((file) => wholePlace(file, 'subagent', ref)),
    );
  return [...places, ...agents];
}

/** A session's folder: its parts first, then what else is in it together with the folder itself. */
function parted(path: string, ref: string): Place[] {
  const parts = lstatSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? [
        ...wholePlace(join(path, 'subagents'), 'subagent', ref),
        ...wholePlace(join(path, 'tool-results'), 'tool-result', ref),
      ]
    : [];
  return [...parts, ...wholePlace(path, 'session-folder', ref, parts)];
}
