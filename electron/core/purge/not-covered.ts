import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { childrenOf, foreignFolders, leftAlone } from './footprint/named.ts';
import type { Target } from './footprint/target.ts';

/** What no purge can reach, or does not touch, in sentences. */
export function notCovered(targets: readonly Target[], copies: number, downloads: readonly string[]): string[] {
  const folders = [...new Set(targets.flatMap((target) => target.roots))];
  return [
    'Backups, snapshots of the file system, old blocks of an SSD and the provider’s servers are not covered. Rotate any secret that was in it.',
    'Files of your projects that Claude changed stay as they are.',
    ...(copies > 0
      ? [`Copies of the same records stay in ${copies === 1 ? 'another session' : `${copies} other sessions`}.`]
      : []),
    ...downloads.map((name) => `It was exported through a browser as “${name}”: delete that where the browser put it.`),
    ...folders.flatMap((root) => [...leftIn(root), ...linksIn(root)]),
    ...folders.flatMap(settingsOf),
  ];
}

function leftIn(root: string): string[] {
  const names = leftAlone.filter((name) => name !== 'memory' && existsSync(join(root, name)));
  const projects = join(root, 'projects');
  if (childrenOf(projects).some(({ name }) => existsSync(join(projects, name, 'memory'))))
    names.push('projects/*/memory');
  return names.length === 0 ? [] : [`Left alone in ${root}, as they belong to no single session: ${names.join(', ')}.`];
}

const linksIn = (root: string) =>
  foreignFolders(root).map((path) => `${path} is a link out of the Claude folder and was not followed.`);

/** Settings, and in old versions the last prompts of each project. */
function settingsOf(root: string): string[] {
  const path = [join(root, '.claude.json'), join(dirname(root), '.claude.json')].find((file) => existsSync(file));
  return path === undefined ? [] : [`${path}, Claude Code’s own settings, may name the last session of a project.`];
}
