import { expect, test } from 'vitest';
import { entryId, firstIdAt, nextId } from '../../../../electron/core/ingest/entry-id.ts';
import { kinds } from '../../../../shared/schemas.ts';

const kindIn = (id: number) => kinds[Number(BigInt(id) & 15n)];
const now = Date.UTC(2026, 2, 4, 12);

test.each(kinds)('an id ends in its kind: %s', (kind) => {
  for (const time of [now, now + 0.123, now + 0.9999, 0, -1e15, 8.64e15, Date.UTC(2080, 0, 1)]) {
    for (const slot of [0, 1, 255, 256, 97 * 12_345]) expect(kindIn(entryId(time, kind, slot))).toBe(kind);
  }
});

test('ids sort by time, whatever the kind', () => {
  const times = [Date.UTC(2025, 5, 1), now, now + 1, now + 2, Date.UTC(2036, 0, 1)];
  for (const [at, time] of times.entries()) {
    const later = times[at + 1];
    if (later !== undefined) expect(entryId(time, 'unknown', 255)).toBeLessThan(entryId(later, 'prompt', 0));
  }
});

test('everything of a moment and after it has an id from the first one of that moment on', () => {
  for (const kind of kinds) {
    expect(entryId(now, kind, 0)).toBeGreaterThanOrEqual(firstIdAt(now));
    expect(entryId(now - 1, kind, 255)).toBeLessThan(firstIdAt(now));
  }
});

test('an id is a number that JavaScript and SQLite hold exactly', () => {
  for (const time of [-8.64e15, 0, now, now + 0.5, 8.64e15]) {
    expect(Number.isSafeInteger(entryId(time, 'unknown', 255))).toBe(true);
  }
});

test('the next id to try is higher and of the same kind', () => {
  let id = entryId(now, 'hook', 7);
  for (let tries = 0; tries < 40; tries += 1) {
    const next = nextId(id, tries, 12_345);
    expect(next).toBeGreaterThan(id);
    expect(kindIn(next)).toBe('hook');
    id = next;
  }
});

test('the next id stays exact at the end of time', () => {
  let id = entryId(8.64e15, 'unknown', 255);
  for (let tries = 0; tries < 10_000; tries += 1) id = nextId(id, tries, tries * 7);
  expect(Number.isSafeInteger(id)).toBe(true);
});
