import { statSync } from 'node:fs';
import type { CallContext } from '../../../shared/channel.ts';
import type { ParsedInput } from '../../../shared/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { PurgeVerb, Receipt } from '../../../shared/purge.ts';
import { indexPath, libraryPath } from '../db/open.ts';
import type { Indexer } from '../ingest/indexer.ts';
import type { Hand } from './apply/step.ts';
import { carryOut } from './carry-out.ts';
import { inDoingOrder } from './footprint/footprint.ts';
import { targetsIn } from './footprint/target.ts';
import { gravesOf } from './graves.ts';
import { openJournal, readReceipt, type Account, type Journal, type Step } from './journal.ts';
import { makePlan, type Made, type Planning } from './plan.ts';
import { runningIn } from './refusals.ts';
import { putStepBack } from './restore.ts';
import { systemTrash, type Trash } from './trash.ts';
import { takeFingerprints, type Fingerprints } from './verify/fingerprints.ts';
import { settle, vacuum } from './verify/settle.ts';
import { wasWrittenSince } from './revived.ts';

export interface PurgerParts extends Pick<Hand, 'index' | 'library' | 'dataDir'> {
  readonly planning: Planning;
  readonly indexer: Pick<Indexer, 'alone' | 'run'>;
  readonly trash?: Trash | null;
  /** Forgets how changes to the library are taken back, which would bring back what was erased. */
  forget(): void;
  /** Tells everybody what is gone. */
  done(receipt: Receipt, sessions: readonly string[]): void;
}

/** Carries out plans, one at a time and with nothing indexed meanwhile, and finishes what a crash left. */
export class Purger {
  readonly #parts: PurgerParts;
  readonly #journal: Journal;

  constructor(parts: PurgerParts) {
    this.#parts = parts;
    this.#journal = openJournal(parts.library);
  }

  run({ choice, verb, token }: ParsedInput<'purge.run'>, { progress }: CallContext): Promise<Receipt> {
    const hand = this.#hand(verb);
    return this.#parts.indexer.alone(async () => {
      const made = await makePlan(this.#parts.planning, choice, verb);
      if (made.plan.token !== token) {
        throw new AppError('refused', 'Something has changed since this plan was made. Look at it again.');
      }
      if (made.targets.length === 0) throw new AppError('refused', 'The plan holds no session. Nothing was done.');
      const id = this.#begin(made, verb);
      const prints = takeFingerprints(this.#parts.index, made.targets, this.#journal.steps(id));
      await carryOut(id, prints, hand, progress);
      return this.#report(
        id,
        made.plan.sessions.map(({ session }) => session),
      );
    });
  }

  /** Goes on with whatever was not finished, before anything is indexed. */
  async resume(): Promise<void> {
    if (this.#journal.pending().length === 0) return;
    await this.#parts.indexer.alone(async () => {
      const running = runningIn(this.#parts.planning.roots());
      for (const account of this.#journal.pending()) {
        if (account.verb === 'redact' || account.sessions.some((id) => running.has(id))) continue;
        await this.#goOn(account, account.verb);
      }
    });
  }

  async restore(id: number, context: CallContext): Promise<Receipt> {
    const receipt = readReceipt(this.#parts.library, id);
    if (!receipt) throw new AppError('not_found', `There is no receipt ${id}.`);
    if (!receipt.restorable) throw new AppError('refused', `What receipt ${id} tells of can no longer be put back.`);
    await this.#parts.indexer.alone(async () => {
      const left = this.#journal.steps(id).toReversed().flatMap(putStepBack);
      this.#journal.restored(id);
      this.#journal.finish(id, false, left);
      this.#parts.index.prepare('DELETE FROM history').run(); // its prompts are looked at again
    });
    await this.#parts.indexer.run(false, context);
    return this.#report(id, receipt.sessions);
  }

  compact(): Promise<{ before: number; after: number }> {
    const { index, library, dataDir, indexer } = this.#parts;
    const paths = [indexPath(dataDir), libraryPath(dataDir)] as const;
    const size = () => paths.reduce((sum, path) => sum + statSync(path).size, 0);
    return indexer.alone(async () => {
      await settle(index);
      const before = size();
      vacuum(index, paths[0]);
      vacuum(library, paths[1]);
      await settle(index);
      await settle(library);
      return { before, after: size() };
    });
  }

  #begin({ targets, places, plan }: Made, verb: PurgeVerb): number {
    const warnings = places.flatMap(({ warning }) => warning ?? []);
    const sessions = [...new Set(plan.sessions.map(({ sessionId }) => sessionId))];
    const steps = inDoingOrder(places);
    return this.#journal.begin({ verb, sessions, steps, warnings, graves: gravesOf(targets, places) });
  }

  async #goOn(account: Account, verb: PurgeVerb): Promise<void> {
    const steps = this.#journal.steps(account.id);
    for (const sessionId of account.sessions) {
      if (wasWrittenSince(account.started, sessionId, steps)) this.#journal.spare(account, { sessionId, steps });
    }
    const prints = this.#printsOf(this.#journal.steps(account.id));
    await carryOut(account.id, prints, this.#hand(verb), () => undefined);
    this.#report(account.id, account.sessions);
  }

  /** What can still be told apart of it: everything, unless it has begun to leave the index. */
  #printsOf(steps: readonly Step[]): Fingerprints | null {
    const { index } = this.#parts;
    const step = steps.find(({ detail }) => detail?.kind === 'index');
    if (!step) return { said: [], names: [], terms: [] };
    if (step.state !== 'due' || step.detail?.kind !== 'index') return null;
    const rows = index
      .prepare(
        'SELECT DISTINCT session FROM file WHERE session IS NOT NULL AND path IN (SELECT value FROM json_each(?))',
      )
      .pluck()
      .all(JSON.stringify(step.detail.files)) as number[];
    return takeFingerprints(index, targetsIn(index, rows), steps);
  }

  #hand(verb: PurgeVerb): Hand {
    const { index, library, dataDir, trash = systemTrash() } = this.#parts;
    if (verb === 'trash' && !trash) {
      throw new AppError('unavailable', 'The trash of this system can only be reached from the desktop app.');
    }
    return { index, library, dataDir, journal: this.#journal, trash: verb === 'trash' ? trash : null };
  }

  #report(id: number, sessions: readonly string[]): Receipt {
    const receipt = readReceipt(this.#parts.library, id);
    if (!receipt) throw new AppError('internal', `Receipt ${id} is gone.`);
    if (receipt.verb === 'purge') this.#parts.forget();
    this.#parts.done(receipt, sessions);
    return receipt;
  }
}
