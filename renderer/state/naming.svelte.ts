/** What the dialog asks a name for. */
export interface Naming {
  readonly title: string;
  readonly name: string;
  /** A note can be written, too. */
  readonly note?: string;
  readonly act: string;
  /** What another name would lead to besides: said before it is done, with what the button is called then. */
  readonly warn?: (name: string) => { readonly sentence: string; readonly act: string } | null;
  readonly run: (name: string, note: string) => Promise<unknown>;
}

/** Asks for a name, in one dialog for all that have one. */
export class Namings {
  #asked = $state.raw<Naming | null>(null);

  get asked(): Naming | null {
    return this.#asked;
  }

  ask(naming: Naming): void {
    this.#asked = naming;
  }

  close(): void {
    this.#asked = null;
  }
}
