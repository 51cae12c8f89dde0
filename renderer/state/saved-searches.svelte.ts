import { SvelteMap } from 'svelte/reactivity';
import type { SavedSearch } from '../../shared/library.ts';
import { throttled } from '../lib/throttle.ts';
import type { Changes } from './changes.svelte.ts';
import { Kept } from './kept.svelte.ts';
import type { Link } from './link.svelte.ts';

/** Counts are for a glance: a busy index must not be searched all the time for them. */
const pause = 15_000;

/** Searches worth doing again, and how much those with a badge find now. */
export class SavedSearches extends Kept<SavedSearch> {
  readonly #counts = new SvelteMap<string, number>();
  readonly #link: Link;
  readonly #changes: Changes;
  readonly #recount = throttled(() => this.#count(this.#badges()), pause);

  constructor(link: Link, changes: Changes) {
    super(link, async () => (await link.call('searches.list', {})).searches);
    this.#link = link;
    this.#changes = changes;
    link.on('sessions.changed', this.#recount);
  }

  override async load(): Promise<void> {
    await super.load();
    await this.#count(this.#badges().filter((query) => !this.#counts.has(query)));
  }

  /** How much it finds; null where that is not shown, or not known yet. */
  countOf({ query, badge }: SavedSearch): number | null {
    return badge ? (this.#counts.get(query) ?? null) : null;
  }

  find(query: string): SavedSearch | undefined {
    return this.items.find((search) => search.query === query.trim());
  }

  async save(name: string, query: string): Promise<void> {
    await this.#save(
      { name, query: query.trim(), badge: false },
      `Search saved as “${name}”`,
      'The search was not saved',
    );
  }

  async rename(search: SavedSearch, name: string): Promise<void> {
    await this.#save({ ...search, name }, `“${search.name}” is now “${name}”`, 'The search was not renamed');
  }

  async toggleBadge(search: SavedSearch): Promise<void> {
    const badge = !search.badge;
    await this.#save({ ...search, badge }, badge ? 'Its count is shown' : 'Its count is hidden', 'Not changed');
  }

  async remove({ id, name }: SavedSearch): Promise<void> {
    await this.#changes.make({
      work: () => this.#link.call('searches.remove', { id }),
      done: `Saved search “${name}” removed`,
      failed: 'The saved search was not removed',
    });
  }

  async #save(search: Omit<SavedSearch, 'id'> & { id?: number }, done: string, failed: string): Promise<void> {
    await this.#changes.make({ work: () => this.#link.call('searches.save', search), done, failed });
  }

  #badges(): string[] {
    return this.items.flatMap(({ badge, query }) => (badge ? query : []));
  }

  /** One after another: no keystroke of a running search waits behind several of these. */
  async #count(queries: readonly string[]): Promise<void> {
    for (const query of queries) {
      const found = await this.#link.call('search.run', { query, stage: 'full', limit: 1 }).catch(() => null);
      if (found) this.#counts.set(query, found.total);
    }
  }
}
