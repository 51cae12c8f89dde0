import type { Statement } from 'better-sqlite3';
import type { ReadDb } from './handles.ts';

const kept = new WeakMap<ReadDb, Map<string, Statement>>();

/**
 * A statement that every keystroke asks again, compiled once. Not for one that is left half read: it is the same to
 * all who ask for it.
 */
export function keptStatement(db: ReadDb, sql: string): Statement {
  const statements = kept.get(db) ?? new Map<string, Statement>();
  kept.set(db, statements);
  const statement = statements.get(sql) ?? db.prepare(sql);
  statements.set(sql, statement);
  return statement;
}
