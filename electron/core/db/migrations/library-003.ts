import type { Migration } from '../migrate.ts';

export const library003: Migration = {
  version: 3,
  name: 'purge journal, tombstones, receipts',
  up(db) {
    db.exec(/* sql */ `
      -- What was erased, moved to the trash or redacted. Paths and ids, never content: it outlives what it tells of.
      CREATE TABLE purge (
        id INTEGER PRIMARY KEY,
        verb TEXT NOT NULL,
        started INTEGER NOT NULL,
        -- Null until everything was tried. What could not be done is tried again at each start.
        ended INTEGER,
        sessions TEXT NOT NULL,
        -- What was known beforehand to stay out of reach, in sentences.
        warnings TEXT NOT NULL,
        verified INTEGER NOT NULL DEFAULT 0,
        remaining TEXT NOT NULL DEFAULT '[]',
        restored INTEGER
      ) STRICT;

      CREATE TABLE purge_step (
        purge INTEGER NOT NULL REFERENCES purge (id),
        nth INTEGER NOT NULL,
        path TEXT NOT NULL,
        what TEXT NOT NULL,
        action TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        -- What a step must know to be done: ids, hashes of lines. Forgotten once all steps are.
        detail TEXT,
        state TEXT NOT NULL DEFAULT 'due',
        -- Where in the trash it went.
        moved TEXT,
        PRIMARY KEY (purge, nth)
      ) STRICT, WITHOUT ROWID;

      -- Transcripts that must not be indexed again, though they may still be there.
      CREATE TABLE tombstone (
        path TEXT PRIMARY KEY,
        session_id TEXT NOT NULL,
        purge INTEGER NOT NULL REFERENCES purge (id),
        -- A hash of its first line: what begins otherwise is another transcript.
        head TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX tombstone_by_session ON tombstone (session_id);
    `);
  },
};
