import { format, parse, type Place } from '../lib/route.ts';

interface Mark {
  /** How many steps into this window's history. */
  readonly step: number;
}

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' && value !== null && 'step' in value && typeof value.step === 'number';

/** The window's place, kept in the address. */
export class Route {
  #place = $state.raw<Place>(parse(location.hash));
  #step = $state(0);
  #last = $state(0);
  #arrival = $state.raw({ flash: false });

  constructor() {
    if (isMark(history.state)) {
      this.#step = history.state.step;
      this.#last = Math.max(this.#step, Number(sessionStorage.getItem('turnstone.steps')) || 0);
    } else history.replaceState({ step: 0 } satisfies Mark, '');
    window.addEventListener('popstate', ({ state }) => this.#moved(state));
  }

  get place(): Place {
    return this.#place;
  }

  /** Changes whenever the transcript should be put at `place.position`: a new object for each arrival. */
  get arrival(): { readonly flash: boolean } {
    return this.#arrival;
  }

  get canGoBack(): boolean {
    return this.#step > 0;
  }

  get canGoForward(): boolean {
    return this.#step < this.#last;
  }

  /** Changes part of the place. `replace` keeps steps that nobody would want to go back through out of the history. */
  go(change: Partial<Place>, { replace = false, flash = false } = {}): void {
    const next = { ...this.#place, ...change };
    const address = format(next);
    if (!replace && address !== format(this.#place)) {
      this.#step += 1;
      this.#last = this.#step;
      this.#mark();
      history.pushState({ step: this.#step } satisfies Mark, '', address);
    } else history.replaceState({ step: this.#step } satisfies Mark, '', address);
    this.#place = next;
    if ('session' in change || 'position' in change) this.#arrival = { flash };
  }

  /** Writes down how far the reader has come, without going anywhere. */
  note(position: number): void {
    if (this.#place.session === null) return;
    this.#place = { ...this.#place, position };
    history.replaceState({ step: this.#step } satisfies Mark, '', format(this.#place));
  }

  href(change: Partial<Place>): string {
    return format({ ...this.#place, ...change });
  }

  #moved(state: unknown): void {
    if (isMark(state)) this.#step = state.step;
    else {
      // A link was followed or an address typed: the browser made the step, it only lacks our mark.
      this.#step += 1;
      this.#last = this.#step;
      this.#mark();
      history.replaceState({ step: this.#step } satisfies Mark, '');
    }
    const next = parse(location.hash);
    const { session, file, position } = this.#place;
    this.#place = next;
    if (next.session !== session || next.file !== file || next.position !== position) this.#arrival = { flash: false };
  }

  #mark(): void {
    sessionStorage.setItem('turnstone.steps', String(this.#last));
  }
}
