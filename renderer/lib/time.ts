import type { Session } from '../../shared/schemas.ts';

/** The interface speaks English; the order of day and month and the clock are the reader's own where they do too. */
const locale = navigator.language.startsWith('en') ? navigator.language : 'en-GB';
const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' });
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long' });
const thisYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' });
const otherYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
const brief = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });

const minute = 60_000;
const hour = 60 * minute;

export const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);
export const clockTime = (time: number) => clock.format(time);
export const exactTime = (time: number) => exact.format(time);
export const briefDate = (time: number) => brief.format(time);

/** Days between, by the calendar: summer time makes some of them 23 or 25 hours long. */
const daysBefore = (time: number, now: number) => Math.round((startOfDay(now) - startOfDay(time)) / (24 * hour));

/** What places a session among others; its file's time where no record has one. */
export const timeOf = ({ ended, modified }: Pick<Session, 'ended' | 'modified'>) => ended ?? modified;

export function dayLabel(time: number, now: number): string {
  const days = daysBefore(time, now);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days > 1 && days < 7) return weekday.format(time);
  return new Date(time).getFullYear() === new Date(now).getFullYear() ? thisYear.format(time) : otherYear.format(time);
}

/** For a list that already says the day: how long ago if it was today, else the time of that day. */
export function timeInDay(time: number, now: number): string {
  const ago = now - time;
  if (ago < -minute || daysBefore(time, now) !== 0) return clockTime(time);
  if (ago < minute) return 'just now';
  return ago < hour ? `${Math.floor(ago / minute)} min ago` : `${Math.floor(ago / hour)} h ago`;
}

/** For a list of mixed days. */
export const timeAnyDay = (time: number, now: number) =>
  daysBefore(time, now) === 0 ? timeInDay(time, now) : briefDate(time);

/** "12 Mar 2026, 14:02–15:10", with a second date only where it differs. */
export function timeSpan(started: number | null, ended: number | null): string {
  if (started === null) return ended === null ? '' : `${briefDate(ended)}, ${clockTime(ended)}`;
  const from = `${briefDate(started)}, ${clockTime(started)}`;
  if (ended === null || ended - started < minute) return from;
  const to = startOfDay(started) === startOfDay(ended) ? clockTime(ended) : `${briefDate(ended)}, ${clockTime(ended)}`;
  return `${from}–${to}`;
}
