import type { WriteDb } from '../../electron/core/db/handles.ts';
import { libraryPath, openForReading, openIndex, openLibrary } from '../../electron/core/db/open.ts';
import { join } from 'node:path';
import { runIndex } from '../../electron/core/ingest/run.ts';
import { bookmarksOf, listBookmarks } from '../../electron/core/library/bookmarks.ts';
import { History, type Labels } from '../../electron/core/library/history.ts';
import { addBookmark, type Desk } from '../../electron/core/library/keep.ts';
import { Shelf } from '../../electron/core/library/shelf.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import type { Bookmark, Spot } from '../../shared/library.ts';
import { Indexing, quiet } from './indexing.ts';

/** A Claude folder, its index, and a library over it as the two threads have it. */
export class Keeping {
  readonly indexing = new Indexing();
  readonly library = openLibrary(this.indexing.folders.dataDir);
  readonly read = openForReading(libraryPath(this.indexing.folders.dataDir));
  readonly labels: Labels[] = [];
  readonly history = new History(this.library, (labels) => this.labels.push(labels));
  /** The index that is asked. */
  index: WriteDb = this.indexing.db;
  #rebuilt = 0;

  get desk(): Desk {
    return { index: this.index, library: this.library, history: this.history };
  }

  get shelf(): Shelf {
    return new Shelf(this.index, this.read);
  }

  /** The same transcripts, read by an index that knows nothing of the one before. */
  async rebuild(): Promise<void> {
    this.#close();
    this.index = openIndex(join(this.indexing.folders.base, `index-${(this.#rebuilt += 1)}`)).db;
    await runIndex(this.index, { roots: [this.indexing.root] }, quiet);
  }

  add(spot: Spot, more: { note?: string; tags?: string[] } = {}): Bookmark {
    return addBookmark(this.desk, { spot, ...more });
  }

  list(input: Partial<ParsedInput<'bookmarks.list'>> = {}): Bookmark[] {
    const all = { query: '', sort: 'oldest', limit: 1000, offset: 0, ...input } as const;
    return listBookmarks({ index: this.index, library: this.read, shelf: this.shelf }, all).bookmarks;
  }

  of(session: string): Bookmark[] {
    return bookmarksOf({ index: this.index, library: this.read }, session);
  }

  #close(): void {
    if (this.index !== this.indexing.db) this.index.close();
  }

  close(): void {
    this.#close();
    this.read.close();
    this.library.close();
    this.indexing.close();
  }
}
