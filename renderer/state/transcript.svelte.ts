import { SvelteSet } from 'svelte/reactivity';
import type { Session, Transcript as Opened } from '../../shared/schemas.ts';
import type { Outline } from '../../shared/outline.ts';
import { groupKey, inBranch, isPrompt, layout, type Layout, type Row } from '../lib/rows.ts';
import { shapeOf, type Shape } from '../lib/shape.ts';
import { DetailStore } from './detail-store.svelte.ts';
import { EntryStore, firstFetch } from './entry-store.svelte.ts';
import type { Link } from './link.svelte.ts';
import type { Reading } from './reading.svelte.ts';

type File = Opened['files'][number];

/** Entries that are fetched with the outline, so that the first screen needs no second question. */
const firstEntries = 80;
const before = 20;

/** One opened transcript file: how it is laid out, and what of it was fetched. */
export class Transcript {
  #opened = $state.raw() as Opened;
  #shape = $state.raw() as Shape;
  #branch = $state(0);
  readonly #layout: Layout;
  readonly #link: Link;
  readonly #reading: Reading;
  readonly file: File;
  readonly entries: EntryStore;
  readonly details: DetailStore;
  /** Positions whose folded part is open, and those whose text is shown to its end. */
  readonly unfolded = new SvelteSet<number>();
  readonly whole = new SvelteSet<number>();
  /** Position where the reader was last. */
  top = 0;
  /** The position that is pointed out for a moment; -1: none. */
  flashed = $state(-1);

  private constructor(link: Link, reading: Reading, opened: Opened, outline: Outline, entries: EntryStore, file: File) {
    this.#link = link;
    this.#reading = reading;
    this.file = file;
    this.#opened = opened;
    this.#shape = shapeOf(outline);
    this.entries = entries;
    this.details = new DetailStore(link, { session: opened.session.ref, file: file.file });
    this.#layout = $derived(layout(this.#shape, reading.mode, this.#branch));
  }

  static async open(
    link: Link,
    reading: Reading,
    ref: string,
    file: string | null,
    position: number,
    signal?: AbortSignal,
  ): Promise<Transcript> {
    const context = signal ? { signal } : {};
    const one = { session: ref, ...(file === null ? {} : { file }) };
    const page = { offset: Math.max(0, position - before), limit: firstEntries, most: firstFetch };
    const [opened, outline, { entries }] = await Promise.all([
      link.call('sessions.open', { session: ref }, context),
      link.call('sessions.outline', one, context),
      link.call('sessions.entries', { ...one, ...page }, context),
    ]);
    const chosen = opened.files.find((candidate) => candidate.file === file) ??
      opened.files[0] ?? { file: opened.session.file, agent: null, agentType: null, task: null, entries: 0 };
    const store = new EntryStore(link, { session: opened.session.ref, file: chosen.file }, entries);
    return new Transcript(link, reading, opened, outline, store, chosen);
  }

  get session(): Session {
    return this.#opened.session;
  }

  get opened(): Opened {
    return this.#opened;
  }

  get files(): readonly File[] {
    return this.#opened.files;
  }

  get shape(): Shape {
    return this.#shape;
  }

  get total(): number {
    return this.#shape.total;
  }

  get rows(): readonly Row[] {
    return this.#layout.rows;
  }

  get isMain(): boolean {
    return this.file.file === this.files[0]?.file;
  }

  /** The version of the conversation on show: 0 as it stands, others as a rewind left them. */
  get branch(): number {
    return this.#branch;
  }

  set branch(branch: number) {
    this.#branch = branch;
  }

  /** Whether a position, or the result of the call there, is pointed out. */
  isFlashed(position: number): boolean {
    return this.flashed === position || (this.flashed >= 0 && this.#shape.call(this.flashed) === position);
  }

  rowOf(position: number): number {
    return this.#layout.rowOf(position);
  }

  /** Makes a position visible: in its branch, and unfolded. */
  reveal(position: number, unfold: boolean): void {
    if (!inBranch(this.#shape, this.#branch, position)) this.#branch = this.#shape.branch(position);
    if (!unfold) return;
    if (!this.#layout.shows(position)) this.#reading.mode = 'everything';
    const row = this.rows[this.rowOf(position)];
    if (!row) return;
    if (row.parts.length > 0) this.unfolded.add(groupKey(row));
    this.unfolded.add(this.#shape.call(position) ?? position);
    this.whole.add(position);
  }

  toggle(position: number): void {
    if (!this.unfolded.delete(position)) this.unfolded.add(position);
  }

  /** Sees to it that the rows from one index to another can be shown. */
  fetchRows(from: number, to: number, signal?: AbortSignal): Promise<void> {
    const rows = this.rows.slice(Math.max(0, from), Math.max(0, to + 1));
    return this.entries.fetch(
      rows.flatMap(({ position, parts }) => (parts.length > 0 ? [] : [position])),
      signal,
    );
  }

  /** The next prompt on show after a position, or the last one before it. */
  prompt(from: number, direction: 1 | -1): number | null {
    for (let at = this.rowOf(from) + direction; at >= 0 && at < this.rows.length; at += direction) {
      const row = this.rows[at];
      if (row?.what === 'entry' && isPrompt(this.#shape.kind(row.position))) return row.position;
    }
    return null;
  }

  /** Takes in what was written since. Where the transcript only grew, all that was fetched stays. */
  async refresh(): Promise<void> {
    const { ref } = this.session;
    const opened = await this.#link.call('sessions.open', { session: ref });
    const entries = opened.files.find(({ file }) => file === this.file.file)?.entries ?? this.total;
    const shape =
      entries === this.total
        ? this.#shape
        : shapeOf(await this.#link.call('sessions.outline', { session: ref, file: this.file.file }));
    const known = this.#shape;
    this.#opened = opened;
    if (shape === known) return;
    const grew = shape.outline.kinds.startsWith(known.outline.kinds);
    if (!grew) {
      this.entries.clear();
      this.details.clear();
    } else this.details.forget(answeredSince(known, shape));
    this.#shape = shape;
  }
}

function answeredSince(known: Shape, now: Shape): number[] {
  const calls: number[] = [];
  for (let position = known.total; position < now.total; position += 1) {
    const call = now.call(position);
    if (call !== undefined && call < known.total) calls.push(call);
  }
  return calls;
}
