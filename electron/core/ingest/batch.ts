import type { Settings } from '../../../shared/schemas.ts';
import type { WriteDb } from '../db/handles.ts';
import type { Transcript } from './discover.ts';
import { ghostMark } from './history.ts';
import type { Chunk } from './parse-file.ts';
import { openSessionStore } from './sessions.ts';
import { openStore, type EntryRow, type FileState } from './store.ts';
import { loadChain, noChain, takeChunk, type Chain } from './take-records.ts';

/** What is full first ends a batch. The first one is short, so that the newest sessions can be searched at once. */
const firstMilliseconds = 300;
const laterMilliseconds = 1500;
const mostRows = 20_000;
const mostCharacters = 24 << 20;
const keptChains = 8;

/**
 * What is written in one transaction: entries of several transcripts, sorted by id because SQLite's full text takes
 * ascending rowids twice as fast, together with the place reached in each of them.
 */
export class Batch {
  readonly store;
  readonly sessionStore;
  /** Every session that changed since this was made. */
  readonly sessions: Set<number>;
  readonly #db: WriteDb;
  readonly #chains: Map<number, Chain>;
  readonly #open = new Map<string, FileState>();
  readonly #stale = new Set<number>();
  readonly #unsaved = new Set<FileState>();
  #rows: EntryRow[] = [];
  #characters = 0;
  #begun = 0;
  #limit = firstMilliseconds;

  /** `chains` outlives a run: transcripts that grow line by line are not looked up from their beginning each time. */
  constructor(db: WriteDb, chains = new Map<number, Chain>(), sessions = new Set<number>()) {
    this.#db = db;
    this.#chains = chains;
    this.sessions = sessions;
    this.store = openStore(db);
    this.sessionStore = openSessionStore(db);
  }

  get isFull(): boolean {
    return (
      this.#rows.length >= mostRows ||
      this.#characters >= mostCharacters ||
      (this.#db.inTransaction && performance.now() - this.#begun > this.#limit)
    );
  }

  /** A transcript's state while it is being read; `afresh` forgets what an earlier run read of it. */
  open(transcript: Transcript, known: FileState | undefined, afresh: boolean): FileState {
    this.begin();
    const opened = this.#open.get(transcript.path);
    if (opened) return opened;
    const state = known ?? this.store.newFile(transcript);
    if (known && afresh) this.#forget(state);
    state.deleted = transcript.copies ? Date.now() : null;
    this.#open.set(transcript.path, state);
    return state;
  }

  take(state: FileState, transcript: Transcript, chunk: Chunk): void {
    const chain = this.#chainOf(state);
    for (const row of takeChunk(this.store, state, chain, chunk, transcript.mtime)) {
      this.#rows.push(row);
      this.#characters += row.text.length;
    }
    state.inode = chunk.inode;
    if (chunk.done) {
      // Size and time say "nothing new" only once everything up to them was read.
      state.size = transcript.size;
      state.mtime = transcript.mtime;
      this.#open.delete(transcript.path);
    }
    this.#unsaved.add(state);
  }

  join(state: FileState, transcript: Transcript, sessionId: string, project: string): void {
    const session = this.sessionStore.sessionFor(transcript, sessionId, project);
    if (session === state.session) return;
    this.touch(state); // the one it leaves
    state.session = session;
    this.store.dropHistoryNotes();
    this.store.joinFile(state); // now: the next transcript looks for sessions that have none
  }

  /** The file's row is to be saved, and its session to be summed up again. */
  touch(state: FileState): void {
    this.#unsaved.add(state);
    if (state.session !== null) this.#stale.add(state.session);
  }

  markGone(state: FileState, whenDeleted: Settings['whenDeleted']): void {
    this.begin();
    this.touch(state);
    if (whenDeleted === 'follow') {
      this.#unsaved.delete(state);
      this.#chains.delete(state.id);
      this.store.deleteFile(state);
      if (state.agent !== ghostMark) this.store.dropHistoryNotes();
    } else state.deleted = Date.now();
  }

  /** For changes of another kind that belong into the same transaction. */
  begin(): void {
    if (this.#db.inTransaction) return;
    this.#db.exec('BEGIN IMMEDIATE');
    this.#begun = performance.now();
  }

  commit(): void {
    if (!this.#db.inTransaction) return;
    this.settle();
    this.#db.exec('COMMIT');
    this.#limit = laterMilliseconds;
  }

  /** Writes what was gathered, so that what comes next in the same transaction sees it. */
  settle(): void {
    this.#rows.sort((a, b) => a.id - b.id);
    for (const row of this.#rows) this.store.addEntry(row);
    for (const state of this.#unsaved) this.store.saveFile(state);
    for (const session of this.#stale) {
      this.sessionStore.refresh(session);
      this.sessions.add(session);
    }
    this.#clear();
  }

  rollback(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
    this.#chains.clear();
    this.#clear();
  }

  #clear(): void {
    this.#rows = [];
    this.#characters = 0;
    this.#stale.clear();
    this.#unsaved.clear();
    for (const id of this.#chains.keys()) {
      if (this.#chains.size <= keptChains) break;
      this.#chains.delete(id);
    }
  }

  #chainOf(state: FileState): Chain {
    const chain = this.#chains.get(state.id) ?? loadChain(this.store, state);
    this.#chains.delete(state.id); // the last used is the last to be dropped
    this.#chains.set(state.id, chain);
    return chain;
  }

  #forget(state: FileState): void {
    if (state.session !== null) this.#stale.add(state.session);
    this.#chains.set(state.id, noChain());
    this.store.forget(state);
  }
}
