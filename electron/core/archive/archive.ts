import { rmSync, statSync } from 'node:fs';
import type { CallContext } from '../../../shared/channel.ts';
import { cancelled } from '../../../shared/errors.ts';
import type { Output } from '../../../shared/contract.ts';
import { openRefs } from '../browse/sessions.ts';
import { withArchiveLock } from '../db/lock.ts';
import { inodeOf } from '../ingest/discover.ts';
import type { WriterParts } from '../parts.ts';
import { dueSessions } from './due.ts';
import { archivedFiles, deleteArchived, removeParts } from './folders.ts';
import { openArchiveList, type Archived } from './list.ts';
import { archivedRef, sessionToKeep } from './named.ts';
import { keepSession, type Outcome } from './keep.ts';
import { adopt, rewriteCopy, type Rewriting } from './rewrite.ts';
import { restoreFiles } from './restore.ts';
import type { Kept } from './session-files.ts';
import { openArchiveStore } from './store.ts';

/** What one background pass reads at most; the next one goes on. */
const passBytes = 256 << 20;

type ArchiveParts = Pick<WriterParts, 'index' | 'library' | 'announce'> & {
  readonly data: { readonly dataDir: string };
};
type Refs = readonly string[];

/** Makes compressed copies of transcripts, keeps them up to date, puts them back, deletes them: one thing at a time. */
export class Archive {
  readonly #parts: ArchiveParts;
  readonly #list;
  readonly #store;
  readonly #refs;
  #tail: Promise<unknown> = Promise.resolve();
  #passing = new AbortController();
  #tidy = false;

  constructor(parts: ArchiveParts) {
    this.#parts = parts;
    this.#list = openArchiveList(parts.library, parts.data.dataDir);
    this.#store = openArchiveStore(parts.library);
    this.#refs = openRefs(parts.index);
  }

  async add(refs: Refs, context: CallContext): Promise<Output<'archive.add'>> {
    const sessions = refs.map((ref) => sessionToKeep(this.#parts.index, ref));
    const total = this.#bytesOf(sessions);
    const report = meter(context, total);
    const outcomes = [];
    for (const session of sessions) outcomes.push(await this.#keep(session, context.signal, report));
    this.#changed(this.#refs(sessions.map(({ id }) => id)));
    return {
      archived: outcomes.filter(({ failed }) => failed.length === 0).length,
      bytes: outcomes.reduce((sum, { bytes }) => sum + bytes, 0),
      failed: outcomes.flatMap(({ failed }) => failed.map(({ file, reason }) => `${file}: ${reason}`)),
    };
  }

  async restore(refs: Refs, context: CallContext): Promise<Output<'archive.restore'>> {
    const rows = this.#named(refs).flatMap((ref) => this.#list.of(ref));
    const taken = meter(
      context,
      rows.reduce((sum, { size }) => sum + size, 0),
    );
    return this.#exclusive(async () => {
      const files = await restoreFiles(rows, { list: this.#list, signal: context.signal, taken });
      for (const file of files) {
        const { mtimeMs, ino } = statSync(file);
        this.#store.restamp({ file, mtime: mtimeMs, inode: inodeOf(ino) });
      }
      return { files };
    });
  }

  /** Changes what is in a copy. */
  rewrite(path: string, rewriting: Rewriting): Promise<void> {
    return this.#exclusive(async () => {
      const row = this.#at(path);
      if (row) await rewriteCopy(row, rewriting, this.#store);
    });
  }

  /** Files were changed in the same way as the copies of them, which are as good as new then. */
  adopt(files: readonly string[]): Promise<void> {
    return this.#exclusive(async () => {
      for (const row of this.#list.places()) if (files.includes(row.file)) await adopt(row, this.#store);
    });
  }

  /** Removes what was a copy and is no longer listed as one. */
  dropUnlisted(path: string): void {
    if (!this.#at(path)) rmSync(path, { force: true });
  }

  #at(path: string): Archived | undefined {
    return this.#list.places().find((row) => row.path === path);
  }

  remove(refs: Refs): Promise<Output<'archive.remove'>> {
    const { data, library } = this.#parts;
    return this.#exclusive(() => {
      const names = this.#named(refs);
      const rows = names.flatMap((ref) => this.#list.of(ref));
      deleteArchived(library, data.dataDir, names);
      const failed = archivedFiles(library, data.dataDir, names);
      this.#changed(names);
      return { archived: names.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0), failed };
    });
  }

  /** Copies what is due, oldest first, up to so many bytes. Returns whether there is more. */
  async pass(everything: boolean, stopping: AbortSignal, most = passBytes): Promise<boolean> {
    const { index, library } = this.#parts;
    this.#passing = new AbortController();
    const signal = AbortSignal.any([stopping, this.#passing.signal]);
    const due = dueSessions(index, library, this.#list, everything);
    let read = 0;
    const done: number[] = [];
    try {
      for (const session of due) {
        if (signal.aborted || read >= most) break;
        await this.#keep(session, signal, (bytes) => (read += bytes));
        done.push(session.id);
      }
    } catch (error) {
      if (!this.#passing.signal.aborted) throw error;
    }
    if (done.length > 0) this.#changed(this.#refs(done));
    return done.length < due.length;
  }

  /** Nothing is copied while this works: a background pass is stopped, and what was asked for is finished first. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    this.#passing.abort(cancelled());
    return this.#turn(work);
  }

  /** Other work comes in between two sessions, never within one. */
  #keep(session: Kept, signal: AbortSignal, taken: (bytes: number) => void): Promise<Outcome> {
    const { index, data } = this.#parts;
    const keeping = { index, dataDir: data.dataDir, list: this.#list, store: this.#store, signal, taken };
    return this.#exclusive(() => keepSession(session, keeping));
  }

  #exclusive<T>(work: () => T | Promise<T>): Promise<T> {
    const { dataDir } = this.#parts.data;
    return this.#turn(() =>
      withArchiveLock(dataDir, async () => {
        if (!this.#tidy) removeParts(dataDir);
        this.#tidy = true;
        return work();
      }),
    );
  }

  #turn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(work);
    this.#tail = turn.catch(() => undefined); // told to whoever asked; the next one has its turn all the same
    return turn;
  }

  #named(refs: Refs): string[] {
    return refs.map((ref) => archivedRef(this.#parts.index, this.#list, ref));
  }

  #bytesOf(sessions: readonly Kept[]): number {
    const bytes = this.#parts.index.prepare('SELECT bytes FROM session WHERE id = ?').pluck();
    return sessions.reduce((sum, { id }) => sum + (bytes.get(id) as number), 0);
  }

  #changed(sessions: Refs): void {
    this.#parts.announce('sessions.changed', { sessions: [...sessions] });
  }
}

function meter(context: CallContext, total: number): (bytes: number) => void {
  let done = 0;
  return (bytes) => {
    done += bytes;
    context.progress({ done, total: Math.max(done, total), unit: 'bytes', remaining: null });
  };
}
