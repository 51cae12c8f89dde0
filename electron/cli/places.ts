import { join } from 'node:path';

// This module is bundled into out/main/cli.js and nowhere else, so these are seen from there.
export const pageFolder = join(import.meta.dirname, '..', 'renderer');
export const threads = {
  writer: join(import.meta.dirname, 'writer.js'),
  reader: join(import.meta.dirname, 'reader.js'),
  parser: join(import.meta.dirname, 'parser.js'),
  searcher: join(import.meta.dirname, 'searcher.js'),
  scanner: join(import.meta.dirname, 'scanner.js'),
};
