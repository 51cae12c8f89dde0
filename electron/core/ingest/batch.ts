import type { Settings } from '../../../shared/schemas.ts';
import { isSecure, setSecure } from '../db/full-text.ts';
import type { WriteDb } from '../db/handles.ts';
import type { Transcript } from './discover.ts';
import { ghostMark } from './history.ts';
import type { Text } from './normalise/block.ts';
import type { Chunk } from './parse-file.ts';
import { openSessionStore } from './sessions.ts';
import { openStore, type FileState } from './store.ts';
import { loadChain, noChain, takeChunk, type Chain } from './take-records.ts';

/**
 * What is full first ends a batch. The first one is short, so that the newest sessions can be searched at once. Each is
 * twice as long as the one before: texts are written at the end of theirs, and at the end of a short run nothing else
 * is left to do meanwhile.
 */
const firstMilliseconds = 100;
const mostMilliseconds = 3000;
const firstBytes = 1 << 20;
const mostBytes = 32 << 20;
/** What an entry takes beside its text. */
const entryBytes = 500;
/**
 * So many texts at once are written without looking for what they might take out, which is nothing: SQLite looks once
 * for every other long list of places that a word has.
 */
const manyTexts = 1000;
const keptChains = 8;

interface Words {
  readonly id: number;
  readonly text: Text;
  readonly indexed: Text;
}

/**
 * What is written in one transaction: entries of several transcripts, together with the place reached in each of them.
 * Entries are written as they come. Their texts wait for the end, where they are sorted by id: SQLite takes ascending
 * rowids faster, its full text twice as fast, and the more of them at once the less it has to merge.
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
  #words: Words[] = [];
  #bytes = 0;
  #begun = 0;
  #commits = 0;

  /** `chains` outlives a run: transcripts that grow line by line are not looked up from their beginning each time. */
  constructor(db: WriteDb, chains = new Map<number, Chain>(), sessions = new Set<number>()) {
    this.#db = db;
    this.#chains = chains;
    this.sessions = sessions;
    this.store = openStore(db);
    this.sessionStore = openSessionStore(db);
  }

  get isFull(): boolean {
    const milliseconds = this.#commits === 0 ? firstMilliseconds : mostMilliseconds;
    const bytes = Math.min(firstBytes * 2 ** this.#commits, mostBytes);
    return this.#bytes >= bytes || (this.#db.inTransaction && performance.now() - this.#begun > milliseconds);
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

  take(state: FileState, transcript: Transcript, chunk: Chunk<Text>): void {
    const rows = takeChunk(this.store, state, this.#chainOf(state), chunk, transcript.mtime);
    for (const row of rows.sort((a, b) => a.id - b.id)) {
      this.#words.push({ id: this.store.addEntry(row), text: row.text, indexed: row.indexed });
      this.#bytes += row.text.length + entryBytes;
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
      this.#addTexts(); // only what is there can be taken out
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
    this.#commits += 1;
  }

  /** Writes what was gathered, so that what comes next in the same transaction sees it. */
  settle(): void {
    this.#addTexts();
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

  #addTexts(): void {
    const hurried = this.#words.length >= manyTexts && isSecure(this.#db);
    if (hurried) setSecure(this.#db, false);
    this.#words.sort((a, b) => a.id - b.id);
    for (const { id, text, indexed } of this.#words) this.store.addText(id, text, indexed);
    if (hurried) setSecure(this.#db, true);
    this.#words = [];
    this.#bytes = 0;
  }

  #clear(): void {
    this.#words = [];
    this.#bytes = 0;
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
    this.#addTexts(); // only what is there can be taken out
    this.store.forget(state);
  }
}
