import type { IndexReport, IndexState, Progress } from '../../shared/schemas.ts';
import type { Link } from './link.svelte.ts';

/** What the indexer is doing, and who wants to know when there is something new to show. */
export class Indexing {
  #state = $state.raw<IndexState>({ running: false, paused: false, progress: null, lastReport: null });
  #known = $state(false);
  readonly #link: Link;
  readonly #changed: (() => void)[] = [];

  constructor(link: Link) {
    this.#link = link;
    link.on('index.state', (state) => this.#take(state));
    link.onBack(() => void this.load());
  }

  get known(): boolean {
    return this.#known;
  }

  get running(): boolean {
    return this.#state.running;
  }

  get paused(): boolean {
    return this.#state.paused;
  }

  get progress(): Progress | null {
    return this.#state.running ? this.#state.progress : null;
  }

  get report(): IndexReport | null {
    return this.#state.lastReport;
  }

  async load(): Promise<void> {
    const state = await this.#link.call('index.state', {}).catch(() => null);
    if (state) this.#take(state);
  }

  async pause(paused: boolean): Promise<void> {
    const state = await this.#link.call('index.pause', { paused }).catch(() => null);
    if (state) this.#take(state);
  }

  onChanged(listener: () => void): void {
    this.#changed.push(listener);
  }

  #take(state: IndexState): void {
    const before = this.#state;
    this.#state = state;
    this.#known = true;
    const further = state.running && (state.progress?.done ?? 0) > (before.progress?.done ?? 0);
    const changed = !state.running && (state.lastReport?.changedFiles ?? 0) > 0;
    if (further || changed) for (const listener of this.#changed) listener();
  }
}
