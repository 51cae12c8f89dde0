import { toWire } from '../../../shared/errors.ts';
import { readSettings } from '../library/settings.ts';
import type { WriterParts } from '../parts.ts';
import type { Archive } from './archive.ts';

const soonMilliseconds = 2_000;
const restMilliseconds = 5 * 60_000;

/** While the app runs: copies what is due, a little at a time and never while indexing is at work. */
export class Archiver {
  readonly #archive: Archive;
  readonly #parts: Pick<WriterParts, 'library' | 'indexer'>;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #following = false;

  constructor(archive: Archive, parts: Pick<WriterParts, 'library' | 'indexer'>) {
    this.#archive = archive;
    this.#parts = parts;
  }

  follow(): void {
    this.#following = true;
    this.soon();
  }

  /** For when the settings changed. */
  soon(): void {
    this.#after(soonMilliseconds);
  }

  stop(): void {
    this.#stopping.abort();
    clearTimeout(this.#timer);
  }

  #after(milliseconds: number): void {
    if (!this.#following || this.#stopping.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#pass(), milliseconds);
  }

  async #pass(): Promise<void> {
    const { running, paused } = this.#parts.indexer.state;
    if (running) return this.#after(soonMilliseconds);
    let more = false;
    try {
      const everything = readSettings(this.#parts.library).whenDeleted === 'archive';
      if (!paused) more = await this.#archive.pass(everything, this.#stopping.signal);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      const { code, message } = toWire(error);
      if (code !== 'busy') console.error(`Archiving stopped: ${message}`);
    }
    this.#after(more ? soonMilliseconds : restMilliseconds);
  }
}
