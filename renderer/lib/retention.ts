import type { Info } from '../../shared/schemas.ts';
import { counted } from './format.ts';
import { exactTime } from './time.ts';

const day = 24 * 60 * 60_000;
const soon = 7;

/** When Claude Code will delete the oldest transcript, in a few words; null where there is none. */
export function sweepText({ claudeDirs, oldest }: Info, now: number) {
  const cleanup = claudeDirs.find(({ found }) => found);
  if (!cleanup || oldest === null || cleanup.cleanupDays === 0) return null;
  const at = oldest + cleanup.cleanupDays * day;
  const days = Math.ceil((at - now) / day);
  const when = days <= 0 ? 'at its next start' : `in ${counted(days, 'day')}`;
  const source = cleanup.cleanupSet ? 'as its settings say' : 'unless its settings say otherwise';
  return {
    text: `Claude Code deletes the oldest ${when}`,
    soon: days <= soon,
    title:
      `Claude Code deletes transcripts after ${counted(cleanup.cleanupDays, 'day')}, ${source}. ` +
      `The oldest is due ${days <= 0 ? 'now' : exactTime(at)}. Turnstone keeps what it has indexed.`,
  };
}
