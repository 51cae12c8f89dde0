import { dayLength, fromWall, toWall } from './local-time.ts';
import type { Clock } from './types.ts';

type Range = readonly [from: number, to: number];

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The day, week, month or year that a word or a written date stands for; null where it is none. */
export function dateRange(text: string, clock: Clock): { from: number; to: number } | null {
  const wall = toWall(clock.now, clock);
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '-');
  const range = named(name, wall - modulo(wall, dayLength)) ?? written(name);
  return range && { from: fromWall(range[0], clock), to: fromWall(range[1], clock) };
}

function named(name: string, today: number): Range | null {
  const date = new Date(today);
  const [year, month, weekday] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDay()];
  const days = (from: number, count = 1): Range => [today + from * dayLength, today + (from + count) * dayLength];
  const monday = -modulo(weekday - 1, 7);
  switch (name) {
    case 'today':
      return days(0);
    case 'yesterday':
      return days(-1);
    case 'this-week':
      return days(monday, 7);
    case 'last-week':
      return days(monday - 7, 7);
    case 'this-month':
      return months(year, month, 1);
    case 'last-month':
      return months(year, month - 1, 1);
    case 'this-year':
      return months(year, 0, 12);
    case 'last-year':
      return months(year - 1, 0, 12);
  }
  const index = weekdays.indexOf(name);
  return index === -1 ? null : days(-modulo(weekday - index, 7)); // the latest one, which may be today
}

function written(text: string): Range | null {
  const [, year, month, day] = /^([1-9]\d{3})(?:-(\d\d?)(?:-(\d\d?))?)?$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === 0 || day === 0) return null;
  if (!month) return months(year, 0, 12);
  if (month > 12) return null;
  if (!day) return months(year, month - 1, 1);
  const from = Date.UTC(year, month - 1, day);
  return new Date(from).getUTCDate() === day ? [from, from + dayLength] : null;
}

const months = (year: number, month: number, count: number): Range => [
  Date.UTC(year, month, 1),
  Date.UTC(year, month + count, 1),
];

const modulo = (value: number, by: number) => ((value % by) + by) % by;
