import { AppError, cancelled } from '../../../shared/errors.ts';
import type { Exported } from '../../../shared/export.ts';
import type { Piece } from './format.ts';

export interface OpenDocument {
  readonly name: string;
  readonly sessions: readonly string[];
  readonly pieces: AsyncGenerator<Piece, void>;
  /** Different secrets that were taken out so far. */
  readonly redacted: () => number;
}

/** Characters of one part: a moment's work, and no more of a long document in memory. */
const partLength = 1 << 19;
/** Documents that are being fetched. Of those that nobody fetches any more, none stays for long. */
const mostOpen = 8;

/** Documents that are fetched part by part. */
export class OpenDocuments {
  readonly #open = new Map<number, { document: OpenDocument; entries: number }>();
  #last = 0;

  begin(document: OpenDocument, signal: AbortSignal): Promise<Exported> {
    const [oldest] = this.#open.size >= mostOpen ? this.#open.keys() : [];
    if (oldest !== undefined) this.#close(oldest);
    const key = (this.#last += 1);
    this.#open.set(key, { document, entries: 0 });
    return this.more(key, signal);
  }

  async more(key: number, signal: AbortSignal): Promise<Exported> {
    const open = this.#open.get(key);
    if (!open) throw new AppError('not_found', 'This export was given up. Start it again.');
    const { document } = open;
    const content: string[] = [];
    let ended = false;
    try {
      for (let length = 0; length < partLength && !ended;) {
        const next = await document.pieces.next();
        if (signal.aborted) throw cancelled();
        ended = next.done === true;
        if (next.done) break;
        content.push(next.value.text);
        length += next.value.text.length;
        open.entries += next.value.entries;
      }
    } catch (error) {
      this.#close(key);
      throw error;
    }
    if (ended) this.#close(key);
    return {
      name: document.name,
      content: content.join(''),
      entries: open.entries,
      redacted: document.redacted(),
      next: ended ? null : key,
      sessions: ended ? [...document.sessions] : [],
    };
  }

  #close(key: number): void {
    void this.#open.get(key)?.document.pieces.return(undefined);
    this.#open.delete(key);
  }
}
