import type { Client } from '../../../shared/client.ts';
import { AppError } from '../../../shared/errors.ts';
import type { PurgeChoice, PurgePlan, PurgeVerb, Receipt } from '../../../shared/purge.ts';
import { wholeNumber, type Command } from '../command.ts';
import { confirm, isAnswered } from '../confirm.ts';
import { choiceOf, choiceOptions } from '../purge-choice.ts';
import { printPlan, printReceipt, printReceipts } from '../purge-report.ts';
import { counted, printJson, printLine, showProgress } from '../terminal.ts';

export const purge: Command = {
  usage: 'SESSION… | --query Q | --older-than 90d | --project DIR | --larger-than 10MB [--dry-run] [--yes] [--trash]',
  summary: 'Erase sessions with every trace of them; also --include-copies, --secrets, --receipts, --restore N',
  options: {
    ...choiceOptions,
    trash: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean' },
    receipts: { type: 'boolean' },
    restore: { type: 'string' },
  },
  args: [0, Infinity],
  refresh: true,
  async run(invocation) {
    const { client, json, options } = invocation;
    if (options['receipts'] === true) return listReceipts(client, json);
    if (options['restore'] !== undefined) return restore(client, json, wholeNumber(options, 'restore', 0, 2 ** 31));
    const choice = choiceOf(invocation);
    const verb: PurgeVerb = options['trash'] === true ? 'trash' : 'purge';
    const plan = await client.call('purge.plan', { choice, verb });
    if (!json) printPlan(plan);
    const dry = options['dry-run'] === true;
    const refusal = dry ? null : await refusalOf(plan, choice, options['yes'] === true, json);
    if (dry || refusal !== null || plan.sessions.length === 0) {
      if (json) printJson({ ...answerOf(plan), done: !dry && refusal === null, verified: !dry && refusal === null });
      if (refusal !== null) refuse(refusal);
      return;
    }
    const receipt = await carryOut(client, { choice, verb, token: plan.token });
    if (json) printJson({ ...answerOf(plan), ...outcomeOf(receipt) });
    else printReceipt(receipt);
    if (!receipt.done || !receipt.verified) process.exitCode = 1;
  },
};

const answerOf = (plan: PurgePlan) => ({ ...plan, done: false, verified: false, remaining: [] as string[] });

const outcomeOf = ({ id, done, verified, remaining, restorable }: Receipt) => ({
  ...{ receipt: id, done, verified, remaining, restorable },
});

/** Why nothing is done; null where it may be. What is named and may not be erased stops all of it. */
async function refusalOf(plan: PurgePlan, choice: PurgeChoice, yes: boolean, json: boolean): Promise<string | null> {
  const named = plan.refused.find(({ reason }) => reason !== 'bookmarked');
  const stops = choice.sessions.length > 0 || plan.sessions.length === 0;
  if (named && stops) return `${named.session}: ${named.detail} Nothing was done.`;
  if (yes || plan.sessions.length === 0) return null;
  if (json || !isAnswered()) return 'Nothing was done: add --yes to go on without being asked.';
  const { length } = plan.sessions;
  const verb = plan.verb === 'trash' ? 'moves to the trash' : 'erases for ever';
  const agreed = await confirm(`This ${verb} ${counted(length, 'session')}.`, length);
  return agreed ? null : 'Nothing was done.';
}

function refuse(reason: string): void {
  process.stderr.write(`turnstone: ${reason}\n`);
  process.exitCode = 3;
}

async function carryOut(
  client: Client,
  input: { choice: PurgeChoice; verb: PurgeVerb; token: string },
): Promise<Receipt> {
  try {
    const progress = ({ done, total }: { done: number; total: number }) => showProgress(`${done} of ${total} places`);
    return await client.call('purge.run', input, { progress });
  } finally {
    showProgress('');
  }
}

async function listReceipts(client: Client, json: boolean): Promise<void> {
  const { receipts } = await client.call('purge.receipts', {});
  if (json) printJson({ receipts });
  else printReceipts(receipts);
}

async function restore(client: Client, json: boolean, receipt: number): Promise<void> {
  const restored = await client.call('purge.restore', { receipt });
  if (json) printJson(restored);
  else if (restored.remaining.length === 0) printLine('Everything is back where it was.');
  else printReceipt(restored);
  if (restored.remaining.length > 0) throw new AppError('io', 'Not everything could be put back.');
}
