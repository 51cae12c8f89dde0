import type { Migration } from '../migrate.ts';

export const library002: Migration = {
  version: 2,
  name: 'bookmarks, tags, saved searches, collections',
  up(db) {
    db.exec(/* sql */ `
      -- Where something that is kept stands, told so that any later index can find it again: by the session's id and the
      -- record's uuid. To delete a place is to delete what was kept there.
      CREATE TABLE place (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        session_id TEXT NOT NULL,
        -- These tell apart sessions of the same id.
        file TEXT NOT NULL,
        project TEXT NOT NULL,
        -- What the session shares with its forks.
        family TEXT,
        -- The subagent's id; null for the main transcript.
        agent TEXT,
        scope TEXT NOT NULL,
        -- The entry, or the first of a span: a block of a record. Null for a whole session.
        uuid TEXT,
        block INTEGER,
        position INTEGER,
        line INTEGER,
        kind TEXT,
        role TEXT,
        time INTEGER,
        -- The last entry of a span, the same as JSON.
        last TEXT,
        -- Words of the transcript, kept only where the settings allow it.
        title TEXT,
        excerpt TEXT
      ) STRICT;
      CREATE INDEX place_by_session ON place (session_id);
      CREATE INDEX place_by_family ON place (family);

      CREATE TABLE bookmark (
        id INTEGER PRIMARY KEY REFERENCES place (id) ON DELETE CASCADE,
        note TEXT NOT NULL,
        created INTEGER NOT NULL,
        changed INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX bookmark_by_creation ON bookmark (created);

      CREATE TABLE tag (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL COLLATE NOCASE UNIQUE,
        colour TEXT NOT NULL
      ) STRICT;
      CREATE TABLE bookmark_tag (
        id INTEGER PRIMARY KEY,
        bookmark INTEGER NOT NULL REFERENCES bookmark (id) ON DELETE CASCADE,
        tag INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
        UNIQUE (bookmark, tag)
      ) STRICT;
      CREATE INDEX bookmark_tag_by_tag ON bookmark_tag (tag);

      CREATE TABLE saved_search (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        query TEXT NOT NULL,
        badge INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE collection (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        note TEXT NOT NULL,
        changed INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE collection_item (
        id INTEGER PRIMARY KEY REFERENCES place (id) ON DELETE CASCADE,
        collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
        ordinal INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX collection_item_by_collection ON collection_item (collection, ordinal);

      -- Why the last back-up failed; no row where it did not.
      CREATE TABLE backup_failure (id INTEGER PRIMARY KEY CHECK (id = 1), time INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;
    `);
  },
};
