import type { Clock } from './types.ts';

export const dayLength = 86_400_000;

const machineOffset = (time: number) => -new Date(time).getTimezoneOffset();
const offset = (time: number, { offsetMinutes = machineOffset }: Clock) => offsetMinutes(time) * 60_000;

/** What a clock on the wall shows, as if it were UTC: days can be counted in it whatever daylight saving does. */
export const toWall = (time: number, clock: Clock): number => time + offset(time, clock);

/**
 * The moment a clock on the wall shows this. Twice in the year that is not one moment: of two it is the first,
 * and for an hour that is skipped it is the moment of the skip.
 */
export function fromWall(wall: number, clock: Clock): number {
  const before = offset(wall - dayLength, clock);
  const after = offset(wall + dayLength, clock);
  const early = wall - before;
  if (before === after || offset(early, clock) === before) return early;
  const late = wall - after;
  return offset(late, clock) === after ? late : early;
}
