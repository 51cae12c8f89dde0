import { dayLength, fromWall, toWall } from './local-time.ts';
import type { Clock } from './types.ts';

/** The moment so long ago: `30d` is 30 days, at this time of day. Units are h, d, w, m (months) and y. */
export function ago(text: string, clock: Clock): number | null {
  const [, digits, unit] = /^(\d{1,5})([hdwmy])$/i.exec(text) ?? [];
  if (digits === undefined || unit === undefined) return null;
  const count = Number(digits);
  const wall = toWall(clock.now, clock);
  switch (unit.toLowerCase()) {
    case 'h':
      return clock.now - count * 3_600_000;
    case 'd':
      return fromWall(wall - count * dayLength, clock);
    case 'w':
      return fromWall(wall - count * 7 * dayLength, clock);
    case 'm':
      return fromWall(monthsBefore(wall, count), clock);
    default:
      return fromWall(monthsBefore(wall, count * 12), clock);
  }
}

/** A month before 31 March is the last day of February. */
function monthsBefore(wall: number, count: number): number {
  const date = new Date(wall);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - count);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

export interface Amounts {
  readonly min: number | null;
  readonly max: number | null;
}

const number = String.raw`(\d+|\d+(?:\.\d+)?(?=[km]))([km]?)`;
const comparison = new RegExp(`^(>=|<=|>|<|=|)${number}$`, 'i');
const between = new RegExp(`^(?:${number})?\\.\\.(?:${number})?$`, 'i');

/** `>10000`, `<=1.5m`, `10k..20k`, `10k..`. As people say it, the unit of `10..20k` counts for both. */
export function amounts(text: string): Amounts | null {
  const [, sign, digits, unit] = comparison.exec(text) ?? [];
  if (digits !== undefined) return compared(sign, whole(digits, unit));
  const [range, low, lowUnit, high, highUnit] = between.exec(text) ?? [];
  if (range === undefined || range === '..') return null;
  const unitForBoth = Number(low) < Number(high); // but not in 500..2k
  const min = low === undefined ? null : whole(low, lowUnit || (unitForBoth ? highUnit : ''));
  const max = high === undefined ? null : whole(high, highUnit);
  if (Number.isNaN(min) || Number.isNaN(max)) return null;
  return min !== null && max !== null && min > max ? null : { min, max };
}

function compared(sign: string | undefined, value: number): Amounts | null {
  if (Number.isNaN(value)) return null;
  if (sign === '>') return { min: value + 1, max: null };
  if (sign === '>=') return { min: value, max: null };
  if (sign === '<') return { min: null, max: value - 1 };
  if (sign === '<=') return { min: null, max: value };
  return { min: value, max: value };
}

function whole(digits: string, unit = ''): number {
  const value = Math.round(Number(digits) * { '': 1, k: 1e3, m: 1e6 }[unit.toLowerCase() as '' | 'k' | 'm']);
  return Number.isSafeInteger(value) ? value : NaN;
}
