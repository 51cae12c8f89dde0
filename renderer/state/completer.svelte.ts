import { completions, type Completion } from '../../shared/query/query.ts';
import type { Link } from './link.svelte.ts';

const pause = 80;
const mostShown = 8;
const mostKept = 200;

interface Asked {
  readonly field: string;
  readonly typed: string;
}

/** What may be meant at the caret of a query, with values that the index knows. */
export class Completer {
  #items = $state.raw<readonly Completion[]>([]);
  #active = $state(-1);
  readonly #link: Link;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen shows it
  readonly #known = new Map<string, readonly string[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort = new AbortController();

  constructor(link: Link) {
    this.#link = link;
  }

  get items(): readonly Completion[] {
    return this.#items;
  }

  /** The item that Enter would take; -1 while none is picked. */
  get active(): number {
    return this.#active;
  }

  get chosen(): Completion | undefined {
    return this.#items[this.#active];
  }

  suggest(text: string, caret: number): void {
    this.close();
    const asked = this.#offer(text, caret);
    if (asked && !this.#known.has(keyOf(asked))) {
      this.#timer = setTimeout(() => void this.#fetch(asked, text, caret), asked.typed === '' ? 0 : pause);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#items = [];
    this.#active = -1;
  }

  /** Round in a circle, with a stop at "none picked". */
  move(steps: 1 | -1): void {
    const places = this.#items.length + 1;
    this.#active = ((this.#active + 1 + steps + places) % places) - 1;
  }

  /** Shows what is known by now, and tells what would have to be asked for. */
  #offer(text: string, caret: number): Asked | null {
    let asked: Asked | null = null;
    const items = completions(text, caret, (field, typed) => {
      asked = { field, typed };
      return this.#known.get(keyOf(asked)) ?? this.#similar(asked);
    });
    // One letter is the beginning of too many words that are no operator.
    this.#items = items.filter(({ start, label }) => caret - start > 1 || !label.endsWith(':')).slice(0, mostShown);
    return asked;
  }

  /** What an earlier answer has to offer while the present one is under way. */
  #similar({ field, typed }: Asked): readonly string[] {
    const all = this.#known.get(keyOf({ field, typed: '' })) ?? [];
    return all.filter((value) => value.toLowerCase().includes(typed.toLowerCase()));
  }

  async #fetch(asked: Asked, text: string, caret: number): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const answer = await this.#link.call('search.values', asked, { signal }).catch(() => null);
    if (!answer || signal.aborted) return;
    if (this.#known.size >= mostKept) this.#known.clear();
    this.#known.set(keyOf(asked), answer.values);
    const picked = this.chosen?.insert;
    this.#offer(text, caret);
    this.#active = this.#items.findIndex(({ insert }) => insert === picked);
  }
}

const keyOf = ({ field, typed }: Asked) => `${field}:${typed}`;
