import type { Server } from '../../shared/server.ts';
import type { ReadDb, WriteDb } from './db/handles.ts';
import type { Indexer } from './ingest/indexer.ts';
import type { History } from './library/history.ts';
import type { Shelf } from './library/shelf.ts';
import type { Search } from './search/search.ts';
import type { ThreadData } from './threads/frame.ts';

/** What the rooms of the reader thread share. */
export interface ReaderParts {
  readonly data: ThreadData;
  readonly index: ReadDb;
  readonly library: ReadDb;
  readonly shelf: Shelf;
  readonly search: Search;
  /** The folders and files that are read. */
  roots(): string[];
}

/** What the rooms of the writer thread share. */
export interface WriterParts {
  readonly data: ThreadData;
  readonly index: WriteDb;
  readonly library: WriteDb;
  readonly indexer: Indexer;
  /** Every change to what people keep goes through it, so that it can be taken back. */
  readonly history: History;
  /** Says something to everybody who listens, once the thread answers. */
  readonly announce: Server['announce'];
}
