import { text as readAll } from 'node:stream/consumers';
import type { Receipt } from '../../../shared/purge.ts';
import type { RedactionChoice, RedactionPlan } from '../../../shared/secrets.ts';
import { UsageError, type Command, type Invocation } from '../command.ts';
import { confirm, isAnswered } from '../confirm.ts';
import { lookForSecrets } from '../look-for-secrets.ts';
import { counted, harmless, printJson, printLine, showProgress, styled } from '../terminal.ts';

export const redact: Command = {
  usage: 'SESSION… | --secrets | --fingerprint F | --text-stdin [--dry-run] [--yes]',
  summary: 'Take secrets, or a text from stdin, out of everything that holds them, in place',
  details: [
    'SESSION…         every secret found in these sessions, wherever else it stands as well',
    '--secrets        every secret found anywhere',
    '--fingerprint F  one value, as `turnstone secrets` names it; repeatable',
    '--text-stdin     a text that is read from stdin; in the sessions that are named, else everywhere',
  ].join('\n'),
  options: {
    secrets: { type: 'boolean' },
    fingerprint: { type: 'string', multiple: true },
    'text-stdin': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  args: [0, Infinity],
  refresh: true,
  async run(invocation) {
    const { client, json, options } = invocation;
    const choice = await choiceOf(invocation);
    await lookForSecrets(client);
    const plan = await client.call('redact.plan', choice);
    if (!json) printPlan(plan);
    const dry = options['dry-run'] === true;
    const refusal = dry ? null : await refusalOf(plan, options['yes'] === true, json);
    if (dry || refusal !== null || plan.files.length === 0) {
      if (json) printJson({ ...shown(plan), done: false, verified: false, remaining: [] });
      if (refusal !== null) refuse(refusal);
      return;
    }
    const receipt = await carryOut(invocation, choice, plan);
    const { done, verified, remaining } = receipt;
    if (json) printJson({ ...shown(plan), receipt: receipt.id, done, verified, remaining });
    else printOutcome(receipt, plan);
    if (!done || !verified) process.exitCode = 1;
  },
};

async function choiceOf({ args, options }: Invocation): Promise<RedactionChoice> {
  const fingerprints = (options['fingerprint'] ?? []) as readonly string[];
  const isText = options['text-stdin'] === true;
  const isAll = options['secrets'] === true || (args.length > 0 && !isText);
  if (!isAll && !isText && fingerprints.length === 0) throw new UsageError(`Usage: turnstone redact ${redact.usage}`);
  const text = isText ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : undefined;
  if (text !== undefined && text.length < 4) throw new UsageError('The text on stdin must have at least 4 characters.');
  return {
    fingerprints: [...fingerprints],
    ...(isAll ? { allIn: [...args] } : {}),
    ...(text === undefined ? {} : { text, ...(isAll ? {} : { sessions: [...args] }) }),
  };
}

const shown = ({ files, replacements, sessions, refused, notCovered }: RedactionPlan) => ({
  files,
  replacements,
  sessions,
  refused,
  notCovered,
});

async function refusalOf(plan: RedactionPlan, yes: boolean, json: boolean): Promise<string | null> {
  const [first] = plan.refused;
  if (plan.files.length === 0) return first ? `${first.path}: ${first.reason} Nothing was done.` : null;
  if (yes) return null;
  if (json || !isAnswered()) return 'Nothing was done: add --yes to go on without being asked.';
  const agreed = await confirm('This cannot be undone.', plan.replacements);
  return agreed ? null : 'Nothing was done.';
}

function refuse(reason: string): void {
  process.stderr.write(`turnstone: ${harmless(reason)}\n`);
  process.exitCode = 3;
}

async function carryOut({ client }: Invocation, choice: RedactionChoice, { token }: RedactionPlan): Promise<Receipt> {
  try {
    const progress = ({ done, total }: { done: number; total: number }) => showProgress(`${done} of ${total} files`);
    return await client.call('redact.run', { choice, token }, { progress });
  } finally {
    showProgress('');
  }
}

function printPlan({ files, replacements, refused }: RedactionPlan): void {
  for (const { path, replacements: count } of files) printLine(`${String(count).padStart(5)}  ${harmless(path)}`);
  for (const { path, reason } of refused) printLine(`${styled('red', '    ✗')}  ${harmless(`${path}: ${reason}`)}`);
  const where = `${counted(replacements, 'place')} in ${counted(files.length, 'file')}`;
  const nothing = refused.length === 0 ? 'Nothing to take out was found.' : 'Nothing of it can be taken out.';
  printLine(styled('dim', files.length === 0 ? nothing : where));
}

function printOutcome({ verified, remaining }: Receipt, { notCovered }: RedactionPlan): void {
  for (const sentence of remaining) printLine(`${styled('red', '✗')} ${harmless(sentence)}`);
  printLine(
    verified ? 'Taken out, and found nowhere afterwards.' : 'Taken out where it could be; see above for what is left.',
  );
  for (const sentence of notCovered) printLine(styled('dim', harmless(sentence)));
}
