import type { Migration } from '../migrate.ts';

export const library004: Migration = {
  version: 4,
  name: 'ignored secrets, retention rules, exports',
  up(db) {
    db.exec(/* sql */ `
      -- Files that exports went to, and whose sessions are in them: for a purge to find. Nothing of what they say.
      CREATE TABLE export_log (
        path TEXT NOT NULL,
        session_id TEXT NOT NULL,
        time INTEGER NOT NULL,
        PRIMARY KEY (path, session_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX export_log_by_session ON export_log (session_id);
    `);
  },
};
