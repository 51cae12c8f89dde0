import type { Migration } from '../migrate.ts';

export const library003: Migration = {
  version: 3,
  name: 'purge journal, tombstones, receipts',
  up(db) {
    db.exec(/* sql */ ``);
  },
};
