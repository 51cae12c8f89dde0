import type { Tag, TagColour } from '../../shared/library.ts';
import { counted } from '../lib/format.ts';
import type { Changes } from './changes.svelte.ts';
import { Kept } from './kept.svelte.ts';
import type { Link } from './link.svelte.ts';

/** The tags there are, and what can be done to one. */
export class Tags extends Kept<Tag> {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew, never changed
  readonly #colours = $derived(new Map(this.items.map(({ name, colour }) => [name, colour])));
  readonly #link: Link;
  readonly #changes: Changes;

  constructor(link: Link, changes: Changes) {
    super(link, async () => (await link.call('tags.list', {})).tags);
    this.#link = link;
    this.#changes = changes;
  }

  colourOf(name: string): TagColour {
    return this.#colours.get(name) ?? 'grey';
  }

  find(name: string): Tag | undefined {
    return this.items.find((tag) => tag.name === name);
  }

  /** Where another tag has the name already, the two become one. */
  async rename({ name }: Tag, rename: string): Promise<void> {
    await this.#changes.make({
      work: () => this.#link.call('tags.change', { name, rename }),
      done: this.find(rename) ? `“${name}” merged into “${rename}”` : `“${name}” is now “${rename}”`,
      failed: 'The tag was not renamed',
    });
  }

  async recolour({ name }: Tag, colour: TagColour): Promise<void> {
    await this.#changes.make({
      work: () => this.#link.call('tags.change', { name, colour }),
      done: `“${name}” is now ${colour}`,
      failed: 'The tag’s colour was not changed',
    });
  }

  async remove({ name, bookmarks }: Tag): Promise<void> {
    await this.#changes.make({
      work: () => this.#link.call('tags.remove', { name }),
      done: `Tag “${name}” removed from ${counted(bookmarks, 'bookmark')}`,
      failed: 'The tag was not removed',
    });
  }
}
