import { findSecrets, type Found } from '../detect.ts';

/** Where a text comes from. */
export interface Origin {
  readonly line: number;
  /** Whose line it is, where the file is shared. */
  readonly sessionId: string | null;
}

/** Nothing that any rule looks for goes across this. */
const gap = '\n\u0000\n';
const enough = 64 << 10;

/** Gathers short texts to look through many at once: a rule costs most where it begins. */
export class Sieve {
  readonly #found: (origin: Origin, value: string, found: Found) => void;
  #texts: string[] = [];
  #starts: number[] = [];
  #origins: Origin[] = [];
  #length = 0;

  constructor(found: (origin: Origin, value: string, found: Found) => void) {
    this.#found = found;
  }

  add(origin: Origin, text: string): void {
    this.#texts.push(text);
    this.#starts.push(this.#length);
    this.#origins.push(origin);
    this.#length += text.length + gap.length;
    if (this.#length >= enough) this.flush();
  }

  flush(): void {
    const text = this.#texts.join(gap);
    for (const found of findSecrets(text)) {
      const origin = this.#origins[this.#starts.findLastIndex((start) => start <= found.start)];
      if (origin) this.#found(origin, text.slice(found.start, found.end), found);
    }
    this.#texts = [];
    this.#starts = [];
    this.#origins = [];
    this.#length = 0;
  }
}
