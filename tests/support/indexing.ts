import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { listEntries } from '../../electron/core/browse/entries.ts';
import { listSessions } from '../../electron/core/browse/sessions.ts';
import type { ReadDb, WriteDb } from '../../electron/core/db/handles.ts';
import { openIndex, openLibrary } from '../../electron/core/db/open.ts';
import { runIndex, type RunOptions, type RunResult } from '../../electron/core/ingest/run.ts';
import { diagnose } from '../../electron/core/insight/diagnostics.ts';
import type { Diagnosis, Entry, Session } from '../../shared/schemas.ts';
import { emptyFolders, type Folders } from './folders.ts';

export const quiet = { signal: new AbortController().signal, progress: () => undefined };

/** A Claude folder, the index of it, and the questions a user would ask. */
export class Indexing {
  readonly folders: Folders = emptyFolders();
  db: WriteDb = openIndex(this.folders.dataDir).db;

  constructor() {
    mkdirSync(join(this.folders.claudeDir, 'projects'), { recursive: true });
  }

  get root(): string {
    return this.folders.claudeDir;
  }

  get read(): ReadDb {
    return this.db;
  }

  /** A path in the Claude folder. */
  at(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  put(path: string, content: string | Buffer): string {
    const file = this.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  append(path: string, content: string | Buffer): void {
    appendFileSync(this.at(path), content);
  }

  run(options: Partial<RunOptions> = {}): Promise<RunResult> {
    return runIndex(this.db, { roots: [this.root], ...options }, quiet);
  }

  /** What the doctor is told. */
  diagnosis(): Diagnosis {
    const library = openLibrary(this.folders.dataDir);
    try {
      return diagnose({ index: this.read, library }, this.folders.dataDir, [this.root]);
    } finally {
      library.close();
    }
  }

  /** Every session, ghosts last. */
  sessions(): Session[] {
    const views = ['all', 'ghosts'] as const;
    return views.flatMap((view) => listSessions(this.read, { view, limit: 1000, offset: 0 }).sessions);
  }

  session(sessionId: string): Session {
    const found = this.sessions().filter((one) => one.sessionId === sessionId);
    expect(found).toHaveLength(1);
    return found[0] as Session;
  }

  entries(session: string, file?: string): Entry[] {
    return listEntries(this.read, { session, file, limit: 100_000, offset: 0 }).entries;
  }

  texts(session: string, file?: string): string[] {
    return this.entries(session, file).map(({ text }) => text);
  }

  /** How many entries hold a word. */
  found(word: string): number {
    return this.value('SELECT count(*) FROM fts WHERE fts MATCH ?', `"${word}"`) as number;
  }

  rows(sql: string, ...values: unknown[]): Record<string, unknown>[] {
    return this.db.prepare(sql).all(...values) as Record<string, unknown>[];
  }

  value(sql: string, ...values: unknown[]): unknown {
    return this.db
      .prepare(sql)
      .pluck()
      .get(...values);
  }

  close(): void {
    this.db.close();
    this.folders.remove();
  }
}

/** What must hold of any index at any time. Needs a handle that may write: FTS5 checks itself by an INSERT. */
export function expectSound(db: WriteDb): void {
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  db.exec("INSERT INTO fts (fts, rank) VALUES ('integrity-check', 1)");
  const count = (sql: string) => db.prepare(`SELECT count(*) FROM ${sql}`).pluck().get() as number;
  expect(count('entry LEFT JOIN entry_text USING (id) WHERE text IS NULL')).toBe(0);
  expect(count('entry_text LEFT JOIN entry USING (id) WHERE file IS NULL')).toBe(0);
  expect(count('session WHERE NOT EXISTS (SELECT 1 FROM file WHERE file.session = session.id)')).toBe(0);
  const counted = `SELECT file.id FROM file LEFT JOIN entry ON entry.file = file.id GROUP BY file.id
    HAVING count(entry.id) <> file.entries OR coalesce(max(position) + 1, 0) <> file.entries
      OR max(entry.offset + entry.length) > file.offset AND file.agent IS NOT '#history'`;
  expect(db.prepare(counted).all()).toEqual([]);
  const bad = `SELECT file.id FROM file LEFT JOIN bad_line ON bad_line.file = file.id GROUP BY file.id
    HAVING count(bad_line.line) <> file.bad_lines`;
  expect(db.prepare(bad).all()).toEqual([]);
}
