import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { WriteDb } from '../../db/handles.ts';

const pauses = [0, 20, 50, 100, 200, 400, 800, 1500, 2000];

/**
 * Empties a database's journal into the database. As long as somebody reads, that answers “busy” and what was erased is
 * still in the journal, so it is tried again for a few seconds. Whether it was done in the end.
 */
export async function settle(db: WriteDb): Promise<boolean> {
  for (const pause of pauses) {
    await wait(pause);
    const [row] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (row?.busy === 0) return true;
  }
  return false;
}

/** What is built in memory up to here; beyond, in a temporary file, which holds only what stays. */
const mostInMemory = 256 << 20;

/** Builds a database anew, without what is left in its free pages. */
export function vacuum(db: WriteDb, path: string): void {
  if (statSync(path).size > mostInMemory) db.pragma('temp_store = FILE');
  try {
    db.exec('VACUUM');
  } finally {
    db.pragma('temp_store = MEMORY');
  }
}
