import type { CallContext } from '../../../../shared/channel.ts';
import { cancelled, toWire } from '../../../../shared/errors.ts';
import type { IndexState } from '../../../../shared/schemas.ts';
import type { ScanState } from '../../../../shared/secrets.ts';
import { readSettings } from '../../library/settings.ts';
import type { WriterParts } from '../../parts.ts';
import { rootsFor } from '../../roots.ts';
import { fingerprintKey } from '../fingerprint.ts';
import { countValues } from '../counted.ts';
import { scanBeside, type FromScanner } from './beside.ts';
import { openFindings } from './store.ts';

/** After the index has come to rest, so that a conversation in full flow is not looked through line by line. */
const restMilliseconds = 2000;
const announceMilliseconds = 250;
const turnMilliseconds = 50;

/** Looks through everything that is new, one run at a time, and only while nothing is being indexed. */
export class Scan {
  readonly #parts: WriterParts;
  readonly #store;
  readonly #stopping = new AbortController();
  #background = new AbortController();
  #interrupting = new AbortController();
  #following = false;
  #indexing: Pick<IndexState, 'running' | 'paused'> = { running: false, paused: false };
  #running: Promise<ScanState> | undefined;
  #state: ScanState;
  #values: number;
  #timer: NodeJS.Timeout | undefined;
  #lastAnnounced = 0;
  #wake: () => void = () => undefined;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    const { index, library } = parts;
    const ignored = library.prepare('SELECT 1 FROM ignored_secret WHERE fingerprint = ?').pluck();
    this.#store = openFindings(index, (fingerprint) => ignored.get(fingerprint) !== undefined);
    const done = index.prepare('SELECT total(offset) FROM scanned').pluck().get() as number;
    this.#state = { running: false, done, total: done, unreadable: [] };
    this.#values = countValues(index);
  }

  get state(): ScanState {
    return this.#state;
  }

  /** Answers when everything has been looked through; whoever comes later waits for the same run. */
  run(context: CallContext): Promise<ScanState> {
    this.#running ??= this.#run(context).finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Runs whenever the index has come to rest. */
  follow(): void {
    this.#following = true;
    this.soon();
  }

  /** The settings or the files changed. */
  soon(): void {
    clearTimeout(this.#timer);
    const { scanSecrets } = readSettings(this.#parts.library);
    if (!scanSecrets || this.#indexing.paused) return this.#background.abort(cancelled());
    if (!this.#following || this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => this.#quietly(), restMilliseconds);
  }

  /** To be told of every change of the indexer's state. */
  indexing({ running, paused }: IndexState): void {
    const before = this.#indexing;
    this.#indexing = { running, paused };
    if (!running) this.#wake();
    if (before.running !== running || before.paused !== paused) this.soon();
  }

  /** Whoever is about to change files has them for himself. */
  interrupt(): void {
    this.#interrupting.abort(cancelled());
    this.#interrupting = new AbortController();
  }

  /** Says how many values there are, where that changed. */
  announceValues(): void {
    const values = countValues(this.#parts.index);
    if (values !== this.#values) this.#parts.announce('secrets.changed', { values });
    this.#values = values;
  }

  stop(): void {
    this.#following = false;
    clearTimeout(this.#timer);
    this.#stopping.abort(cancelled());
    this.#wake();
  }

  #quietly(): void {
    if (this.#indexing.running || this.#stopping.signal.aborted) return;
    this.#background = new AbortController();
    const { signal } = this.#background;
    this.run({ signal, progress: () => undefined }).catch((error: unknown) => {
      const { code, message } = toWire(error);
      if (code !== 'cancelled') console.error(`Looking for secrets stopped: ${message}`);
    });
  }

  async #run(context: CallContext): Promise<ScanState> {
    const signal = AbortSignal.any([context.signal, this.#stopping.signal, this.#interrupting.signal]);
    const { data, index, library } = this.#parts;
    const roots = rootsFor(index, data, readSettings(library).sources);
    const from = { dataDir: data.dataDir, roots, key: fingerprintKey(library) };
    const unreadable: ScanState['unreadable'] = [];
    const interrupt = () => this.#wake();
    signal.addEventListener('abort', interrupt);
    this.#update({ running: true, unreadable });
    try {
      await this.#turn(signal);
      for await (const message of scanBeside(data.scanner, from, (path, reason) => unreadable.push({ path, reason }))) {
        await this.#turn(signal);
        this.#take(message, unreadable);
        const { done, total } = this.#state;
        context.progress({ done, total, unit: 'bytes', remaining: null });
      }
      this.#update({ running: false, done: this.#state.total, unreadable });
      return this.#state;
    } finally {
      signal.removeEventListener('abort', interrupt);
      if (this.#state.running) this.#update({ running: false });
      if (!this.#stopping.signal.aborted) this.announceValues();
    }
  }

  #take(message: FromScanner, unreadable: ScanState['unreadable']): void {
    if (message.kind === 'plan') {
      this.#store.forget(message.gone);
      this.#update({ total: message.total, done: message.total - message.left });
    } else if (message.kind === 'stretch') {
      const { stretch } = message;
      if (stretch.error !== null) unreadable.push({ path: stretch.place.path, reason: stretch.error });
      this.#store.take(stretch);
      this.#update({ done: Math.min(this.#state.total, this.#state.done + stretch.bytes) });
    }
  }

  /** Indexing comes first: its transaction is open as long as it runs. */
  async #turn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (this.#indexing.running || this.#parts.index.inTransaction)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, turnMilliseconds); // other rooms have transactions, too, and do not tell
      });
    }
    if (signal.aborted) throw cancelled();
  }

  #update(change: Partial<ScanState>): void {
    const minor = (change.running ?? this.#state.running) === this.#state.running;
    this.#state = { ...this.#state, ...change };
    const now = performance.now();
    if (minor && now - this.#lastAnnounced < announceMilliseconds) return;
    this.#lastAnnounced = now;
    this.#parts.announce('secrets.state', this.#state);
  }
}
