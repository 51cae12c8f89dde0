import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '..', '..');
export const built = join(repository, 'out');
export const threads = {
  writer: join(built, 'main', 'writer.js'),
  reader: join(built, 'main', 'reader.js'),
  parser: join(built, 'main', 'parser.js'),
  searcher: join(built, 'main', 'searcher.js'),
  scanner: join(built, 'main', 'scanner.js'),
};
export const program = join(repository, 'build', 'turnstone.mjs');

export interface Folders {
  readonly base: string;
  readonly claudeDir: string;
  readonly dataDir: string;
  remove(): void;
}

/** An empty place for one test: a Claude folder that may be filled and a data folder that does not exist yet. */
export function emptyFolders(): Folders {
  const base = mkdtempSync(join(tmpdir(), 'turnstone-test-'));
  return {
    base,
    claudeDir: join(base, 'claude'),
    dataDir: join(base, 'data'),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** The same with the fixture sessions in it, last changed long enough ago to be nobody's live session. */
export function fixtureFolders(): Folders {
  const folders = emptyFolders();
  cpSync(join(repository, 'tests', 'fixtures', 'claude'), folders.claudeDir, { recursive: true });
  for (const file of readdirSync(folders.claudeDir, { recursive: true, withFileTypes: true })) {
    const then = new Date('2026-11-17T12:00:00Z');
    utimesSync(join(file.parentPath, file.name), then, then);
  }
  return folders;
}

/** What the fixture folder holds, counted by hand. */
export const fixtures = {
  tide: '1f0c7a10-3d52-4a6b-9a57-0c1d2e3f4a5b',
  importer: '2b9e4c21-77aa-4f10-8c3d-5e6f7a8b9c0d',
  hostile: '3c5d6e32-1b2c-4d3e-9f40-6a7b8c9d0e1f',
  damaged: '4d7e8f43-2c3d-4e5f-8a51-7b8c9d0e1f2a',
  lighthouse: '5e9f0a54-3d4e-4f60-9b62-8c9d0e1f2a3b',
} as const;
