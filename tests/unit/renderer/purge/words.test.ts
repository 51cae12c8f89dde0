import { describe, expect, it } from 'vitest';
import {
  actionWords,
  deed,
  isNumber,
  numberToType,
  outcomeOf,
  receiptWords,
} from '../../../../renderer/lib/plan-words.ts';
import { place, plan, receipt, session } from './support.ts';

describe('the words of a purge', () => {
  it('name count and size on the button', () => {
    const twelve = { sessions: Array.from({ length: 12 }, (_, index) => session(`s${index}`)), bytes: 48_000_000 };
    expect(deed(plan(twelve))).toBe('Purge 12 sessions, 48 MB');
    expect(deed(plan({ ...twelve, verb: 'trash' }))).toBe('Move 12 sessions, 48 MB to the trash');
    expect(deed(plan())).toBe('Purge 1 session, 100 B');
  });

  it('say what happens to a place', () => {
    expect(actionWords(place('/a'), 'purge')).toBe('deleted');
    expect(actionWords(place('/a'), 'trash')).toBe('to the trash');
    expect(actionWords(place('/a', 'history', { action: 'rewrite', lines: 34 }), 'trash')).toBe('34 lines out');
    expect(actionWords(place('/a', 'index', { action: 'rewrite' }), 'purge')).toBe('written again');
    expect(actionWords(place('/a', 'paste', { action: 'keep' }), 'purge')).toBe('stays');
  });

  it('want the number typed for more than one', () => {
    expect(numberToType(1)).toBeNull();
    expect(numberToType(12)).toBe('12');
    expect(isNumber('12', 12)).toBe(true);
    expect(['3,412', '3 412', '3.412', '3412'].every((typed) => isNumber(typed, 3_412))).toBe(true);
    expect(['', '1', '123', 'twelve', '0x0c'].some((typed) => isNumber(typed, 12))).toBe(false);
  });

  it('never promise more than was checked', () => {
    expect(outcomeOf(receipt())).toEqual({
      state: 'verified',
      text: 'Removed from 1 place; verified absent from the index.',
    });
    expect(outcomeOf(receipt({ verified: false }))).toEqual({
      state: 'unverified',
      text: 'Done, but not verified: what may be left is named below.',
    });
    expect(outcomeOf(receipt({ verified: false, done: false })).state).toBe('unfinished');
  });

  it('count only the places that something was done to', () => {
    const [one] = receipt().places;
    if (!one) throw new Error('A receipt has places.');
    const kept = { ...one, action: 'keep' };
    expect(outcomeOf(receipt({ places: [one, kept, kept] })).text).toMatch(/from 1 place;/);
    expect(receiptWords(receipt({ verb: 'redact', places: [one, kept] }))).toBe('Redacted: 1 file of 2 sessions');
    expect(outcomeOf(receipt({ verb: 'redact', places: [one] })).text).toMatch(/^Taken out; verified absent/);
  });

  it('tell the three verbs apart, and what was put back', () => {
    expect(receiptWords(receipt())).toBe('Purged: 2 sessions, 48 MB');
    expect(receiptWords(receipt({ verb: 'trash' }))).toBe('To the trash: 2 sessions, 48 MB');
    const back = receipt().places.map((one) => ({ ...one, action: 'restored' }));
    expect(outcomeOf(receipt({ verb: 'trash', places: back })).state).toBe('back');
  });

  it('never say “shred”', () => {
    const every = [receiptWords(receipt()), outcomeOf(receipt()).text, deed(plan())].join(' ');
    expect(every).not.toMatch(/shred/i);
  });
});
