import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { AppError } from '../../shared/errors.ts';

const built = join(import.meta.dirname, '..');

export const threadFiles = {
  writer: join(import.meta.dirname, 'writer.js'),
  reader: join(import.meta.dirname, 'reader.js'),
  parser: join(import.meta.dirname, 'parser.js'),
  searcher: join(import.meta.dirname, 'searcher.js'),
  scanner: join(import.meta.dirname, 'scanner.js'),
};
export const preloadFile = join(built, 'preload', 'preload.cjs');
export const rendererFolder = join(built, 'renderer');

/** Chromium's own files go into the data folder as well, so that all this app writes is in one place. */
export function claimDataFolder(dataDir: string): void {
  const folder = join(dataDir, 'window');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('io', `The data folder ${dataDir} cannot be used: ${reason}`);
  }
  app.setPath('userData', folder);
}

export const windowStateFile = () => join(app.getPath('userData'), 'state.json');
