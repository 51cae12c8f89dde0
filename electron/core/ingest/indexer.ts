import type { CallContext } from '../../../shared/channel.ts';
import { AppError, cancelled, toWire } from '../../../shared/errors.ts';
import type { IndexReport, IndexState, Settings } from '../../../shared/schemas.ts';
import type { ArchiveList } from '../archive/list.ts';
import type { WriteDb } from '../db/handles.ts';
import { mendingFullText } from '../db/full-text.ts';
import { withIndexLock } from '../db/lock.ts';
import { foldLongLog, isCorrupt, markIndexSuspect } from '../db/open.ts';
import { totals } from '../insight/totals.ts';
import type { Hidden } from '../purge/tombstones.ts';
import { rootsFor, type Location } from '../roots.ts';
import { runIndex } from './run.ts';
import { parseBeside, parseHere, ParserWorker } from './source.ts';
import type { Chain } from './take-records.ts';
import { Watch } from './watch.ts';

const rescanMilliseconds = 30_000;
const announceMilliseconds = 100;
/** From so many bytes on, reading and parsing get a thread of their own. */
const worthAThread = 4 << 20;

export interface IndexerParts {
  readonly db: WriteDb;
  readonly location: Location;
  /** The built file of the parser thread. */
  readonly parser: string;
  readonly settings: () => Settings;
  /** What the archive holds. */
  readonly archive: ArchiveList;
  /** What was erased and must not come back, as it is now. */
  readonly hidden: () => Hidden;
  announce(state: IndexState): void;
  /** Rows of sessions that changed. */
  changed(sessions: ReadonlySet<number>): void;
}

/** Runs one index pass at a time, tells how far it is, and comes back for what changed. */
export class Indexer {
  readonly #parts: IndexerParts;
  readonly #stopping = new AbortController();
  readonly #chains = new Map<number, Chain>();
  readonly #watch = new Watch(() => this.#again());
  #following = false;
  #pausing = new AbortController();
  #interrupting = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  /** Runs wait for it. */
  #gate: Promise<void> = Promise.resolve();
  #state: IndexState = { running: false, paused: false, progress: null, lastReport: null };
  #lastAnnounced = 0;
  #timer: NodeJS.Timeout | undefined;
  #missed = false;

  constructor(parts: IndexerParts) {
    this.#parts = parts;
  }

  get state(): IndexState {
    return this.#state;
  }

  async run(full: boolean, context: CallContext): Promise<IndexReport> {
    await this.#gate;
    if (this.#state.running) throw new AppError('busy', 'Indexing is already running.');
    const running = this.#run(full, context);
    this.#running = running.catch(() => undefined);
    return running;
  }

  /** For when a run that others began has ended. */
  async afterwards<T>(work: () => Promise<T>): Promise<T> {
    await this.#gate;
    while (this.#state.running) await this.#running;
    return work();
  }

  /** Nothing is indexed while this works, here or elsewhere: a run that goes on is stopped between two of its batches. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#gate;
    const working = before.then(async () => {
      this.#interrupting.abort(cancelled());
      await this.#running;
      this.#interrupting = new AbortController();
      return withIndexLock(this.#parts.location.dataDir, work);
    });
    this.#gate = working.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await working;
    } finally {
      this.#chains.clear(); // files may be gone, and their numbers others'
      this.refresh();
    }
  }

  async #run(full: boolean, context: CallContext): Promise<IndexReport> {
    const start = performance.now();
    const { db, location, parser, settings, archive, hidden, changed } = this.#parts;
    const interrupts = [this.#stopping.signal, this.#pausing.signal, this.#interrupting.signal];
    const signal = AbortSignal.any([context.signal, ...interrupts]);
    this.#update({ running: true, progress: null });
    const sessions = new Set<number>();
    let told = -Infinity;
    // Where everything is to be read, its thread starts while the transcripts are looked for.
    const ready = full || (this.#state.lastReport === null && isEmpty(db)) ? [new ParserWorker(parser)] : [];
    try {
      const roots = rootsFor(db, location, settings().sources);
      const options = {
        roots,
        full,
        whenDeleted: settings().whenDeleted,
        archive,
        chains: this.#chains,
        sessions,
        hidden: hidden(),
        source: (bytes: number) => (bytes > worthAThread ? parseBeside(parser, ready.pop()) : parseHere),
      };
      const tell: CallContext['progress'] = (progress) => {
        if (performance.now() - told < announceMilliseconds && progress.done < progress.total) return;
        told = performance.now();
        context.progress(progress);
        this.#update({ running: true, progress });
      };
      const { changedFiles, unreadable } = await withIndexLock(location.dataDir, () =>
        mendingFullText(db, () => runIndex(db, options, { signal, progress: tell })),
      );
      if (this.#following) this.#watch.follow(roots);
      const lastReport = { ...totals(db), changedFiles, unreadable, ms: performance.now() - start };
      this.#update({ running: false, progress: null, lastReport });
      if (sessions.size > 0) changed(sessions);
      return lastReport;
    } catch (error) {
      if (this.#stopping.signal.aborted) throw error;
      this.#update({ running: false, progress: null });
      if (signal.aborted && sessions.size > 0) changed(sessions); // what was read before it was stopped is there
      if (isCorrupt(error)) this.#abandon(error);
      throw error;
    } finally {
      void ready.pop()?.end();
      this.#rest();
    }
  }

  /** Indexes now, whenever something changed, and once in a while in case that was missed. */
  follow(): void {
    this.#following = true;
    this.#again();
  }

  /** Looks for changes now, where it would have done so anyway. */
  refresh(): void {
    if (this.#following) this.#again();
  }

  pause(paused: boolean): IndexState {
    if (paused === this.#state.paused) return this.#state;
    this.#update({ paused });
    if (paused) this.#pausing.abort(cancelled());
    else {
      this.#pausing = new AbortController();
      if (this.#following) this.#again();
    }
    return this.#state;
  }

  stop(): void {
    this.#stopping.abort();
    this.#watch.stop();
    clearTimeout(this.#timer);
    if (this.#parts.db.inTransaction) this.#parts.db.exec('ROLLBACK');
  }

  #again(): void {
    if (this.#stopping.signal.aborted || this.#state.paused) return;
    if (this.#state.running) {
      this.#missed = true;
      return;
    }
    clearTimeout(this.#timer);
    const quietly: CallContext = { signal: this.#stopping.signal, progress: () => undefined };
    void this.run(false, quietly).catch(reportUnlessExpected);
  }

  #rest(): void {
    setImmediate(() => foldLongLog(this.#parts.db)); // when the report is out
    if (!this.#following || this.#stopping.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#again(), this.#missed ? 0 : rescanMilliseconds);
    this.#missed = false;
  }

  /** A damaged index is replaced at the thread's next start; ending the thread is how to get there. */
  #abandon(error: unknown): void {
    markIndexSuspect(this.#parts.location.dataDir);
    setImmediate(() => {
      throw error;
    });
  }

  #update(change: Partial<IndexState>): void {
    const { running, paused } = this.#state;
    this.#state = { ...this.#state, ...change };
    const now = performance.now();
    const minor = running === this.#state.running && paused === this.#state.paused;
    if (minor && now - this.#lastAnnounced < announceMilliseconds) return;
    this.#lastAnnounced = now;
    this.#parts.announce(this.#state);
  }
}

const isEmpty = (db: WriteDb) => db.prepare('SELECT 1 FROM file').get() === undefined;

export function reportUnlessExpected(error: unknown): void {
  const { code, message } = toWire(error);
  if (code !== 'cancelled' && code !== 'busy') console.error(`Turnstone stopped what it was at: ${message}`);
}
