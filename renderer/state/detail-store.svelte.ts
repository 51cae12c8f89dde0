import { SvelteMap } from 'svelte/reactivity';
import { largestPart, usualPart, type Detail } from '../../shared/detail.ts';
import type { TranscriptName } from './entry-store.svelte.ts';
import type { Link } from './link.svelte.ts';

const gathering = 15;
const perCall = 100;
const mostKept = 3_000;

/** What records say beyond their text: glances for the lines on screen, whole bodies for what is unfolded. */
export class DetailStore {
  readonly #glances = new SvelteMap<number, Detail | null>();
  readonly #bodies = new SvelteMap<number, Detail | null>();
  readonly #wanted = new Set<number>(); // eslint-disable-line svelte/prefer-svelte-reactivity -- nothing on screen shows it
  readonly #link: Link;
  readonly #name: TranscriptName;
  #gathering = false;

  constructor(link: Link, name: TranscriptName) {
    this.#link = link;
    this.#name = name;
  }

  /** Undefined while nobody knows; null where the transcript no longer tells. */
  glance(position: number): Detail | null | undefined {
    return this.#bodies.get(position) ?? this.#glances.get(position);
  }

  body(position: number): Detail | null | undefined {
    return this.#bodies.get(position);
  }

  /** For a line that came on screen; the returned function takes it back when the line goes. */
  want(position: number): () => void {
    if (this.#glances.has(position)) return () => undefined;
    this.#wanted.add(position);
    this.#gather();
    return () => this.#wanted.delete(position);
  }

  async unfold(position: number, all = false): Promise<void> {
    const most = all ? largestPart : usualPart;
    const input = { ...this.#name, positions: [position], full: true, most };
    const { details } = await this.#link.call('sessions.details', input);
    this.#bodies.set(position, details[0] ?? null);
  }

  /** Results came in for these calls: what was known of them is old. */
  forget(positions: Iterable<number>): void {
    for (const position of positions) {
      this.#glances.delete(position);
      if (this.#bodies.has(position)) void this.unfold(position).catch(() => {});
      else void this.want(position);
    }
  }

  clear(): void {
    this.#glances.clear();
    this.#bodies.clear();
  }

  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    setTimeout(() => void this.#fetchWanted(), gathering);
  }

  async #fetchWanted(): Promise<void> {
    this.#gathering = false;
    const positions = [...this.#wanted].slice(0, perCall);
    for (const position of positions) this.#wanted.delete(position);
    if (this.#wanted.size > 0) this.#gather();
    if (positions.length === 0) return;
    if (this.#glances.size > mostKept) this.#glances.clear();
    // A glance that cannot be had is no loss worth a word: the line shows the text instead.
    const found = await this.#link.call('sessions.details', { ...this.#name, positions }).catch(() => null);
    if (!found) return;
    const known = new Map(found.details.map((detail) => [detail.position, detail])); // eslint-disable-line svelte/prefer-svelte-reactivity -- a local one
    for (const position of positions) this.#glances.set(position, known.get(position) ?? null);
  }
}
