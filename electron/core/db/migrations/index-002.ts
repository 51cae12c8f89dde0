import type { Migration } from '../migrate.ts';

export const index002: Migration = {
  version: 2,
  name: 'what a scan for secrets found',
  up(db) {
    db.exec(/* sql */ `
      -- How far each file was looked through, and what guards against going on in one that is no longer the same.
      CREATE TABLE scanned (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        -- The transcript it is, or lies beside; null for what belongs to no session alone.
        file INTEGER REFERENCES file (id),
        size INTEGER NOT NULL,
        mtime REAL NOT NULL,
        inode INTEGER NOT NULL,
        offset INTEGER NOT NULL,
        lines INTEGER NOT NULL,
        guard TEXT NOT NULL,
        -- Which rules it was looked through with.
        rules INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX scanned_by_file ON scanned (file);

      -- Where a secret is, never what it is.
      CREATE TABLE finding (
        scanned INTEGER NOT NULL REFERENCES scanned (id),
        line INTEGER NOT NULL,
        fingerprint TEXT NOT NULL,
        rule TEXT NOT NULL,
        provider TEXT NOT NULL,
        certainty TEXT NOT NULL,
        masked TEXT NOT NULL,
        -- Whose line it is in a file that many sessions share.
        session_id TEXT,
        -- What the library says, kept here as well so that lists need not ask it.
        ignored INTEGER NOT NULL,
        PRIMARY KEY (scanned, line, fingerprint)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX finding_by_fingerprint ON finding (fingerprint);
      CREATE INDEX finding_by_session ON finding (session_id) WHERE session_id IS NOT NULL;
    `);
  },
};
