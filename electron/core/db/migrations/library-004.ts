import type { Migration } from '../migrate.ts';

export const library004: Migration = {
  version: 4,
  name: 'ignored secrets, retention rules',
  up(db) {
    db.exec(/* sql */ ``);
  },
};
