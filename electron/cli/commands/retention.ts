import type { Client } from '../../../shared/client.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Preview, RetentionRule, Sweep } from '../../../shared/retention.ts';
import { UsageError, type Command } from '../command.ts';
import { counted, grouped, harmless, printJson, printLine, sized, styled, when } from '../terminal.ts';

const usage = '[list] | preview ID | run ID --yes';

export const retention: Command = {
  usage,
  summary: 'Show what Claude Code is about to delete, and run rules of your own',
  options: { yes: { type: 'boolean' } },
  args: [0, 2],
  refresh: true,
  async run({ client, json, args, options }) {
    const [verb = 'list', given] = args;
    if (verb === 'list' && given === undefined) return list(client, json);
    if (verb === 'preview') return preview(client, json, idOf(given));
    if (verb === 'run') return run(client, json, idOf(given), options['yes'] === true);
    throw new UsageError(`Usage: turnstone retention ${usage}`);
  },
};

function idOf(given: string | undefined): number {
  if (given !== undefined && /^\d{1,15}$/.test(given)) return Number(given);
  throw new UsageError('A rule is named by its number: `turnstone retention` lists them.');
}

async function list(client: Client, json: boolean): Promise<void> {
  const [{ sweeps }, { rules }] = [await client.call('retention.sweeps', {}), await client.call('retention.rules', {})];
  if (json) return printJson({ sweeps, rules });
  for (const sweep of sweeps) printSweep(sweep);
  for (const rule of rules) printLine(describe(rule));
  if (rules.length === 0) printLine(styled('dim', 'No rules of your own.'));
}

const mostShown = 20;

function printSweep({ claudeDir, days, set, settingsFile, line, soonTotal, soon }: Sweep): void {
  const why = set ? 'as its settings say' : 'which is what it does unless told otherwise';
  printLine(harmless(`${claudeDir}: Claude Code deletes transcripts after ${counted(days, 'day')}, ${why}.`));
  for (const { session, title, project, at, bookmarked, archived } of soon.slice(0, mostShown)) {
    const marks = [bookmarked ? 'bookmarked' : '', archived ? 'archived' : ''].filter(Boolean).join(', ');
    const due = at <= Date.now() ? 'at its next start' : when(at);
    printLine(
      `  ${due}  ${styled('bold', harmless(title))}  ${styled('dim', harmless(`${project} · ${session}`))} ${marks}`,
    );
  }
  if (soonTotal > mostShown) printLine(styled('dim', `  and ${grouped(soonTotal - mostShown)} more within a week`));
  if (soonTotal === 0) printLine(styled('dim', '  Nothing within a week.'));
  printLine(styled('dim', harmless(`  To keep them for ten years, put ${line} into ${settingsFile}.`)));
}

function describe({ id, name, enabled, verb, next, problem, ...rule }: RetentionRule): string {
  const conditions = [
    rule.olderThanDays === null ? '' : `older than ${counted(rule.olderThanDays, 'day')}`,
    rule.largerThanBytes === null ? '' : `larger than ${sized(rule.largerThanBytes)}`,
    rule.project === null ? '' : `in ${rule.project}`,
    rule.withSecrets ? 'with secrets' : '',
  ];
  const state = enabled ? `on, next ${when(next)}` : 'off';
  const said = harmless(`${name}: ${verb} what is ${conditions.filter(Boolean).join(', ')}`);
  return `${String(id).padStart(3)}  ${said}  ${styled('dim', state)}${problem === null ? '' : harmless(`\n     ${problem}`)}`;
}

async function preview(client: Client, json: boolean, id: number): Promise<void> {
  const plan = await client.call('retention.preview', { id });
  if (json) return printJson(plan);
  printPlan(plan);
}

function printPlan({ verb, sessions, refused, bytes }: Preview): void {
  for (const { session, title } of sessions) printLine(harmless(`${session}  ${title}`));
  for (const { session, title, detail } of refused) printLine(harmless(`${session}  ${title}: stays. ${detail}`));
  const way = verb === 'trash' ? 'to the trash' : 'erased for good';
  printLine(
    styled('dim', `${counted(sessions.length, 'session')} ${way}, ${sized(bytes)}; ${grouped(refused.length)} stay`),
  );
}

async function run(client: Client, json: boolean, id: number, sure: boolean): Promise<void> {
  const plan = await client.call('retention.preview', { id });
  if (!sure) {
    if (!json) printPlan(plan);
    throw new AppError('refused', 'Nothing was done. Look at what the rule takes, then say --yes.');
  }
  const receipt = await client.call('retention.run', { id, token: plan.token });
  if (!receipt.done) process.exitCode = 1;
  if (json) return printJson(receipt);
  printLine(`${counted(receipt.sessions.length, 'session')}, ${sized(receipt.bytes)}, receipt ${receipt.id}`);
  for (const left of receipt.remaining) printLine(harmless(left));
}
