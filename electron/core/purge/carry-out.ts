import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../shared/errors.ts';
import type { CallContext } from '../../../shared/channel.ts';
import { reasonOf } from '../ingest/discover.ts';
import { applyStep, type Hand } from './apply/step.ts';
import type { Step } from './journal.ts';
import type { Fingerprints } from './verify/fingerprints.ts';
import { leftovers } from './verify/leftovers.ts';
import { settle } from './verify/settle.ts';
import { stillThere } from './verify/still.ts';

const cutShort =
  'It was interrupted after its texts had begun to leave the index, so they could not all be looked for afterwards.';

/** Does every step that is not done yet, then looks whether anything is left. A step that fails stops no other. */
export async function carryOut(
  id: number,
  prints: Fingerprints | null,
  hand: Hand,
  progress: CallContext['progress'],
): Promise<void> {
  const { journal } = hand;
  const steps = journal.steps(id);
  const remaining: string[] = [];
  for (const [nth, step] of steps.entries()) {
    progress({ unit: 'files', done: nth, total: steps.length, remaining: null });
    if (step.state !== 'done') remaining.push(...(await tryStep(step, hand)));
    await setImmediate(); // lets questions in
  }
  const done = remaining.length === 0;
  try {
    const taken = journal.steps(id);
    if (done && !hand.trash) journal.forgetNames(taken);
    if (done) remaining.push(...(await lookOrSayWhyNot(taken, prints, hand)));
    journal.finish(id, done && remaining.length === 0, remaining);
    await settle(hand.library); // the details of the journal, too
  } catch (error) {
    throw new AppError('io', `The purge is incomplete (${messageOf(error)}). It goes on at the next start.`, {
      remaining,
    });
  }
}

async function tryStep(step: Step, hand: Hand): Promise<string[]> {
  try {
    const left = await applyStep(step, hand);
    if (left.length === 0) hand.journal.mark(step, 'done');
    return left;
  } catch (error) {
    return [`${step.path}: ${messageOf(error)}`];
  }
}

/** What could not be looked through is looked through again at the next start, where its last step is not done. */
async function lookOrSayWhyNot(steps: readonly Step[], prints: Fingerprints | null, hand: Hand): Promise<string[]> {
  try {
    return await lookAgain(steps, prints, hand);
  } catch (error) {
    const last = steps.findLast(({ action }) => action !== 'keep');
    if (last) hand.journal.mark(last, 'begun');
    return [`The purge is incomplete: it could not be looked through afterwards (${messageOf(error)}).`];
  }
}

async function lookAgain(steps: readonly Step[], prints: Fingerprints | null, hand: Hand): Promise<string[]> {
  const still = stillThere(steps, hand);
  const shared = steps.filter(({ action, what }) => action !== 'delete' && !ours.has(what)).map(({ path }) => path);
  const left = await leftovers(hand, prints ?? { said: [], names: [], terms: [] }, shared);
  return [...still, ...left, ...(prints ? [] : [cutShort])];
}

const ours: ReadonlySet<string> = new Set(['index', 'library', 'archive', 'export']);

/** Of a file system's error its code, of anything else what it says. */
function messageOf(error: unknown): string {
  const isSystem = (error as NodeJS.ErrnoException).syscall !== undefined;
  return isSystem || !(error instanceof Error) ? reasonOf(error) : error.message;
}
