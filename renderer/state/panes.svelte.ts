import { remember, remembered } from '../lib/storage.ts';

/** A pane's width, remembered. */
export class Pane {
  #width = $state(0);
  #folded = $state(false);
  readonly #key: string;

  constructor(
    key: string,
    readonly normal: number,
    readonly min: number,
    readonly max: number,
  ) {
    this.#key = `pane.${key}`;
    const [width, folded] = (remembered(this.#key) ?? '').split(' ');
    this.#width = this.#within(Number(width) || normal);
    this.#folded = folded === 'folded';
  }

  get width(): number {
    return this.#folded ? 0 : this.#width;
  }

  get folded(): boolean {
    return this.#folded;
  }

  resize(width: number): void {
    this.#folded = width < this.min / 2;
    if (!this.#folded) this.#width = this.#within(width);
    this.#save();
  }

  toggle(): void {
    this.#folded = !this.#folded;
    this.#save();
  }

  reset(): void {
    this.resize(this.normal);
  }

  #within = (width: number) => Math.round(Math.max(this.min, Math.min(this.max, width)));

  #save(): void {
    remember(this.#key, `${this.#width}${this.#folded ? ' folded' : ''}`);
  }
}
