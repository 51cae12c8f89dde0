import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../../ingest/discover.ts';

/** Removes a file, a link (never what it points to) or a folder with all that is in it. Says what could not be removed. */
export function removeTree(path: string): string[] {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return [];
    if (!stat.isDirectory()) return (unlinkSync(path), []);
    const left = readdirSync(path).flatMap((name) => removeTree(join(path, name)));
    if (left.length === 0) rmdirSync(path);
    return left;
  } catch (error) {
    if (reasonOf(error) === 'ENOENT') return []; // somebody else was quicker
    return [`${path} could not be removed (${reasonOf(error)}).`];
  }
}
