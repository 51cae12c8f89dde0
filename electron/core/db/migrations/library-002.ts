import type { Migration } from '../migrate.ts';

export const library002: Migration = {
  version: 2,
  name: 'bookmarks, tags, saved searches, collections',
  up(db) {
    db.exec(/* sql */ ``);
  },
};
