import { realpathSync, rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { CallContext } from '../../../../shared/channel.ts';
import type { ParsedInput } from '../../../../shared/contract.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { Receipt } from '../../../../shared/purge.ts';
import type { Archive } from '../../archive/archive.ts';
import { readSettings } from '../../library/settings.ts';
import type { WriterParts } from '../../parts.ts';
import { siblingOf } from '../../purge/apply/replace.ts';
import { openJournal, readReceipt, type Step } from '../../purge/journal.ts';
import { settle } from '../../purge/verify/settle.ts';
import { rootsFor } from '../../roots.ts';
import type { Scan } from '../scan/scan.ts';
import { forgetFiles, redactDatabases } from './own-files.ts';
import { redactFile } from './file.ts';
import { makeRedaction, type Made, type Redacting } from './plan.ts';
import { leftOf } from './verify.ts';

const interrupted =
  'It was interrupted. Every file is whole, as it was or redacted, but not all were reached: redact once more.';

/** Carries out redactions, one at a time and with nothing indexed meanwhile. */
export class Redactor {
  readonly #parts: WriterParts;
  readonly #scan: Scan;
  readonly #archive: Archive;
  readonly #journal;
  readonly #redacting: Redacting;

  constructor(parts: WriterParts, scan: Scan, archive: Archive) {
    const { data, index, library } = parts;
    this.#parts = parts;
    this.#scan = scan;
    this.#archive = archive;
    this.#journal = openJournal(library);
    const roots = () => rootsFor(index, data, readSettings(library).sources);
    this.#redacting = { ...data, index, library, roots };
  }

  async run({ choice, token }: ParsedInput<'redact.run'>, context: CallContext): Promise<Receipt> {
    const { indexer } = this.#parts;
    this.#scan.interrupt();
    const { id, made, failed } = await indexer.alone(() => this.#change(choice, token, context));
    await this.#indexAgain();
    await this.#archiveAgain(made, context);
    return indexer.alone(() => this.#verify(id, made, failed));
  }

  /** What a crash left beside the files goes, and the receipt says that it is not all done. */
  resume(): void {
    const cutShort = this.#parts.library
      .prepare("SELECT id FROM purge WHERE verb = 'redact' AND ended IS NULL")
      .pluck();
    for (const id of cutShort.all() as number[]) {
      for (const { path } of this.#journal.steps(id)) rmSync(siblingOf(realOf(path)), { force: true });
      this.#journal.finish(id, false, [interrupted]);
    }
  }

  async #change(choice: ParsedInput<'redact.run'>['choice'], token: string, { progress }: CallContext) {
    const made = await makeRedaction(this.#redacting, choice);
    if (made.plan.token !== token) {
      throw new AppError('refused', 'Something has changed since this plan was made. Look at it again.');
    }
    if (made.holders.length === 0) throw new AppError('refused', whyNothing(made));
    const id = this.#begin(made);
    const failed: string[] = [];
    const steps = this.#journal.steps(id);
    for (const [nth, step] of steps.entries()) {
      progress({ unit: 'files', done: nth, total: steps.length, remaining: null });
      try {
        if (!ours.has(step.what)) redactFile(step.path, made.values);
        this.#journal.mark(step, 'done');
      } catch (error) {
        failed.push(`${step.path}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await setImmediate(); // lets questions in
    }
    const changed = steps.filter(({ what }) => !ours.has(what)).map(({ path }) => path);
    await forgetFiles(this.#parts.index, changed);
    if (!made.isLimited) {
      redactDatabases(this.#redacting, this.#parts, made);
      this.#parts.history.forget(); // what can be taken back holds it, too
    }
    return { id, made, failed };
  }

  #begin({ holders, plan, sessionIds }: Made): number {
    const steps = holders.map(({ path, what }) => ({ path, what, action: 'redact', bytes: 0 }));
    const warnings = plan.refused.map(({ path, reason }) => `${path}: ${reason}`);
    return this.#journal.begin({ verb: 'redact', sessions: sessionIds, steps, warnings });
  }

  /** Copies in the archive are made anew from what they are copies of. */
  async #archiveAgain({ holders, plan }: Made, context: CallContext): Promise<void> {
    if (!holders.some(({ what }) => what === 'archive')) return;
    const kept = plan.sessions.filter((ref) => this.#archive.holds(ref));
    await this.#archive.remove(kept);
    await this.#archive.add(kept, context);
  }

  /** What the index forgot is read again; a run that others began is waited for. */
  async #indexAgain(): Promise<void> {
    const quietly: CallContext = { signal: new AbortController().signal, progress: () => undefined };
    await this.#parts.indexer.afterwards(() => this.#parts.indexer.run(false, quietly));
  }

  async #verify(id: number, made: Made, failed: readonly string[]): Promise<Receipt> {
    const { index, library, data, announce } = this.#parts;
    const left = await leftOf(made, { index, library, dataDir: data.dataDir }).catch((error: unknown) => [
      `It could not be looked through afterwards (${error instanceof Error ? error.message : String(error)}).`,
    ]);
    this.#journal.finish(id, failed.length === 0 && left.length === 0, [...failed, ...left]);
    await settle(library);
    const receipt = readReceipt(library, id);
    if (!receipt) throw new AppError('internal', `Receipt ${id} is gone.`);
    announce('sessions.changed', { sessions: made.plan.sessions });
    announce('purge.done', receipt);
    this.#scan.announceValues();
    this.#scan.soon();
    return receipt;
  }
}

const ours: ReadonlySet<Step['what']> = new Set(['index', 'library', 'archive']);

function whyNothing({ plan }: Made): string {
  const [first] = plan.refused;
  return first ? `Nothing was redacted. ${first.path}: ${first.reason}` : 'Nothing was redacted: it was found nowhere.';
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
