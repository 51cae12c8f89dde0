import type { ReadDb } from '../db/handles.ts';
import { Vocabulary } from './vocabulary.ts';

/** Read again at every change: it takes less than a tenth of a second. */
const small = 20_000;
/** Else when the index has grown by this share. */
const growth = 0.1;

/** The vocabulary, read when it is first needed and again when the index has become another one. */
export class WordStore {
  readonly #index: ReadDb;
  #vocabulary: Vocabulary | undefined;
  #loading: Promise<Vocabulary> | undefined;
  #entries = 0;
  #dataVersion = -1;

  constructor(index: ReadDb) {
    this.#index = index;
  }

  /** What has been read, without waiting. */
  get atHand(): Vocabulary | undefined {
    return this.#vocabulary;
  }

  current(): Promise<Vocabulary> {
    if (this.#vocabulary && !this.#isStale(this.#vocabulary)) return Promise.resolve(this.#vocabulary);
    if (this.#loading) return this.#loading;
    const loading = this.#load().finally(() => (this.#loading = undefined));
    loading.catch(() => undefined); // whoever waits is told; ended before its time, nobody does
    return (this.#loading = loading);
  }

  forget(): void {
    this.#vocabulary = undefined;
  }

  async #load(): Promise<Vocabulary> {
    this.#entries = this.#count();
    return (this.#vocabulary = await Vocabulary.load(this.#index));
  }

  #isStale({ size }: Vocabulary): boolean {
    const version = this.#index.pragma('data_version', { simple: true }) as number;
    if (version === this.#dataVersion) return false;
    this.#dataVersion = version;
    const change = this.#count() - this.#entries;
    return change !== 0 && (size < small || change < 0 || change > this.#entries * growth);
  }

  #count(): number {
    return this.#index.prepare('SELECT total(entries) FROM file').pluck().get() as number;
  }
}
