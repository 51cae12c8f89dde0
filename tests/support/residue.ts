import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Every file below a folder, by its path in it. */
export function filesBelow(dir: string): Map<string, Buffer> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [relative(dir, path), readFileSync(path)]));
}

const length = 12;

/** Every run of twelve bytes in some contents. */
export function runsIn(contents: Iterable<Buffer>): Set<string> {
  const runs = new Set<string>();
  for (const bytes of contents) {
    const text = bytes.toString('latin1');
    for (let at = 0; at + length <= text.length; at += 1) runs.add(text.slice(at, at + length));
  }
  return runs;
}

/** Which of some runs are in a content. */
export function runsLeft(runs: ReadonlySet<string>, bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  const found = new Set<string>();
  for (let at = 0; at + length <= text.length; at += 1) {
    const run = text.slice(at, at + length);
    if (runs.has(run)) found.add(run);
  }
  return [...found];
}
