import { modes, type Mode } from '../lib/rows.ts';
import { remember, remembered } from '../lib/storage.ts';

export const sizes = ['small', 'normal', 'large'] as const;
export type Size = (typeof sizes)[number];

const oneOf = <T extends string>(all: readonly T[], key: string, usual: T): T =>
  all.find((one) => one === remembered(key)) ?? usual;

/** How the reader likes transcripts, remembered by this window. */
export class Reading {
  #mode = $state<Mode>(oneOf(modes, 'reading.mode', 'everything'));
  #size = $state<Size>(oneOf(sizes, 'reading.size', 'normal'));
  #compact = $state(remembered('reading.compact') === 'yes');
  #wrap = $state(remembered('reading.wrap') !== 'no');
  #split = $state(remembered('reading.split') === 'yes');

  get mode(): Mode {
    return this.#mode;
  }

  set mode(mode: Mode) {
    this.#mode = mode;
    remember('reading.mode', mode);
  }

  get size(): Size {
    return this.#size;
  }

  set size(size: Size) {
    this.#size = size;
    remember('reading.size', size);
  }

  get compact(): boolean {
    return this.#compact;
  }

  set compact(compact: boolean) {
    this.#compact = compact;
    remember('reading.compact', compact ? 'yes' : 'no');
  }

  /** Whether long lines of code and output are broken. */
  get wrap(): boolean {
    return this.#wrap;
  }

  set wrap(wrap: boolean) {
    this.#wrap = wrap;
    remember('reading.wrap', wrap ? 'yes' : 'no');
  }

  /** Changes side by side rather than one below the other. */
  get split(): boolean {
    return this.#split;
  }

  set split(split: boolean) {
    this.#split = split;
    remember('reading.split', split ? 'yes' : 'no');
  }

  nextMode(): Mode {
    return (this.mode = modes[(modes.indexOf(this.#mode) + 1) % modes.length] ?? 'everything');
  }
}
