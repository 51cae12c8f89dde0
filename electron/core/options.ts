import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataDir } from './paths.ts';

export interface Locations {
  readonly dataDir: string;
  /** Claude folders named by the user; empty means the ones the index knows, or the default one. */
  readonly claudeDirs: readonly string[];
}

/** The two flags that every door understands, read without minding flags that belong to somebody else. */
export function readLocations(argv: readonly string[]): Locations {
  const { values } = parseArgs({
    args: [...argv],
    options: { 'data-dir': { type: 'string' }, 'claude-dir': { type: 'string', multiple: true } },
    strict: false,
    allowPositionals: true,
  });
  const dataDir = values['data-dir'];
  const claudeDirs = values['claude-dir'] ?? [];
  return {
    dataDir: resolve(typeof dataDir === 'string' ? dataDir : defaultDataDir()),
    claudeDirs: claudeDirs.filter((dir) => typeof dir === 'string').map((dir) => resolve(dir)),
  };
}
