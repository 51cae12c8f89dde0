import type { PurgePlan, Receipt, TraceItem } from '../../shared/purge.ts';
import { counted, grouped, harmless, printLine, styled, when } from './terminal.ts';

const size = (bytes: number) => (bytes < 10_000 ? `${grouped(bytes)} B` : `${grouped(Math.round(bytes / 1000))} kB`);
const doing = { delete: 'delete', rewrite: 'rewrite', keep: 'keep' } as const;

/** What would be done, session by session and place by place. */
export function printPlan({ sessions, plan, bytes, refused, copies, notCovered }: PurgePlan): void {
  for (const { sessionId, title, bytes } of sessions) {
    printLine(`${styled('dim', harmless(sessionId.slice(0, 8)))}  ${styled('bold', harmless(title))}  ${size(bytes)}`);
  }
  for (const item of plan) printLine(place(item));
  for (const { session, title, detail } of refused) {
    printLine(`${styled('red', '✗')} ${harmless(`${session} ${title}: ${detail}`)}`);
  }
  for (const { sessionId, title, records } of copies) {
    const text = `${sessionId.slice(0, 8)} ${title} holds copies of ${counted(records, 'record')} (--include-copies)`;
    printLine(`${styled('yellow', '!')} ${harmless(text)}`);
  }
  for (const sentence of sessions.length > 0 ? notCovered : []) printLine(styled('dim', harmless(sentence)));
  const left = plan.filter(({ action }) => action !== 'keep').length;
  printLine(`${counted(sessions.length, 'session')}, ${counted(left, 'place')}, ${size(bytes)}`);
}

function place({ action, what, path, bytes, lines, why }: TraceItem): string {
  const much = lines === undefined ? size(bytes) : `${counted(lines, 'line')}, ${size(bytes)}`;
  const text = `${doing[action].padEnd(8)}${what.padEnd(15)} ${path}`;
  return `  ${harmless(text)}  ${styled('dim', harmless(why === undefined ? much : `${much} · ${why}`))}`;
}

export function printReceipt({ id, verb, done, verified, remaining, bytes, places }: Receipt): void {
  for (const sentence of remaining) printLine(`${styled('red', '✗')} ${harmless(sentence)}`);
  const left = places.filter(({ action }) => action !== 'keep').length;
  const what = `${verb === 'trash' ? 'Moved to the trash' : 'Removed'} from ${counted(left, 'place')}, ${size(bytes)}`;
  const state = verified
    ? 'verified absent'
    : done
      ? 'done, but not verified'
      : 'incomplete: it goes on at the next start';
  printLine(`${styled(verified ? 'green' : 'yellow', verified ? '✓' : '!')} ${what}; ${state} (receipt ${id})`);
}

export function printReceipts(receipts: readonly Receipt[]): void {
  for (const { id, verb, started, sessions, places, done, verified, restorable, remaining } of receipts) {
    const isBack = places.some(({ action }) => action === 'restored');
    const state = isBack ? 'put back' : verified ? 'verified' : done ? 'done' : 'incomplete';
    const notes = [state, restorable ? `--restore ${id}` : '', remaining.length > 0 ? `${remaining.length} left` : ''];
    const text = `${id}  ${when(started)}  ${verb}  ${counted(sessions.length, 'session')}`;
    printLine(`${text}  ${styled('dim', notes.filter(Boolean).join(' · '))}`);
  }
  printLine(styled('dim', counted(receipts.length, 'receipt')));
}
