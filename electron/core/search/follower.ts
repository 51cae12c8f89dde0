import type { ReadDb } from '../db/handles.ts';
import type { Plan } from './plan.ts';

/** Follows a search through the hits of a text, both in the order of ids, and tells where they meet. */
export class Follower {
  readonly #hits: IterableIterator<number>;
  readonly #oldest: boolean;
  #at: number | undefined;

  constructor(index: ReadDb, match: string, oldest: boolean, { low, high }: Plan) {
    const select = index.prepare(
      `SELECT rowid FROM fts WHERE fts MATCH @match AND rowid BETWEEN @low AND @high
       ORDER BY rowid ${oldest ? 'ASC' : 'DESC'}`,
    );
    this.#hits = select.pluck().iterate({ match, low, high }) as IterableIterator<number>;
    this.#oldest = oldest;
    this.#step();
  }

  meets(id: number): boolean {
    while (this.#at !== undefined && (this.#oldest ? this.#at < id : this.#at > id)) this.#step();
    return this.#at === id;
  }

  close(): void {
    this.#hits.return?.();
  }

  #step(): void {
    const next = this.#hits.next();
    this.#at = next.done ? undefined : next.value;
  }
}
