import type { Migration } from '../migrate.ts';

export const index002: Migration = {
  version: 2,
  name: 'what a scan for secrets found',
  up(db) {
    db.exec(/* sql */ ``);
  },
};
