import type { Migration } from '../migrate.ts';

export const index001: Migration = {
  version: 1,
  name: 'roots, files, sessions, entries and their full text',
  up(db) {
    db.exec(/* sql */ `
      CREATE TABLE root (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;

      -- A conversation: one main transcript and its subagents. What its files say together, kept while indexing.
      CREATE TABLE session (
        id INTEGER PRIMARY KEY,
        session_id TEXT NOT NULL,
        folder TEXT NOT NULL,
        file TEXT NOT NULL,
        project TEXT NOT NULL,
        branch TEXT,
        title TEXT NOT NULL,
        started INTEGER,
        ended INTEGER,
        messages INTEGER NOT NULL DEFAULT 0,
        prompts INTEGER NOT NULL DEFAULT 0,
        errors INTEGER NOT NULL DEFAULT 0,
        models TEXT NOT NULL DEFAULT '[]',
        subagents INTEGER NOT NULL DEFAULT 0,
        input INTEGER NOT NULL DEFAULT 0,
        output INTEGER NOT NULL DEFAULT 0,
        cache_read INTEGER NOT NULL DEFAULT 0,
        cache_write INTEGER NOT NULL DEFAULT 0,
        cost REAL,
        context INTEGER NOT NULL DEFAULT 0,
        bytes INTEGER NOT NULL DEFAULT 0,
        modified REAL NOT NULL DEFAULT 0,
        -- Shared by a session and its forks.
        family TEXT,
        details TEXT NOT NULL DEFAULT '{}',
        ghost INTEGER NOT NULL DEFAULT 0,
        source_deleted INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX session_by_id ON session (session_id);
      CREATE INDEX session_by_file ON session (file);
      CREATE INDEX session_by_end ON session (ended DESC);
      CREATE INDEX session_by_family ON session (family);

      -- How far each transcript was read, and what guards against continuing in a file that is no longer the same.
      CREATE TABLE file (
        id INTEGER PRIMARY KEY,
        root INTEGER NOT NULL REFERENCES root (id),
        path TEXT NOT NULL UNIQUE,
        session INTEGER REFERENCES session (id),
        agent TEXT,
        -- What the subagent's own note says: its type, its task, the call that started it.
        agent_type TEXT,
        agent_task TEXT,
        agent_call TEXT,
        size INTEGER NOT NULL DEFAULT 0,
        mtime REAL NOT NULL DEFAULT 0,
        inode INTEGER NOT NULL DEFAULT 0,
        offset INTEGER NOT NULL DEFAULT 0,
        lines INTEGER NOT NULL DEFAULT 0,
        entries INTEGER NOT NULL DEFAULT 0,
        guard TEXT NOT NULL DEFAULT '',
        facts TEXT NOT NULL DEFAULT '',
        records INTEGER NOT NULL DEFAULT 0,
        messages INTEGER NOT NULL DEFAULT 0,
        prompts INTEGER NOT NULL DEFAULT 0,
        errors INTEGER NOT NULL DEFAULT 0,
        bad_lines INTEGER NOT NULL DEFAULT 0,
        tools TEXT NOT NULL DEFAULT '{}',
        deleted INTEGER
      ) STRICT;
      CREATE INDEX file_by_session ON file (session);

      -- Tokens once per API message and file. Forks copy messages: totals take each message once.
      CREATE TABLE usage (
        file INTEGER NOT NULL REFERENCES file (id),
        message_id TEXT NOT NULL,
        model TEXT NOT NULL,
        time INTEGER,
        input INTEGER NOT NULL,
        output INTEGER NOT NULL,
        cache_read INTEGER NOT NULL,
        cache_write INTEGER NOT NULL,
        cache_write_hour INTEGER NOT NULL,
        PRIMARY KEY (file, message_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX usage_by_message ON usage (message_id);

      -- What a transcript shows, in order, and where its line is in the file. The id sorts by time and ends in the
      -- kind (core/ingest/entry-id.ts), so that search can order and weigh hits without looking further.
      CREATE TABLE entry (
        id INTEGER PRIMARY KEY,
        file INTEGER NOT NULL REFERENCES file (id),
        position INTEGER NOT NULL,
        line INTEGER NOT NULL,
        offset INTEGER NOT NULL,
        length INTEGER NOT NULL,
        uuid TEXT,
        parent_uuid TEXT,
        -- Positions: of the entry this one follows in the conversation, and of the call this result answers.
        parent INTEGER,
        call INTEGER,
        kind TEXT NOT NULL,
        subtype TEXT,
        role TEXT NOT NULL,
        time INTEGER,
        tool TEXT,
        tool_use_id TEXT,
        agent TEXT,
        error INTEGER NOT NULL DEFAULT 0,
        image INTEGER NOT NULL DEFAULT 0,
        sidechain INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE UNIQUE INDEX entry_by_position ON entry (file, position);

      -- Records of the chain that show nothing, with the position of the entry before them.
      CREATE TABLE passage (
        file INTEGER NOT NULL REFERENCES file (id),
        uuid TEXT NOT NULL,
        position INTEGER
      ) STRICT;
      CREATE INDEX passage_by_file ON passage (file);

      -- Records that a file holds a second time.
      CREATE TABLE repetition (
        file INTEGER NOT NULL REFERENCES file (id),
        line INTEGER NOT NULL,
        offset INTEGER NOT NULL,
        length INTEGER NOT NULL,
        uuid TEXT NOT NULL
      ) STRICT;
      CREATE INDEX repetition_by_file ON repetition (file);

      CREATE TABLE touched (
        file INTEGER NOT NULL REFERENCES file (id),
        path TEXT NOT NULL,
        reads INTEGER NOT NULL,
        changes INTEGER NOT NULL,
        PRIMARY KEY (file, path)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE bad_line (
        file INTEGER NOT NULL REFERENCES file (id),
        line INTEGER NOT NULL,
        offset INTEGER NOT NULL,
        length INTEGER NOT NULL,
        reason TEXT NOT NULL
      ) STRICT;
      CREATE INDEX bad_line_by_file ON bad_line (file);

      CREATE TABLE unknown_type (
        file INTEGER NOT NULL REFERENCES file (id),
        type TEXT NOT NULL,
        version TEXT NOT NULL,
        count INTEGER NOT NULL,
        line INTEGER NOT NULL,
        PRIMARY KEY (file, type, version)
      ) STRICT, WITHOUT ROWID;

      -- Which history.jsonl was read, and as of when.
      CREATE TABLE history (path TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime REAL NOT NULL) STRICT, WITHOUT ROWID;

      CREATE TABLE entry_text (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
      -- What is indexed: the text, with joints where a script writes no blanks (jointed, shared/marks.ts).
      CREATE VIEW entry_search AS SELECT id, jointed (text) AS text FROM entry_text;
      CREATE VIRTUAL TABLE fts USING fts5 (
        text, content = 'entry_search', content_rowid = 'id',
        tokenize = "unicode61 remove_diacritics 2 tokenchars '_'", prefix = '3'
      );
      INSERT INTO fts (fts, rank) VALUES ('secure-delete', 1);
      -- Bytes of terms gathered in memory before they are written: fewer, larger segments to merge.
      INSERT INTO fts (fts, rank) VALUES ('hashsize', ${64 << 20});
    `);
  },
};
