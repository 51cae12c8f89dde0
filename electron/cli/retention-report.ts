import type { Preview, RetentionRule, Sweep } from '../../shared/retention.ts';
import { counted, grouped, harmless, printLine, sized, styled, when } from './terminal.ts';

const mostShown = 20;

export function printSweep({ claudeDir, days, set, settingsFile, line, soonTotal, soon }: Sweep): void {
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

/** A rule on a line: what it takes, whether it is on, and when it ran. */
export function printRule({ id, name, enabled, verb, lastRun, next, problem, ...rule }: RetentionRule): void {
  const conditions = [
    rule.olderThanDays === null ? '' : `older than ${counted(rule.olderThanDays, 'day')}`,
    rule.largerThanBytes === null ? '' : `larger than ${sized(rule.largerThanBytes)}`,
    rule.project === null ? '' : `in ${rule.project}`,
    rule.withSecrets ? 'with secrets' : '',
  ];
  const said = harmless(`${name}: ${verb} what is ${conditions.filter(Boolean).join(', ')}`);
  const ran = lastRun === null ? 'has not run yet' : `last run ${when(lastRun)}`;
  const state = enabled ? `on, ${ran}, next ${when(next)}` : `off, ${ran}`;
  printLine(`${String(id).padStart(3)}  ${said}  ${styled('dim', state)}`);
  if (problem !== null) printLine(harmless(`     ${problem}`));
}

export function printPreview({ verb, sessions, refused, bytes }: Preview): void {
  for (const { session, title } of sessions) printLine(harmless(`${session}  ${title}`));
  for (const { session, title, detail } of refused) printLine(harmless(`${session}  ${title}: stays. ${detail}`));
  const way = verb === 'trash' ? 'to the trash' : 'erased for good';
  printLine(
    styled('dim', `${counted(sessions.length, 'session')} ${way}, ${sized(bytes)}; ${grouped(refused.length)} stay`),
  );
}
