import { readSync } from 'node:fs';
import { basename } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { databaseFile } from './database-file.ts';
import type { WriteDb } from './handles.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  up(db: WriteDb): void;
}

/** The schema version in the file's header, read without SQLite so that a file we must not touch is not touched. */
export function versionOnDisk(path: string): number {
  const header = Buffer.alloc(100);
  try {
    readSync(databaseFile(path), header, 0, 100, 0);
  } catch {
    return 0; // no such file yet
  }
  return header.toString('latin1', 0, 16) === 'SQLite format 3\0' ? header.readUInt32BE(60) : 0;
}

export function refuseNewer(path: string, version: number, migrations: readonly Migration[]): void {
  const latest = migrations.at(-1)?.version ?? 0;
  if (version <= latest) return;
  throw new AppError(
    'too_new',
    `${basename(path)} was written by a newer Turnstone (schema ${version}, this one knows ${latest}). ` +
      'It was left untouched: update Turnstone, or choose another --data-dir.',
    { path, version, latest },
  );
}

/** Brings a database to the newest schema, one transaction per step: a crash leaves the last whole step. */
export function migrate(db: WriteDb, migrations: readonly Migration[], beforeUpgrade?: (from: number) => void): void {
  const version = () => db.pragma('user_version', { simple: true }) as number;
  const current = version();
  refuseNewer(db.name, current, migrations);
  const due = migrations.filter(({ version }) => version > current);
  if (due.length > 0 && current > 0) beforeUpgrade?.(current);
  for (const migration of due) {
    db.transaction(() => {
      if (version() >= migration.version) return; // another Turnstone was quicker
      migration.up(db);
      db.pragma(`user_version = ${migration.version}`);
    }).immediate();
  }
}
