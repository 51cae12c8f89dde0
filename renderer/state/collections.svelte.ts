import type { Collection, Spot } from '../../shared/library.ts';
import { counted } from '../lib/format.ts';
import type { Changes } from './changes.svelte.ts';
import { Kept } from './kept.svelte.ts';
import type { Link } from './link.svelte.ts';

/** Collections: places put together by hand, in an order of their own. */
export class Collections extends Kept<Collection> {
  /** What is about to be put into one; null while nothing is. */
  adding = $state.raw<readonly Spot[] | null>(null);
  readonly #link: Link;
  readonly #changes: Changes;

  constructor(link: Link, changes: Changes) {
    super(link, async () => (await link.call('collections.list', {})).collections);
    this.#link = link;
    this.#changes = changes;
  }

  async create(name: string): Promise<Collection | null> {
    return this.#changes.make({
      work: () => this.#link.call('collections.save', { name }),
      done: `Collection “${name}” made`,
      failed: 'The collection was not made',
    });
  }

  async add({ id, name }: Collection, spots: readonly Spot[]): Promise<void> {
    await this.#changes.make({
      work: () => this.#link.call('collections.add', { id, spots: [...spots] }),
      done: spots.length === 1 ? `Added to “${name}”` : `${counted(spots.length, 'item')} added to “${name}”`,
      failed: `Not added to “${name}”`,
    });
  }

  async change({ id }: Collection, words: { name: string; note: string }): Promise<void> {
    await this.#changes.make({
      work: () => this.#link.call('collections.save', { id, ...words }),
      done: 'Collection changed',
      failed: 'The collection was not changed',
    });
  }

  async remove({ id, name }: Collection): Promise<void> {
    await this.#changes.make({
      work: () => this.#link.call('collections.remove', { id }),
      done: `Collection “${name}” removed`,
      failed: 'The collection was not removed',
    });
  }
}
