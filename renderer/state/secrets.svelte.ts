import { SvelteMap } from 'svelte/reactivity';
import type { Finding, ScanState, Secret } from '../../shared/secrets.ts';
import { isCancelled, messageOf } from '../lib/failure.ts';
import { secretKey, secretRows, type Places, type SecretRow } from '../lib/secret-rows.ts';
import { throttled } from '../lib/throttle.ts';
import type { Link } from './link.svelte.ts';

const pageSize = 1000;
const placesAtOnce = 100;

/** The secrets that were found: how the scan stands, the values, and the places of those that are unfolded. */
export class Secrets {
  #state = $state.raw<ScanState | null>(null);
  #count = $state<number | null>(null);
  #items = $state.raw<readonly Secret[] | null>(null);
  #error = $state<string | null>(null);
  #possible = $state(false);
  #ignored = $state(false);
  #selected = $state<string | null>(null);
  readonly #unfolded = new SvelteMap<string, Places>();
  readonly #rows = $derived(secretRows(this.#items ?? [], this.#unfolded));
  readonly #active = $derived(this.#rows.findIndex(({ key }) => key === this.#selected));
  readonly #link: Link;
  #abort = new AbortController();

  constructor(link: Link) {
    this.#link = link;
    const refresh = throttled(() => this.#refresh(), 1_000);
    link.on('secrets.state', (state) => (this.#state = state));
    link.on('secrets.changed', ({ values }) => {
      this.#count = values;
      refresh();
    });
    link.onBack(() => void this.follow());
  }

  /** How the scan stands; null until that is known. */
  get state(): ScanState | null {
    return this.#state;
  }

  /** How many values are certain or likely, and not ignored; null until that is known. */
  get count(): number | null {
    return this.#count;
  }

  /** Null until they have come. */
  get items(): readonly Secret[] | null {
    return this.#items;
  }

  get rows(): readonly SecretRow[] {
    return this.#rows;
  }

  get error(): string | null {
    return this.#error;
  }

  /** Whether values that merely look random are listed, too. */
  get possible(): boolean {
    return this.#possible;
  }

  set possible(possible: boolean) {
    this.#possible = possible;
    void this.load();
  }

  /** Whether values are listed that somebody said to be none. */
  get ignored(): boolean {
    return this.#ignored;
  }

  set ignored(ignored: boolean) {
    this.#ignored = ignored;
    void this.load();
  }

  get active(): number {
    return this.#active;
  }

  /** The value that the selected row is about. */
  get current(): Secret | null {
    const row = this.#rows[this.active];
    return !row || row.kind === 'provider' ? null : row.secret;
  }

  select(key: string | null): void {
    this.#selected = key;
  }

  /** The row so many steps further on, now selected; providers are passed over. */
  step(steps: number): SecretRow | undefined {
    const rows = this.#rows.filter(({ kind }) => kind !== 'provider');
    const from = rows.findIndex(({ key }) => key === this.#selected);
    const row = rows[Math.max(0, Math.min(rows.length - 1, from + steps))];
    if (row) this.#selected = row.key;
    return row;
  }

  /** Learns how the scan stands and how many there are. */
  async follow(): Promise<void> {
    const [state, list] = await Promise.all([
      this.#link.call('secrets.state', {}).catch(() => null),
      this.#link.call('secrets.list', { limit: 1 }).catch(() => null),
    ]);
    this.#state = state ?? this.#state;
    this.#count = list?.total ?? this.#count;
    if (this.#items) await this.load();
  }

  async scan(): Promise<void> {
    try {
      this.#state = await this.#link.call('secrets.scan', {});
      await this.follow();
    } catch (error) {
      if (!isCancelled(error)) this.#error = messageOf(error);
    }
  }

  async load(): Promise<void> {
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    try {
      const items = await this.#all(signal);
      if (signal.aborted) return;
      this.#items = items;
      this.#error = null;
      await this.#loadPlacesAgain();
    } catch (error) {
      if (!isCancelled(error) && !signal.aborted) this.#error = messageOf(error);
    }
  }

  /** Shows the places of a value, or no longer. */
  toggle({ fingerprint }: Secret): void {
    if (this.#unfolded.delete(fingerprint)) this.#selected = secretKey(fingerprint);
    else void this.more(fingerprint);
  }

  /** Fetches more places of a value. */
  async more(fingerprint: string): Promise<void> {
    const known = this.#unfolded.get(fingerprint)?.findings ?? [];
    await this.#loadPlaces(fingerprint, known, placesAtOnce);
  }

  async ignore({ fingerprint }: Secret, ignored: boolean): Promise<void> {
    await this.#link.call('secrets.ignore', { fingerprint, ignored });
    await this.follow();
  }

  /** Every session that holds a value. */
  async sessionsWith(fingerprint: string): Promise<string[]> {
    const findings = await this.#places(fingerprint, pageSize, 0);
    const sessions = new Set(findings.findings.map(({ session }) => session)); // eslint-disable-line svelte/prefer-svelte-reactivity -- a local one
    for (let offset = pageSize; offset < findings.total; offset += pageSize) {
      for (const { session } of (await this.#places(fingerprint, pageSize, offset)).findings) sessions.add(session);
    }
    return [...sessions].filter((session) => session !== ''); // a paste is nobody's
  }

  async #refresh(): Promise<void> {
    if (this.#items) await this.load();
  }

  async #all(signal: AbortSignal): Promise<Secret[]> {
    const which = { possible: this.#possible, ignored: this.#ignored, limit: pageSize };
    const items: Secret[] = [];
    for (;;) {
      const { total, secrets } = await this.#link.call('secrets.list', { ...which, offset: items.length }, { signal });
      items.push(...secrets);
      if (secrets.length === 0 || items.length >= total) return items;
    }
  }

  async #loadPlacesAgain(): Promise<void> {
    for (const [fingerprint, { findings }] of this.#unfolded) {
      if (this.#items?.some((secret) => secret.fingerprint === fingerprint)) {
        await this.#loadPlaces(fingerprint, [], Math.max(placesAtOnce, findings.length));
      } else this.#unfolded.delete(fingerprint);
    }
  }

  async #loadPlaces(fingerprint: string, known: readonly Finding[], limit: number): Promise<void> {
    const before = this.#unfolded.get(fingerprint) ?? { findings: known, total: known.length, error: null };
    this.#unfolded.set(fingerprint, { ...before, busy: true, error: null });
    try {
      const { total, findings } = await this.#places(fingerprint, Math.min(limit, pageSize), known.length);
      if (!this.#unfolded.has(fingerprint)) return;
      this.#unfolded.set(fingerprint, { findings: [...known, ...findings], total, busy: false, error: null });
    } catch (error) {
      this.#unfolded.set(fingerprint, { ...before, busy: false, error: messageOf(error) });
    }
  }

  #places(fingerprint: string, limit: number, offset: number): Promise<{ total: number; findings: Finding[] }> {
    return this.#link.call('secrets.findings', { fingerprint, possible: true, limit, offset });
  }
}
