import type { Collection, CollectionItem } from '../../shared/library.ts';
import { isCancelled, messageOf } from '../lib/failure.ts';
import { moved } from '../lib/order.ts';
import { throttled } from '../lib/throttle.ts';
import type { Changes } from './changes.svelte.ts';
import type { Link } from './link.svelte.ts';

const pause = 250;

/** The collection that is listed: its items in their order, and the selected one. */
export class OpenCollection {
  #collection = $state.raw<Collection | null>(null);
  #items = $state.raw<readonly CollectionItem[]>([]);
  #error = $state<string | null>(null);
  #selected = $state<number | null>(null);
  readonly #link: Link;
  readonly #changes: Changes;
  #id: number | null = null;
  #abort = new AbortController();
  /** Changes of order under way: what the library says meanwhile is older than what is shown. */
  #arranging = 0;

  constructor(link: Link, changes: Changes) {
    this.#link = link;
    this.#changes = changes;
    const refresh = throttled(() => this.reload(), pause);
    link.on('library.changed', refresh);
    link.on('sessions.changed', refresh);
    link.onBack(refresh);
  }

  get collection(): Collection | null {
    return this.#collection;
  }

  get items(): readonly CollectionItem[] {
    return this.#items;
  }

  get error(): string | null {
    return this.#error;
  }

  /** The selected item's place; -1 for none. */
  get active(): number {
    return this.#items.findIndex(({ id }) => id === this.#selected);
  }

  get selected(): CollectionItem | undefined {
    return this.#items[this.active];
  }

  async show(id: number | null): Promise<void> {
    if (id === this.#id) return;
    this.#id = id;
    this.#collection = null;
    this.#items = [];
    this.#error = null;
    this.#selected = null;
    await this.reload();
  }

  async reload(): Promise<void> {
    const id = this.#id;
    if (id === null || this.#arranging > 0) return;
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    try {
      const { collection, items } = await this.#link.call('collections.open', { id }, { signal });
      if (this.#arranging > 0 || signal.aborted) return;
      this.#collection = collection;
      this.#items = items;
      this.#error = null;
    } catch (error) {
      if (isCancelled(error)) return;
      this.#collection = null;
      this.#error = messageOf(error);
    }
  }

  select({ id }: CollectionItem): void {
    this.#selected = id;
  }

  step(steps: number): CollectionItem | undefined {
    const item = this.#items[Math.max(0, Math.min(this.#items.length - 1, this.active + steps))];
    if (item) this.select(item);
    return item;
  }

  /** Takes an item from where it is to another place. */
  async move(from: number, to: number): Promise<void> {
    const order = moved(this.#items, from, to);
    if (order !== this.#items) await this.#arrange(order, 'Order changed');
  }

  /** Takes an item out; the selection goes to the next. */
  async remove(item: CollectionItem): Promise<void> {
    const at = this.#items.indexOf(item);
    this.#selected = (this.#items[at + 1] ?? this.#items[at - 1])?.id ?? null;
    await this.#arrange(
      this.#items.filter((one) => one !== item),
      'Removed from the collection',
    );
  }

  async #arrange(order: readonly CollectionItem[], done: string): Promise<void> {
    const id = this.#id;
    if (id === null) return;
    this.#items = order;
    this.#arranging += 1;
    await this.#changes.make({
      work: () => this.#link.call('collections.arrange', { id, items: order.map((item) => item.id) }),
      done,
      failed: 'The collection was not changed',
    });
    this.#arranging -= 1;
    await this.reload();
  }
}
