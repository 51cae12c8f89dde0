import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { ReadDb } from '../db/handles.ts';
import { openSessionWords, wordsAndPieces, type SessionWords } from './session-words.ts';
import { folded, wordsOf } from './tokens.ts';

const fields: (keyof SessionWords)[] = ['title', 'prompts', 'paths', 'project', 'branch', 'sessionId'];
const boost = { title: 4, prompts: 2, project: 1.5, branch: 1.5, paths: 1, sessionId: 1 };
/** MiniSearch takes the square of a word's length in memory to find near ones. */
const longestWord = 64;
const mostWords = 64;
const keptAnswers = 32;
/** So many sessions are read between two questions. */
const slice = 10;

const openSearch = () =>
  new MiniSearch<SessionWords>({ fields, tokenize: wordsAndPieces, processTerm: (term) => term });

/**
 * Finds sessions by what is half remembered of them: words of the title, the first prompts, the files, the project,
 * with typos. Kept in memory; when the index changes, only the sessions that changed are read again.
 */
export class SessionFinder {
  readonly #index: ReadDb;
  #search = openSearch();
  /** By session: what it was like when it was read. */
  readonly #known = new Map<number, string>();
  /** Of a query only the last word changes from one keystroke to the next. */
  readonly #answers = new Map<string, ReadonlyMap<number, number>>();
  #reading: Promise<void> | undefined;
  #dataVersion = -1;

  constructor(index: ReadDb) {
    this.#index = index;
  }

  /** Row ids and how well they fit; every word must fit. In a hurry near words are looked for where no other fits. */
  find(query: string, hurried = false): ReadonlyMap<number, number> {
    const key = `${hurried} ${query}`;
    const found = this.#answers.get(key) ?? (hurried ? this.#lookTwice(query) : this.#look(query, true));
    if (this.#answers.size >= keptAnswers) this.#answers.clear();
    this.#answers.set(key, found);
    return found;
  }

  #lookTwice(query: string): ReadonlyMap<number, number> {
    const exact = this.#look(query, false);
    return exact.size > 0 ? exact : this.#look(query, true);
  }

  #look(query: string, near: boolean): ReadonlyMap<number, number> {
    const results = this.#search.search(query, {
      combineWith: 'AND',
      tokenize: (text) => wordsOf(text).slice(0, mostWords),
      processTerm: (word) => folded(word.slice(0, longestWord)),
      prefix: (term) => term.length >= 3,
      fuzzy: (term) => (!near ? false : term.length >= 8 ? 2 : term.length >= 5 ? 1 : false),
      boost,
    });
    return new Map(results.map(({ id, score }) => [id as number, score]));
  }

  /** What is left is read anew: a search that discards keeps the words for a while. */
  forget(): void {
    this.#search = openSearch();
    this.#known.clear();
    this.#answers.clear();
    this.#dataVersion = -1;
  }

  ids(): number[] {
    return [...this.#known.keys()];
  }

  /** Resolves when everything that is in the index now can be found. */
  current(): Promise<void> {
    const version = this.#index.pragma('data_version', { simple: true }) as number;
    if (version === this.#dataVersion) return this.#reading ?? Promise.resolve();
    this.#dataVersion = version;
    const reading = (this.#reading ?? Promise.resolve()).then(() => this.#update());
    const done = reading.finally(() => {
      if (this.#reading === done) this.#reading = undefined;
    });
    done.catch(() => (this.#dataVersion = -1)); // whoever waits is told; ended before its time, nobody does
    return (this.#reading = done);
  }

  async #update(): Promise<void> {
    await setImmediate(); // whoever only wants it under way is answered first
    const rows = this.#index
      .prepare(`SELECT id, json_array(title, project, branch, prompts, bytes, file) FROM session ORDER BY ended DESC`)
      .raw()
      .all() as [number, string][];
    const now = new Map(rows);
    for (const id of this.#known.keys()) if (!now.has(id)) this.#remove(id);
    const changed = rows.filter(([id, state]) => this.#known.get(id) !== state);
    const read = openSessionWords(this.#index);
    for (const [nth, [id, state]] of changed.entries()) {
      if (nth % slice === slice - 1) await setImmediate(); // lets questions in
      const words = read(id);
      this.#remove(id);
      if (!words) continue;
      this.#search.add(words);
      this.#known.set(id, state);
    }
  }

  #remove(id: number): void {
    this.#answers.clear();
    if (this.#known.delete(id)) this.#search.discard(id);
  }
}
