import { expect, afterEach, beforeEach, describe, test } from 'vitest';
import { nextRun, readRules, removeRule, saveRule, toRule } from '../../../../electron/core/retention/rules.ts';
import { openLibrary } from '../../../../electron/core/db/open.ts';
import type { WriteDb } from '../../../../electron/core/db/handles.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';

let folders: Folders;
let library: WriteDb;
beforeEach(() => {
  folders = emptyFolders();
  library = openLibrary(folders.dataDir);
});
afterEach(() => {
  library.close();
  folders.remove();
});

const noon = Date.UTC(2026, 10, 18, 12);
const day = 86_400_000;
type Input = Parameters<typeof saveRule>[1];
const save = (input: Input, now = noon) => saveRule(library, input, now);

test('a rule is off until whoever has seen its preview says yes', () => {
  const { id, enabled, consent } = save({ name: 'Old ones', olderThanDays: 90 });
  expect(enabled).toBeNull();
  for (const guess of [undefined, '', 'yes']) {
    const input = { id, name: 'Old ones', enabled: true, ...(guess === undefined ? {} : { consent: guess }) };
    expect(() => save(input)).toThrow(/only by whoever has seen/);
  }
  expect(save({ id, name: 'Old ones', enabled: true, consent }).enabled).toBe(noon);
});

test('it cannot be born enabled', () => {
  expect(() => save({ name: 'Old ones', olderThanDays: 90, enabled: true, consent: '' })).toThrow(/Save it, look at/);
  expect(readRules(library)).toEqual([]);
});

test('one whose conditions change is off again, and needs a new look', () => {
  const { id, consent } = save({ name: 'Old ones', olderThanDays: 90 });
  save({ id, name: 'Old ones', enabled: true, consent });
  expect(() => save({ id, name: 'Old ones', olderThanDays: 30, enabled: true, consent })).toThrow(/only by whoever/);
  const changed = save({ id, name: 'Old ones', olderThanDays: 30 });
  expect(changed.enabled).toBeNull();
  expect(changed.consent).not.toBe(consent);
  expect(() => save({ id, name: 'Old ones', enabled: true, consent })).toThrow(/only by whoever/);
});

test('a consent is used up: what was switched off takes another look', () => {
  const { id, consent } = save({ name: 'Old ones', olderThanDays: 90 });
  save({ id, name: 'Old ones', enabled: true, consent });
  save({ id, name: 'Old ones', enabled: false });
  expect(() => save({ id, name: 'Old ones', enabled: true, consent })).toThrow(/only by whoever/);
});

test('another name alone changes nothing else', () => {
  const { id, consent } = save({ name: 'Old ones', olderThanDays: 90, verb: 'purge' });
  save({ id, name: 'Old ones', enabled: true, consent });
  expect(save({ id, name: 'Ancient' }, noon + day)).toMatchObject({
    ...{ name: 'Ancient', enabled: noon, olderThanDays: 90, verb: 'purge' },
  });
  expect(save({ id, name: 'Older', enabled: true }, noon + day).enabled).toBe(noon);
});

test('what is left out of a change stays, what is null goes', () => {
  const { id } = save({ name: 'x', olderThanDays: 90, project: '/home/dev/x', largerThanBytes: 5 });
  expect(save({ id, name: 'x', project: null })).toMatchObject({
    olderThanDays: 90,
    project: null,
    largerThanBytes: 5,
  });
});

describe('a rule without a condition', () => {
  test('is refused: it would take everything', () => {
    expect(() => save({ name: 'All' })).toThrow(/every session there is/);
    expect(() => save({ name: 'All', olderThanDays: null, withSecrets: false })).toThrow(/every session there is/);
    const { id } = save({ name: 'x', olderThanDays: 90 });
    expect(() => save({ id, name: 'x', olderThanDays: null })).toThrow(/every session there is/);
  });
});

test('it runs by itself a day after it was enabled, and daily from then on', () => {
  const rule = save({ name: 'x', withSecrets: true });
  expect(nextRun(rule)).toBeNull();
  const on = save({ id: rule.id, name: 'x', enabled: true, consent: rule.consent });
  expect(nextRun(on)).toBe(noon + day);
  expect(nextRun({ ...on, lastRun: noon + 5 * day })).toBe(noon + 6 * day);
  expect(nextRun({ ...on, lastRun: noon - 5 * day })).toBe(noon + day);
  expect(toRule(on)).toMatchObject({ enabled: true, next: noon + day, problem: null, verb: 'trash' });
});

test('one that was removed is gone, and its number is not given to another', () => {
  const { id } = save({ name: 'x', olderThanDays: 90 });
  removeRule(library, id);
  expect(() => removeRule(library, id)).toThrow(`There is no rule ${id}`);
  expect(save({ name: 'y', olderThanDays: 90 }).id).toBeGreaterThan(id);
});
