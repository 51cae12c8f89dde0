import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { ReadDb } from './db/handles.ts';
import { defaultClaudeDir, defaultDataDir } from './paths.ts';

export interface Location {
  readonly dataDir: string;
  readonly claudeDirs: readonly string[];
}

/**
 * What a run reads: the Claude folders named; else those the index knows, and the user's own where this is the user's
 * own data folder or the index knows none. So a folder indexed once by name stays current without naming it again.
 * And the other folders and files that the user added.
 */
export function rootsFor(index: ReadDb, { dataDir, claudeDirs }: Location, sources: readonly string[]): string[] {
  return [...new Set([...claudeFolders(index, dataDir, claudeDirs), ...sources])];
}

function claudeFolders(index: ReadDb, dataDir: string, named: readonly string[]): readonly string[] {
  if (named.length > 0) return named;
  const known = index.prepare('SELECT path FROM root ORDER BY id').pluck().all() as string[];
  return known.length > 0 && dataDir !== defaultDataDir() ? known : [defaultClaudeDir(), ...known];
}

export const hasTranscripts = (claudeDir: string) => existsSync(join(claudeDir, 'projects'));

/** A source that cannot be read is refused with its name, before it is saved. */
export function checkSources(sources: readonly string[]): void {
  for (const source of sources) {
    if (!isAbsolute(source)) throw new AppError('bad_input', `“${source}” is no full path, such as /home/me/.claude.`);
    if (!existsSync(source)) throw new AppError('bad_input', `There is no “${source}”.`);
  }
}
