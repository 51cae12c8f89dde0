import { basename, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CallContext } from '../../../shared/channel.ts';
import { cancelled } from '../../../shared/errors.ts';
import type { Settings } from '../../../shared/schemas.ts';
import type { WriteDb } from '../db/handles.ts';
import type { ArchiveList } from '../archive/list.ts';
import { revivable } from '../archive/revive.ts';
import { nothingHidden, type Hidden } from '../purge/tombstones.ts';
import { readAgentNote } from './agent-note.ts';
import { Batch } from './batch.ts';
import { discover, type Discovery, type Transcript } from './discover.ts';
import { Estimate } from './estimate.ts';
import { noFacts, type Facts } from './facts.ts';
import { ghostMark, refreshGhosts } from './history.ts';
import { adoptMoved } from './moves.ts';
import type { Text } from './normalise/block.ts';
import type { Chunk, Job } from './parse-file.ts';
import { parseHere, type Source } from './source.ts';
import type { FileState } from './store.ts';
import type { Chain } from './take-records.ts';

export interface RunOptions {
  readonly roots: readonly string[];
  /** Read every transcript again from its beginning. */
  readonly full?: boolean;
  /** What becomes of a session whose transcript is gone. */
  readonly whenDeleted?: Settings['whenDeleted'];
  /** What the archive holds: it is kept whatever becomes of the transcripts, and read where they are gone. */
  readonly archive?: ArchiveList;
  /** Reads and parses; in this thread unless told otherwise. */
  readonly source?: (bytes: number) => Source;
  readonly chains?: Map<number, Chain>;
  /** Takes the rows of the sessions that changed, also where the run is stopped. */
  readonly sessions?: Set<number>;
  /** What was erased and must not come back. */
  readonly hidden?: Hidden;
}

export interface RunResult {
  readonly changedFiles: number;
  readonly unreadable: Discovery['unreadable'];
  /** Rows of the sessions that changed. */
  readonly sessions: ReadonlySet<number>;
}

/**
 * Brings the index up to date with the Claude folders: discover -> read -> parse -> normalise -> store.
 * Work is committed in batches that end between two lines, together with the place reached, so that a run that is
 * cancelled or killed goes on from there.
 */
export async function runIndex(db: WriteDb, options: RunOptions, context: CallContext): Promise<RunResult> {
  const batch = new Batch(db, options.chains, options.sessions);
  try {
    const run = new Run(db, batch, options, context);
    await run.readAll();
    batch.commit();
    return { changedFiles: run.changedFiles, unreadable: run.unreadable, sessions: batch.sessions };
  } catch (error) {
    // Stopped on purpose: what was read is whole. Anything else: back to the last batch.
    if (context.signal.aborted) batch.commit();
    else batch.rollback();
    throw error;
  }
}

class Run {
  readonly #db: WriteDb;
  readonly #batch: Batch;
  readonly #options: RunOptions;
  readonly #context: CallContext;
  readonly #known: ReadonlyMap<string, FileState>;
  readonly #due: readonly Transcript[];
  readonly unreadable: { path: string; reason: string }[];
  changedFiles: number;

  constructor(db: WriteDb, batch: Batch, options: RunOptions, context: CallContext) {
    this.#db = db;
    this.#batch = batch;
    this.#options = options;
    this.#context = context;
    const found = without(discover(options.roots), options.hidden);
    const files = batch.store.files().filter(({ agent }) => agent !== ghostMark);
    const gone = missing(files, found);
    const moved = adoptMoved(batch, gone, found.transcripts, new Set(files.map(({ path }) => path)));
    const { archive, whenDeleted = 'keep', hidden = nothingHidden } = options;
    for (const state of gone) {
      if (!moved.has(state)) batch.markGone(state, archive?.find(state.path) ? 'keep' : whenDeleted);
    }
    this.#known = new Map(files.map((state) => [state.path, state]));
    this.#due = [
      ...found.transcripts.filter((one) => options.full || !isUnchanged(one, this.#known.get(one.path))),
      ...(archive ? revivable(archive, this.#known, found.transcripts).filter((one) => !hidden.transcript(one)) : []),
    ];
    this.unreadable = found.unreadable;
    this.changedFiles = this.#due.length + gone.length;
  }

  async readAll(): Promise<void> {
    const jobs = this.#due.map((transcript) => jobFor(transcript, this.#known.get(transcript.path), this.#options));
    const estimate = new Estimate(this.#due, jobs);
    const source = this.#options.source?.(estimate.total) ?? parseHere;
    for await (const parcels of source(jobs)) {
      for (const { job, chunk } of parcels) {
        const transcript = this.#due[job];
        if (transcript) this.#takeIn(transcript, chunk);
        estimate.add(chunk.bytes);
      }
      if (this.#batch.isFull) this.#batch.commit();
      this.#context.progress(estimate.progress);
      await setImmediate(); // lets messages in: a question about progress, a cancellation
      if (this.#context.signal.aborted) throw cancelled();
    }
    this.changedFiles += refreshGhosts(this.#db, this.#batch, this.#options, this.unreadable);
  }

  #takeIn(transcript: Transcript, chunk: Chunk<Text>): void {
    if (chunk.error !== null) return void this.unreadable.push({ path: transcript.path, reason: chunk.error });
    const afresh = this.#options.full === true || chunk.restart;
    const state = this.#batch.open(transcript, this.#known.get(transcript.path), afresh);
    this.#batch.take(state, transcript, chunk);
    this.#join(state, transcript, chunk.facts);
    if (transcript.agent !== null && chunk.done) {
      this.#batch.store.describeAgent(state, readAgentNote(transcript.path, transcript.copies));
    }
    this.#batch.touch(state);
  }

  /** By its place, where that says whose it is; else by its records, of which the first ones may not say it. */
  #join(state: FileState, transcript: Transcript, facts: Facts): void {
    const told = transcript.sessionId === null ? facts.sessionId : null;
    if (state.session !== null && (told === null || this.#batch.sessionStore.idOf(state.session) === told)) return;
    const sessionId = transcript.sessionId ?? told ?? basename(transcript.path, '.jsonl');
    this.#batch.join(state, transcript, sessionId, facts.cwds[0] ?? transcript.folder);
  }
}

const without = (found: Discovery, hidden = nothingHidden): Discovery => ({
  ...found,
  transcripts: found.transcripts.filter((one) => !hidden.transcript(one)),
});

const isUnchanged = (transcript: Transcript, state: FileState | undefined) =>
  state !== undefined &&
  state.deleted === null &&
  state.size === transcript.size &&
  state.mtime === transcript.mtime &&
  state.inode === transcript.inode;

/** Files that were there and are not; in a folder that could not be listed, nothing is missing. */
function missing(files: readonly FileState[], { transcripts, listed, unreadable }: Discovery): FileState[] {
  const here = new Set(transcripts.map(({ path }) => path));
  const isUnseen = (path: string) =>
    unreadable.some((place) => path === place.path || path.startsWith(place.path + sep));
  return files.filter(
    ({ path, root, deleted }) => deleted === null && listed.includes(root) && !here.has(path) && !isUnseen(path),
  );
}

function jobFor({ path, agent, copies }: Transcript, state: FileState | undefined, { full }: RunOptions): Job {
  const afresh = { inode: 0, offset: 0, lines: 0, guard: '', facts: noFacts() };
  const { inode, offset, lines, guard, facts } = (full ? undefined : state) ?? afresh;
  const place = { path, agent: agent !== null, inode, offset, lines, guard, facts };
  return copies ? { ...place, copies } : place;
}
