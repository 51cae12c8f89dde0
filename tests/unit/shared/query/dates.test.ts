import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../../shared/query/query.ts';
import { parse, read } from './support.ts';

const at = (iso: string, offsetMinutes: (time: number) => number = () => 0): Clock => ({
  now: Date.parse(iso),
  offsetMinutes,
});
const during = (value: string, clock?: Clock) => read(`during:${value}`, clock).replace('time=', '');

describe('on a Wednesday, 18 November 2026,', () => {
  test.each([
    ['2026-11-18', '2026-11-18..2026-11-19'],
    ['2026-11', '2026-11-01..2026-12-01'],
    ['2026-12', '2026-12-01..2027-01-01'],
    ['2026-2', '2026-02-01..2026-03-01'],
    ['2026', '2026-01-01..2027-01-01'],
    ['2024-02-29', '2024-02-29..2024-03-01'],
    ['today', '2026-11-18..2026-11-19'],
    ['Yesterday', '2026-11-17..2026-11-18'],
    ['this-week', '2026-11-16..2026-11-23'],
    ['last-week', '2026-11-09..2026-11-16'],
    ['"last week"', '2026-11-09..2026-11-16'],
    ['this-month', '2026-11-01..2026-12-01'],
    ['last-month', '2026-10-01..2026-11-01'],
    ['"Last  Month"', '2026-10-01..2026-11-01'],
    ['this-year', '2026-01-01..2027-01-01'],
    ['last-year', '2025-01-01..2026-01-01'],
    ['monday', '2026-11-16..2026-11-17'],
    ['tuesday', '2026-11-17..2026-11-18'],
    ['wednesday', '2026-11-18..2026-11-19'],
    ['thursday', '2026-11-12..2026-11-13'],
    ['friday', '2026-11-13..2026-11-14'],
    ['saturday', '2026-11-14..2026-11-15'],
    ['sunday', '2026-11-15..2026-11-16'],
  ])('%s is %s', (value, range) => {
    expect(during(value)).toBe(range);
    expect(read(`on:${value}`)).toBe(`time=${range}`);
  });
});

test('before: ends where the date begins, after: begins where it ends', () => {
  expect(read('before:2026-11-18')).toBe('time=..2026-11-18');
  expect(read('after:2026-11-18')).toBe('time=2026-11-19..');
  expect(read('before:2026-11')).toBe('time=..2026-11-01');
  expect(read('after:2026-11')).toBe('time=2026-12-01..');
  expect(read('after:"last week" before:today')).toBe('time=2026-11-16.. & time=..2026-11-18');
  expect(read('-on:today')).toBe('!time=2026-11-18..2026-11-19');
});

test('a filter of time spans its field and value', () => {
  expect(parse('x on:today').root).toMatchObject({ children: [{}, { kind: 'time', start: 2, end: 10 }] });
});

describe('at the borders', () => {
  test('a week begins on Monday', () => {
    expect(during('this-week', at('2026-11-15T23:59:59.999Z'))).toBe('2026-11-09..2026-11-16');
    expect(during('this-week', at('2026-11-16T00:00:00.000Z'))).toBe('2026-11-16..2026-11-23');
    expect(during('last-week', at('2027-01-01T12:00:00.000Z'))).toBe('2026-12-21..2026-12-28');
  });

  test('a month ends with its last day', () => {
    expect(during('this-month', at('2024-02-29T23:59:59.999Z'))).toBe('2024-02-01..2024-03-01');
    expect(during('last-month', at('2027-01-31T12:00:00.000Z'))).toBe('2026-12-01..2027-01-01');
    expect(during('yesterday', at('2026-03-01T00:00:00.000Z'))).toBe('2026-02-28..2026-03-01');
  });

  test('the day is the local one', () => {
    expect(
      during(
        'today',
        at('2026-11-18T23:30:00Z', () => 60),
      ),
    ).toBe('2026-11-18T23:00..2026-11-19T23:00');
    expect(
      during(
        'today',
        at('2026-11-18T03:00:00Z', () => -480),
      ),
    ).toBe('2026-11-17T08:00..2026-11-18T08:00');
    expect(
      during(
        'today',
        at('2026-11-18T20:00:00Z', () => 345),
      ),
    ).toBe('2026-11-18T18:15..2026-11-19T18:15');
  });

  test("without an offset it is the machine's", () => {
    const now = new Date(2026, 10, 18, 12).getTime();
    const { root } = parse('on:today', { now });
    expect(root).toMatchObject({ from: new Date(2026, 10, 18).getTime(), to: new Date(2026, 10, 19).getTime() });
    for (const month of Array.from({ length: 12 }, (_, index) => index)) {
      const from = new Date(2026, month, 1).getTime();
      const to = new Date(2026, month + 1, 1).getTime();
      expect(parse(`on:2026-${month + 1}`, { now }).root).toMatchObject({ from, to });
    }
  });
});

describe('when the clocks change', () => {
  const switching = (iso: string, before: number, after: number) => (time: number) =>
    time < Date.parse(iso) ? before : after;
  const spring = switching('2026-03-29T01:00:00Z', 60, 120); // Berlin, 02:00 becomes 03:00
  const autumn = switching('2026-10-25T01:00:00Z', 120, 60); // Berlin, 03:00 becomes 02:00
  const skipped = switching('2026-09-06T04:00:00Z', -240, -180); // Santiago, midnight becomes 01:00
  const repeated = switching('2026-11-01T05:00:00Z', -240, -300); // Havana, 01:00 becomes midnight

  test('a day has 23 or 25 hours', () => {
    expect(during('2026-03-29', at('2026-04-02T12:00:00Z', spring))).toBe('2026-03-28T23:00..2026-03-29T22:00');
    expect(during('2026-10-25', at('2026-10-28T12:00:00Z', autumn))).toBe('2026-10-24T22:00..2026-10-25T23:00');
  });

  test('weeks and months still begin at midnight', () => {
    expect(during('this-week', at('2026-03-29T12:00:00Z', spring))).toBe('2026-03-22T23:00..2026-03-29T22:00');
    expect(during('2026-10', at('2026-10-28T12:00:00Z', autumn))).toBe('2026-09-30T22:00..2026-10-31T23:00');
    expect(during('today', at('2026-03-30T12:00:00Z', spring))).toBe('2026-03-29T22:00..2026-03-30T22:00');
  });

  test('a day without midnight begins when the clocks go forward', () => {
    expect(during('2026-09-06', at('2026-09-10T12:00:00Z', skipped))).toBe('2026-09-06T04:00..2026-09-07T03:00');
    expect(during('2026-09-05', at('2026-09-10T12:00:00Z', skipped))).toBe('2026-09-05T04:00..2026-09-06T04:00');
  });

  test('a day with two midnights begins with the first', () => {
    expect(during('2026-11-01', at('2026-11-10T12:00:00Z', repeated))).toBe('2026-11-01T04:00..2026-11-02T05:00');
  });

  test('days ago are counted on the calendar, hours on the clock', () => {
    const clock = at('2026-03-29T12:00:00Z', spring);
    expect(read('newer_than:1d', clock)).toBe('time=2026-03-28T13:00..');
    expect(read('newer_than:24h', clock)).toBe('time=2026-03-28T12:00..');
  });
});

describe('ages', () => {
  test.each([
    ['older_than:30d', '..2026-10-19T11:30'],
    ['newer_than:2w', '2026-11-04T11:30..'],
    ['newer_than:36h', '2026-11-16T23:30..'],
    ['older_than:3m', '..2026-08-18T11:30'],
    ['older_than:1Y', '..2025-11-18T11:30'],
    ['newer_than:0d', '2026-11-18T11:30..'],
  ])('%s', (text, range) => expect(read(text)).toBe(`time=${range}`));

  test('a month before its 31st is the last day of the month before', () => {
    expect(read('older_than:1m', at('2026-03-31T10:00:00Z'))).toBe('time=..2026-02-28T10:00');
    expect(read('older_than:1y', at('2024-02-29T10:00:00Z'))).toBe('time=..2023-02-28T10:00');
  });

  test('the greatest is still a time', () => {
    expect(parse('older_than:99999y').root).toMatchObject({ from: null, to: expect.any(Number) as number });
    expect(parse('older_than:99999y').root).not.toMatchObject({ to: NaN });
  });
});
