import { SvelteMap } from 'svelte/reactivity';
import type { Facets, Hit, SearchResult } from '../../shared/schemas.ts';
import { hitKey, isChoosable, rowsOf, type Expansion, type ResultRow } from '../lib/result-rows.ts';
import type { ListPlace } from './list-place.ts';

export type Stage = 'typing' | 'pause' | 'full';

/** What one query found, how far it is unfolded, what is selected and where the list was scrolled to. */
export class Results {
  readonly query: string;
  readonly expansions = new SvelteMap<string, Expansion>();
  readonly place: ListPlace = { offset: 0 };
  #found = $state.raw() as SearchResult;
  #facets = $state.raw<Facets | null>(null);
  #allSessions = $state(false);
  #selected = $state<string | null>(null);
  readonly #rows = $derived(
    rowsOf({
      sessions: this.#found.sessions,
      allSessions: this.#allSessions,
      hits: this.#found.hits,
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew, never changed
      counts: new Map(this.#facets?.session.map(({ value, count }) => [value, count])),
      expansions: this.expansions,
    }),
  );
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew, never changed
  readonly #places = $derived(new Map(this.#rows.map(({ key }, index) => [key, index])));
  #stage: Stage;
  #fetched: number;
  #ended: boolean;
  /** Whether the reader picked the selected row, as opposed to it being what happens to be open. */
  chosen = false;

  constructor(query: string, found: SearchResult, stage: Stage) {
    this.query = query;
    this.#found = found;
    this.#stage = stage;
    this.#fetched = found.hits.length;
    this.#ended = isWhole(found, this.#fetched);
  }

  get found(): SearchResult {
    return this.#found;
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** How many hits have come, to ask for those behind them. */
  get fetched(): number {
    return this.#fetched;
  }

  /** Whether nothing more would come. */
  get ended(): boolean {
    return this.#ended;
  }

  get facets(): Facets | null {
    return this.#facets;
  }

  set facets(facets: Facets | null) {
    this.#facets = facets;
  }

  get rows(): readonly ResultRow[] {
    return this.#rows;
  }

  /** The selected row's place among the rows; -1 for none. */
  get active(): number {
    return this.indexOf(this.#selected);
  }

  indexOf(key: string | null): number {
    return key === null ? -1 : (this.#places.get(key) ?? -1);
  }

  /** Swaps the same query's better answer in. */
  replace(found: SearchResult, stage: Stage): void {
    this.#found = found;
    this.#stage = stage;
    this.#fetched = found.hits.length;
    this.#ended = isWhole(found, this.#fetched);
  }

  /** Adds a page. Ranking may have moved meanwhile, so that a hit comes twice: it is shown once. */
  append({ hits, total, exact }: SearchResult): void {
    const known = new Set(this.#found.hits.map(hitKey)); // eslint-disable-line svelte/prefer-svelte-reactivity -- a local one
    const fresh = hits.filter((hit) => !known.has(hitKey(hit)));
    this.#fetched += hits.length;
    this.#found = { ...this.#found, hits: [...this.#found.hits, ...fresh], total, exact };
    this.#ended = fresh.length === 0 || isWhole(this.#found, this.#fetched);
  }

  toggleSessions(): void {
    this.#allSessions = !this.#allSessions;
  }

  select(key: string): ResultRow | undefined {
    const row = this.#rows[this.indexOf(key)];
    if (row) this.#selected = key;
    return row;
  }

  /** The row `steps` further on among those that can be chosen, now selected; the first or last where there is none. */
  step(steps: number, counts: (row: ResultRow) => boolean = isChoosable): ResultRow | undefined {
    const rows = this.#rows.filter(counts);
    const here = this.active;
    const before = rows.findLastIndex(({ key }) => this.indexOf(key) <= here);
    const isAt = before >= 0 && this.indexOf(rows[before]?.key ?? null) === here;
    const from = steps < 0 && !isAt ? before + 1 : before;
    const row = rows[Math.max(0, Math.min(rows.length - 1, from + steps))];
    if (!row) return undefined;
    this.chosen = true;
    return this.select(row.key);
  }

  /** The first hit, or else the first session. */
  best(): ResultRow | undefined {
    return this.#rows.find(({ kind }) => kind === 'hit') ?? this.#rows.find(isChoosable);
  }

  selectHit(hit: Hit): void {
    this.select(hitKey(hit));
  }
}

const isWhole = ({ hits, total, exact }: SearchResult, fetched: number) =>
  hits.length === 0 || (exact && fetched >= total);
