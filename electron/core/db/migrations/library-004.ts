import { randomBytes } from 'node:crypto';
import type { Migration } from '../migrate.ts';

export const library004: Migration = {
  version: 4,
  name: 'ignored secrets, archive, retention rules, exports',
  up(db) {
    db.exec(/* sql */ `
      -- What makes fingerprints of secrets useless to whoever has only those.
      CREATE TABLE fingerprint_key (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL) STRICT;
      CREATE TABLE ignored_secret (fingerprint TEXT PRIMARY KEY, time INTEGER NOT NULL) STRICT, WITHOUT ROWID;

      -- Compressed copies of transcripts and of what lies beside them: what each was when it was copied.
      CREATE TABLE archived (
        file TEXT PRIMARY KEY,
        root TEXT NOT NULL,
        session_id TEXT NOT NULL,
        -- The transcript that names the session: two projects may hold sessions of the same id.
        main TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime REAL NOT NULL,
        mode INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        sha256 TEXT NOT NULL,
        -- In the archive's folder, and its size there.
        copy TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        time INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX archived_by_session ON archived (session_id);
      CREATE INDEX archived_by_main ON archived (main);
      -- What could not be copied, and why.
      CREATE TABLE archive_failure (
        file TEXT PRIMARY KEY,
        session_id TEXT NOT NULL,
        main TEXT NOT NULL,
        reason TEXT NOT NULL,
        time INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE retention_rule (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        older_than_days REAL,
        project TEXT,
        larger_than_bytes INTEGER,
        with_secrets INTEGER NOT NULL,
        verb TEXT NOT NULL,
        -- Since when it runs by itself; null while it is off.
        enabled INTEGER,
        -- Told with a preview of exactly these conditions; another one with every change of them.
        consent TEXT NOT NULL,
        last_run INTEGER,
        problem TEXT
      ) STRICT;

      -- Files that exports went to, and whose sessions are in them: for a purge to find. Nothing of what they say.
      CREATE TABLE export_log (
        path TEXT NOT NULL,
        session_id TEXT NOT NULL,
        time INTEGER NOT NULL,
        PRIMARY KEY (path, session_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX export_log_by_session ON export_log (session_id);
    `);
    db.prepare('INSERT INTO fingerprint_key VALUES (1, ?)').run(randomBytes(32));
  },
};
