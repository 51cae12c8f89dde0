import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf } from './named.ts';
import { wholePlace, type Place } from './place.ts';
import { isUuid, type Target } from './target.ts';

/** Where Claude Code keeps outputs of tasks: `claude-<uid>` under the system's temporary folder. */
export function temporaryFolders(): string[] {
  const uid = process.getuid?.();
  const name = uid === undefined ? 'claude' : `claude-${uid}`;
  const bases = new Set([
    process.env['CLAUDE_CODE_TMPDIR'],
    tmpdir(),
    process.platform === 'win32' ? undefined : '/tmp',
  ]);
  return [...bases].flatMap((base) => (base ? [join(base, name)] : [])).filter(isOurs);
}

/** Anybody may make a folder there, or a link that looks like one. */
function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat !== undefined && stat.isDirectory() && (process.getuid === undefined || stat.uid === process.getuid());
}

/** `<encoded cwd>/<session>/` in each of them, by id. */
export function temporaryPlaces(folders: readonly string[], targets: readonly Target[]): Place[] {
  const byId = new Map(
    targets.filter(({ sessionId, shared }) => isUuid(sessionId) && !shared).map((target) => [target.sessionId, target]),
  );
  return folders.flatMap((folder) =>
    childrenOf(folder).flatMap((project) =>
      (project.isDirectory() ? childrenOf(join(folder, project.name)) : []).flatMap(({ name }) => {
        const target = byId.get(name);
        return target ? wholePlace(join(folder, project.name, name), 'temporary', target.ref) : [];
      }),
    ),
  );
}
