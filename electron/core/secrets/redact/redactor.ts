import { realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { CallContext } from '../../../../shared/channel.ts';
import type { ParsedInput } from '../../../../shared/contract.ts';
import { AppError, cancelled } from '../../../../shared/errors.ts';
import type { Receipt } from '../../../../shared/purge.ts';
import type { Archive } from '../../archive/archive.ts';
import { openArchiveList, type Archived } from '../../archive/list.ts';
import { indexPath, libraryPath } from '../../db/open.ts';
import { reasonOf } from '../../ingest/discover.ts';
import { readSettings } from '../../library/settings.ts';
import type { WriterParts } from '../../parts.ts';
import { siblingOf } from '../../purge/apply/replace.ts';
import { openJournal, readReceipt, type Step } from '../../purge/journal.ts';
import { settle, vacuum } from '../../purge/verify/settle.ts';
import { rootsFor } from '../../roots.ts';
import type { Scan } from '../scan/scan.ts';
import { forgetFiles, redactDatabases } from './own-files.ts';
import { redactFile, redactInto } from './file.ts';
import { makeRedaction, type Made, type Redacting } from './plan.ts';
import { leftOf } from './verify.ts';

const interrupted =
  'It was interrupted. Every file is whole, as it was or redacted, but not all were reached: redact once more.';
const unseen = 'It was interrupted when all was redacted, before that was looked at once more: look for secrets again.';

/** How often the index is asked for while another Turnstone has it. */
const patience = 15;
const retryMilliseconds = 2000;

/** Carries out redactions, one at a time and with nothing indexed meanwhile. */
export class Redactor {
  readonly #parts: WriterParts;
  readonly #scan: Scan;
  readonly #archive: Archive;
  readonly #journal;
  readonly #redacting: Redacting;
  #tidying: Promise<void> = Promise.resolve();

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
    this.#scan.interrupt();
    const { id, made, failed } = await this.#parts.indexer.alone(() => this.#carryOut(choice, token, context));
    failed.push(...(await this.#readAgain(made)));
    try {
      return await this.#whenFree(patience, async () => {
        const { index, library, data } = this.#parts;
        return this.#finish(id, made, [...failed, ...(await leftOf(made, { index, library, dataDir: data.dataDir }))]);
      });
    } catch (error) {
      return this.#finish(id, made, [...failed, `It could not be looked through afterwards: ${sentenceOf(error)}`]);
    }
  }

  /**
   * What a crash left beside the files and in the index goes, and the receipt says that not all is done. What another Turnstone is at
   * is left to it: it has the index for itself meanwhile.
   */
  async resume(): Promise<void> {
    if (this.#open().length === 0) return;
    await this.#whenFree(Infinity, () => (this.#tidying = this.#closeAll()));
  }

  /** When what was begun of that is done: nobody stops it half way. */
  get tidied(): Promise<void> {
    return this.#tidying.catch(() => undefined);
  }

  async #closeAll(): Promise<void> {
    for (const id of this.#open()) await this.#close(id);
  }

  #open(): number[] {
    const open = "SELECT id FROM purge WHERE verb = 'redact' AND ended IS NULL";
    return this.#parts.library.prepare(open).pluck().all() as number[];
  }

  /** The values are known to nobody any more: what may hold one in our databases is built anew, whatever it is. */
  async #close(id: number): Promise<void> {
    const { index, library, data } = this.#parts;
    const steps = this.#journal.steps(id);
    for (const { path, what } of steps) {
      if (what === 'archive') this.#archive.dropUnlisted(path);
      else rmSync(siblingOf(realOf(path)), { force: true });
    }
    const left = [steps.every(({ state }) => state === 'done') ? unseen : interrupted];
    await trying('The index', left, async () => {
      await forgetFiles(index, changedBy(steps, this.#copies()));
      index.exec("INSERT INTO fts (fts) VALUES ('optimize')");
      vacuum(index, indexPath(data.dataDir));
      vacuum(library, libraryPath(data.dataDir));
      await settle(index);
    });
    this.#journal.finish(id, false, left);
    await settle(library);
  }

  async #whenFree<T>(most: number, work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#parts.indexer.alone(work);
      } catch (error) {
        if (!isExpected(error) || tries === most) throw error;
        await wait(retryMilliseconds, undefined, { ref: false });
        if (!this.#parts.library.open) throw cancelled();
      }
    }
  }

  async #carryOut(choice: ParsedInput<'redact.run'>['choice'], token: string, context: CallContext) {
    const made = await makeRedaction(this.#redacting, choice);
    if (made.plan.token !== token) {
      throw new AppError('refused', 'Something has changed since this plan was made. Look at it again.');
    }
    if (made.holders.length === 0) throw new AppError('refused', whyNothing(made));
    const steps = made.holders.map(({ path, what }) => ({ path, what, action: 'redact', bytes: 0 }));
    const warnings = made.plan.refused.map(({ path, reason }) => `${path}: ${reason}`);
    const id = this.#journal.begin({ verb: 'redact', sessions: made.sessionIds, steps, warnings });
    const failed: string[] = [];
    await trying('Not everything', failed, () => this.#change(this.#journal.steps(id), made, failed, context));
    return { id, made, failed };
  }

  /** What cannot be changed is told, and the rest goes on. */
  async #change(steps: readonly Step[], made: Made, failed: string[], { progress }: CallContext): Promise<void> {
    const { data, index, history } = this.#parts;
    const changed = changedBy(steps, this.#copies());
    const isOurs = await trying('What Turnstone keeps', failed, () => redactDatabases(data.dataDir, this.#parts, made));
    history.forget(); // what can be taken back holds it, too
    for (const [nth, step] of steps.entries()) {
      progress({ unit: 'files', done: nth, total: steps.length, remaining: null });
      const isInDatabase = step.what === 'index' || step.what === 'library';
      const isDone = isInDatabase ? isOurs : await trying(step.path, failed, () => this.#changeFile(step, made));
      if (isDone) this.#journal.mark(step, 'done');
      await setImmediate(); // lets questions in
    }
    await forgetFiles(index, changed);
  }

  async #changeFile({ path, what }: Step, { values, refusalOf }: Made): Promise<void> {
    if (what === 'archive') {
      await this.#archive.rewrite(path, (file, read, sink) => void redactInto(file, read, values, sink));
    } else {
      const reason = refusalOf(path);
      if (reason !== null) throw new AppError('refused', reason);
      redactFile(path, values);
    }
  }

  #copies(): Archived[] {
    return openArchiveList(this.#parts.library, this.#parts.data.dataDir).places();
  }

  /** What the index forgot is read again; a run that others began is waited for. Nothing of the values hangs on it. */
  async #readAgain({ holders }: Made): Promise<string[]> {
    const failed: string[] = [];
    const { indexer } = this.#parts;
    const quietly: CallContext = { signal: new AbortController().signal, progress: () => undefined };
    await trying('The index', failed, () =>
      indexer
        .afterwards(() => indexer.run(false, quietly))
        .catch((error: unknown) => {
          if (!isExpected(error)) throw error; // else it is read later
        }),
    );
    if (holders.some(({ what }) => what === 'archive')) {
      await this.#archive.adopt(holders.map(({ path }) => path)).catch(() => undefined); // else they are copied again
    }
    return failed;
  }

  async #finish(id: number, { plan }: Made, left: readonly string[]): Promise<Receipt> {
    const { library, announce } = this.#parts;
    this.#journal.finish(id, left.length === 0, [...new Set(left)]);
    await settle(library);
    const receipt = readReceipt(library, id);
    if (!receipt) throw new AppError('internal', `Receipt ${id} is gone.`);
    announce('sessions.changed', { sessions: plan.sessions });
    announce('purge.done', receipt);
    this.#scan.announceValues();
    this.#scan.soon();
    return receipt;
  }
}

/** Whether it worked; if not, why not is among what failed. */
async function trying(what: string, failed: string[], work: () => unknown): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    failed.push(`${what} could not be changed: ${sentenceOf(error)}`);
    return false;
  }
}

/** Somebody else is at work, or it was put off. */
const isExpected = (error: unknown) =>
  error instanceof AppError && (error.code === 'busy' || error.code === 'cancelled');

const sentenceOf = (error: unknown) => (error instanceof AppError ? error.message : `${reasonOf(error)}.`);

/** Transcripts that say something else now; of those that are gone, their copies do, which are beside what they were. */
const changedBy = (steps: readonly Step[], copies: readonly Archived[]): string[] =>
  steps.flatMap(({ path, what }) => {
    if (what === 'index' || what === 'library') return [];
    if (what !== 'archive') return path;
    return copies.filter((copy) => dirname(copy.path) === dirname(path)).map(({ file }) => file);
  });

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
