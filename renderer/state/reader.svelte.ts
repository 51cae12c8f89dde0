import { isCancelled, messageOf } from '../lib/failure.ts';
import type { Place } from '../lib/route.ts';
import type { Link } from './link.svelte.ts';
import { Reading } from './reading.svelte.ts';
import { Transcript } from './transcript.svelte.ts';

const keptOpen = 16;
/** Rows fetched on each side of the place before a transcript is shown. */
const around = 40;

/** Where the transcript is to be put; a new object each time. */
export interface Arrival {
  readonly position: number;
  readonly flash: boolean;
}

const keyOf = (session: string, file: string | null) => `${session}\n${file ?? ''}`;

/** The transcript pane: what is open, and the last few that were, with their folds and places. */
export class Reader {
  #current = $state.raw<Transcript | null>(null);
  #arrival = $state.raw<Arrival>({ position: 0, flash: false });
  #pending = $state<string | null>(null);
  #error = $state<string | null>(null);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen shows it
  readonly #recent = new Map<string, Transcript>();
  readonly #link: Link;
  readonly reading = new Reading();
  #abort = new AbortController();
  #place: Place | null = null;

  constructor(link: Link) {
    this.#link = link;
    link.on('purge.done', () => this.#forget());
    link.on('sessions.changed', ({ sessions }) => {
      if (this.#current && sessions.includes(this.#current.session.ref)) void this.refresh();
    });
  }

  get current(): Transcript | null {
    return this.#current;
  }

  get arrival(): Arrival {
    return this.#arrival;
  }

  /** The session being opened. What was open stays on screen meanwhile. */
  get pending(): string | null {
    return this.#pending;
  }

  get error(): string | null {
    return this.#error;
  }

  async open(place: Place, flash: boolean): Promise<void> {
    const { session, file, position } = place;
    this.#place = place;
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    this.#error = null;
    if (session === null) return this.#show(null);
    const key = keyOf(session, file);
    const known = this.#recent.get(key);
    this.#pending = session;
    try {
      const at = position ?? known?.top ?? 0;
      const transcript = known ?? (await Transcript.open(this.#link, this.reading, session, file, at, signal));
      if (position !== null) transcript.reveal(position, flash);
      const row = transcript.rowOf(at);
      await transcript.fetchRows(row - around, row + around, signal);
      if (signal.aborted) return;
      this.#keep(key, transcript);
      this.#show(transcript, { position: at, flash });
      if (known) void known.refresh().catch(() => this.#recent.delete(key));
    } catch (error) {
      if (isCancelled(error) || signal.aborted) return;
      this.#recent.delete(key);
      this.#pending = null;
      this.#error = messageOf(error);
    }
  }

  /** Fetches the beginnings of sessions that may be next, until another one is opened. */
  async prefetch(sessions: readonly string[]): Promise<void> {
    const { signal } = this.#abort;
    for (const session of sessions) {
      const key = keyOf(session, null);
      if (this.#recent.has(key)) continue;
      const transcript = await Transcript.open(this.#link, this.reading, session, null, 0, signal).catch(() => null);
      if (transcript) this.#keep(key, transcript);
    }
  }

  /** Brings what is shown up to date. What cannot be fetched now stays as it is. */
  async refresh(): Promise<void> {
    await this.#current?.refresh().catch(() => {});
  }

  /** Something was erased: nothing of it may stay in memory, or on screen. */
  #forget(): void {
    this.#recent.clear();
    if (this.#place && this.#current) void this.open({ ...this.#place, position: this.#current.top }, false);
  }

  #show(transcript: Transcript | null, arrival: Arrival = { position: 0, flash: false }): void {
    this.#pending = null;
    this.#current = transcript;
    this.#arrival = arrival;
  }

  #keep(key: string, transcript: Transcript): void {
    this.#recent.delete(key);
    this.#recent.set(key, transcript);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > keptOpen && oldest !== undefined) this.#recent.delete(oldest);
  }
}
