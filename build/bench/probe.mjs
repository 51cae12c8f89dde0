// Looks into an index while somebody else writes it.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** A line that a search for `word` finds. */
export function appendWord(path, word) {
  const message = { role: 'user', content: `Please find ${word}` };
  const record = {
    ...{ parentUuid: null, isSidechain: false, type: 'user', message },
    ...{ uuid: crypto.randomUUID(), timestamp: new Date().toISOString(), userType: 'external', cwd: '/home/dev/work' },
  };
  appendFileSync(path, `${JSON.stringify(record)}\n`);
}

/** Milliseconds from now until a search finds the word; null where it takes longer than `patience` or is given up. */
export async function untilFound(dataDir, word, { patience, signal, every = 5 }) {
  const begun = performance.now();
  let db;
  try {
    for (;;) {
      const isLastLook = performance.now() - begun > patience || signal?.aborted;
      try {
        db ??= new Database(join(dataDir, 'index.db'), { readonly: true, fileMustExist: true });
        if (db.prepare('SELECT 1 FROM fts WHERE fts MATCH ?').get(`"${word}"`)) return performance.now() - begun;
      } catch {
        // not there yet, or just being made
        db?.close();
        db = undefined;
      }
      if (isLastLook) return null;
      await sleep(every);
    }
  } finally {
    db?.close();
  }
}

export const sqliteVersion = () => new Database(':memory:').prepare('SELECT sqlite_version()').pluck().get();
