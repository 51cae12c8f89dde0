import type { Migration } from '../migrate.ts';

export const library001: Migration = {
  version: 1,
  name: 'settings',
  up(db) {
    db.exec(/* sql */ `CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`);
  },
};
