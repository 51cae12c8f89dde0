import type { CallContext } from '../../../shared/channel.ts';
import { toWire } from '../../../shared/errors.ts';
import type { PurgeChoice, PurgePlan, PurgeVerb, Receipt } from '../../../shared/purge.ts';
import type { Preview } from '../../../shared/retention.ts';
import type { ReadDb, WriteDb } from '../db/handles.ts';
import { choiceOf, nextRun, noteRun, readRule, readRules, type Rule } from './rules.ts';

/** The purge, as a rule sees it. */
export interface Purging {
  plan(choice: PurgeChoice, verb: PurgeVerb): Promise<PurgePlan>;
  run(choice: PurgeChoice, verb: PurgeVerb, token: string, context: CallContext): Promise<Receipt>;
}

/** What a rule would take now, and the consent that whoever has seen it can give. */
export async function previewRule(library: ReadDb, id: number, { plan }: Pick<Purging, 'plan'>): Promise<Preview> {
  const rule = readRule(library, id);
  return { ...(await plan(choiceOf(rule), rule.verb)), consent: rule.consent };
}

/** Runs a rule once, as its preview said. */
export async function runRule(
  library: WriteDb,
  { id, token, now }: { id: number; token: string; now: number },
  purging: Pick<Purging, 'run'>,
  context: CallContext,
): Promise<Receipt> {
  const rule = readRule(library, id);
  const receipt = await purging.run(choiceOf(rule), rule.verb, token, context);
  noteRun(library, id, { at: now, problem: problemOf(receipt) });
  return receipt;
}

/** Runs the rules that are due. One that fails says why, and keeps none of the others from running. */
export async function runDueRules(
  library: WriteDb,
  now: number,
  purging: Purging,
  context: CallContext,
): Promise<void> {
  for (const rule of readRules(library).filter((one) => isDue(one, now))) {
    if (context.signal.aborted) return;
    try {
      const { token, sessions } = await purging.plan(choiceOf(rule), rule.verb);
      if (sessions.length === 0) noteRun(library, rule.id, { at: now, problem: null });
      else await runRule(library, { id: rule.id, token, now }, purging, context);
    } catch (error) {
      if (context.signal.aborted) return;
      noteRun(library, rule.id, { at: null, problem: toWire(error).message });
    }
  }
}

function isDue(rule: Rule, now: number): boolean {
  const next = nextRun(rule);
  return next !== null && next <= now;
}

function problemOf({ done, remaining }: Receipt): string | null {
  if (remaining.length > 0) return remaining.join(' ');
  return done ? null : 'It was stopped before it was done, and goes on at the next start.';
}
