import { rmSync, statSync, utimesSync } from 'node:fs';
import { Archive } from '../../electron/core/archive/archive.ts';
import { openArchiveList } from '../../electron/core/archive/list.ts';
import { openIndex, openLibrary } from '../../electron/core/db/open.ts';
import type { WriteDb } from '../../electron/core/db/handles.ts';
import type { RunResult } from '../../electron/core/ingest/run.ts';
import { Indexing, quiet } from './indexing.ts';

/** A Claude folder, its index and its archive. */
export class Archiving extends Indexing {
  readonly library: WriteDb = openLibrary(this.folders.dataDir);
  readonly list = openArchiveList(this.library, this.folders.dataDir);
  readonly announced: string[][] = [];
  archive = this.#open();

  #open(): Archive {
    const data = { dataDir: this.folders.dataDir };
    const announce = (event: string, payload: unknown) => {
      if (event === 'sessions.changed') this.announced.push((payload as { sessions: string[] }).sessions);
    };
    return new Archive({ data, index: this.db, library: this.library, announce });
  }

  override run(options: Parameters<Indexing['run']>[0] = {}): Promise<RunResult> {
    return super.run({ archive: this.list, ...options });
  }

  add(...sessions: string[]) {
    return this.archive.add(sessions, quiet);
  }

  restore(...sessions: string[]) {
    return this.archive.restore(sessions, quiet);
  }

  /** As after the index was lost or damaged. */
  loseIndex(): void {
    this.db.close();
    for (const end of ['', '-wal', '-shm']) rmSync(`${this.folders.dataDir}/index.db${end}`, { force: true });
    this.db = openIndex(this.folders.dataDir).db;
    this.archive = this.#open();
  }

  /** Sets a file's time so many hours back. */
  age(path: string, hours: number): void {
    const then = (Date.now() - hours * 3_600_000) / 1000;
    utimesSync(path, then, then);
  }

  mtime(path: string): number {
    return statSync(path).mtimeMs;
  }

  override close(): void {
    this.library.close();
    super.close();
  }
}
