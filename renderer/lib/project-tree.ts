import type { Project } from '../../shared/schemas.ts';

/** A folder in the sidebar: a project, or what several projects have in common, or both. */
export interface Folder {
  /** The whole path: what its sessions are listed by. */
  readonly path: string;
  readonly name: string;
  /** Here and below. */
  readonly sessions: number;
  readonly lastActive: number;
  readonly folders: readonly Folder[];
}

interface Branch {
  path: string;
  name: string;
  own: Project | null;
  below: Map<string, Branch>;
}

const parts = (path: string) => path.match(/[/\\]*[^/\\]+/g) ?? [path];

/**
 * Projects as a tree of folders, the latest first. A folder is shown only where something branches or ran:
 *
 *   /home/dev/tide, /home/dev/tide/docs, /srv/log  ->  tide (docs), log
 */
export function projectTree(projects: readonly Project[]): Folder[] {
  const root: Branch = { path: '', name: '', own: null, below: new Map() };
  for (const project of projects) {
    let at = root;
    for (const part of parts(project.project)) {
      const next: Branch = at.below.get(part) ?? {
        path: at.path + part,
        name: part.replace(/^[/\\]+/, ''),
        own: null,
        below: new Map(),
      };
      at.below.set(part, next);
      at = next;
    }
    at.own = project;
  }
  return byActivity([...root.below.values()].flatMap(folders));
}

/** A branch that is no project gives way to what is below it. */
function folders(branch: Branch): Folder[] {
  const below = byActivity([...branch.below.values()].flatMap(folders));
  if (!branch.own) return below;
  const sessions = below.reduce((sum, folder) => sum + folder.sessions, branch.own.sessions);
  const lastActive = Math.max(branch.own.lastActive ?? 0, ...below.map((folder) => folder.lastActive));
  return [{ path: branch.own.project, name: branch.name, sessions, lastActive, folders: below }];
}

const byActivity = (list: Folder[]) => list.sort((a, b) => b.lastActive - a.lastActive);
