import type { Facets } from '../../shared/schemas.ts';
import { isCancelled, messageOf } from '../lib/failure.ts';
import { expand } from './expand.ts';
import type { Link } from './link.svelte.ts';
import { Results, type Stage } from './results.svelte.ts';

const keystroke = 40;
const rest = 350;
const pageSize = 100;
const mostAtOnce = 1000;
const keptQueries = 20;

/** The running search. What was found last stays until the next answer is there. */
export class Search {
  #query = $state('');
  #results = $state.raw<Results | null>(null);
  #facets = $state.raw<Facets | null>(null);
  #error = $state<string | null>(null);
  #rested = $state(false);
  readonly #link: Link;
  readonly #openKey: (results: Results) => string | null;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen shows it
  readonly #kept = new Map<string, Results>();
  #then: (() => void) | undefined;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #asking: AbortController | null = null;
  #counting = new AbortController();

  /** `openKey` tells which row is what the transcript shows: it is then the selected one. */
  constructor(link: Link, openKey: (results: Results) => string | null) {
    this.#link = link;
    this.#openKey = openKey;
  }

  get results(): Results | null {
    return this.#results;
  }

  get error(): string | null {
    return this.#error;
  }

  /** How the hits spread; of the query before, until this one has been counted. */
  get facets(): Facets | null {
    return this.#results?.facets ?? this.#facets;
  }

  /** Whether what is shown belongs to an earlier query. */
  get stale(): boolean {
    return this.#results !== null && this.#results.query !== this.#query;
  }

  /** Whether the typing has come to rest. */
  get rested(): boolean {
    return this.#rested;
  }

  run(query: string): void {
    this.#stop();
    this.#query = query;
    this.#error = null;
    this.#rested = query === '';
    const known = this.#kept.get(query);
    if (known || query === '') this.#show(known ?? null);
    if (query === '') this.#facets = null;
    else {
      if (!known) this.#timers.push(setTimeout(() => void this.#ask('typing'), keystroke));
      this.#timers.push(setTimeout(() => this.#pause(), rest));
    }
  }

  /** Ranks all there is, then acts on it. */
  commit(act: () => void): void {
    this.#stop();
    this.#rested = true;
    this.#then = act;
    if (!this.stale && this.#results?.stage === 'full') this.#settle();
    else void this.#ask('full');
  }

  retry(): void {
    this.#kept.delete(this.#query);
    this.run(this.#query);
  }

  /** The index has changed: asks again for as much as is shown, in place. */
  refresh(): void {
    this.#kept.clear();
    const results = this.#results;
    if (!results || this.stale || this.#asking || !this.#rested) return;
    this.#kept.set(results.query, results);
    void this.#ask(results.stage, 0, Math.min(mostAtOnce, Math.max(pageSize, results.fetched)));
  }

  async more(): Promise<void> {
    const results = this.#results;
    if (results && !this.stale && !results.ended && !this.#asking) await this.#ask(results.stage, results.fetched);
  }

  async expand(session: string): Promise<void> {
    if (!this.#results) return;
    await expand(this.#link, this.#results, session).catch((error: unknown) => (this.#error = messageOf(error)));
  }

  /** Selects what the transcript shows, where it is among the rows. */
  follow(): void {
    const key = this.#results && this.#openKey(this.#results);
    if (key) this.#results?.select(key);
  }

  #pause(): void {
    this.#rested = true;
    const results = this.#results;
    if (!results || this.stale || results.stage === 'typing') void this.#ask('pause');
    else if (!results.facets) void this.#count(results);
  }

  async #ask(stage: Stage, offset = 0, limit = pageSize): Promise<void> {
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    const query = this.#query;
    try {
      const found = await this.#link.call('search.run', { query, stage, limit, offset }, { signal });
      this.#error = null;
      const results = this.stale ? null : this.#results;
      if (!results) this.#show(new Results(query, found, stage));
      else if (offset > 0) results.append(found);
      else results.replace(found, stage);
      if (stage !== 'typing' && offset === 0 && this.#results) void this.#count(this.#results);
    } catch (error) {
      if (isCancelled(error)) return;
      this.#error = messageOf(error);
      this.#then = undefined;
    }
    this.#asking = null;
    this.#settle();
  }

  async #count(results: Results): Promise<void> {
    const { signal } = this.#counting;
    const facets = await this.#link.call('search.facets', { query: results.query }, { signal }).catch(() => null);
    if (!facets || signal.aborted) return; // without numbers the results still stand
    results.facets = facets;
    this.#facets = facets;
  }

  #show(results: Results | null): void {
    this.#results = results;
    if (!results) return;
    this.#kept.delete(results.query);
    this.#kept.set(results.query, results);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptQueries && oldest !== undefined) this.#kept.delete(oldest);
    this.follow();
  }

  #settle(): void {
    const act = this.#then;
    this.#then = undefined;
    act?.();
  }

  #stop(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    this.#asking?.abort();
    this.#asking = null;
    this.#counting.abort();
    this.#counting = new AbortController();
    this.#then = undefined;
  }
}
