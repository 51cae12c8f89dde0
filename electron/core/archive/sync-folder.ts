import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes a rename last through a power cut. Windows does so by itself, and cannot be asked. */
export function syncFolder(dir: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(dir, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
