import { grouped } from './grouped.ts';

const segments = (path: string) => path.split(/[/\\]+/).filter(Boolean);

/** The last part of a path; as many more parts in front as it takes to tell two projects apart. */
export function projectNames(paths: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const group of grouped(paths, (path) => tail(path))) {
    const longest = Math.max(...group.map((path) => segments(path).length));
    let parts = 1;
    while (parts < longest && new Set(group.map((path) => tail(path, parts))).size < group.length) parts++;
    for (const path of group) names.set(path, tail(path, parts));
  }
  return names;
}

export const tail = (path: string, parts = 1) => segments(path).slice(-parts).join('/') || path;
