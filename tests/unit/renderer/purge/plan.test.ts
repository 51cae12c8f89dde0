import { describe, expect, it } from 'vitest';
import { planChanges, redactionChanges } from '../../../../renderer/lib/plan-changes.ts';
import { planRows, type Shown } from '../../../../renderer/lib/plan-rows.ts';
import { redactionRows } from '../../../../renderer/lib/redaction-rows.ts';
import type { PurgePlan } from '../../../../shared/purge.ts';
import { place, plan, session } from './support.ts';

const nothing: Shown = { insisted: new Set(), includeCopies: false, unfolded: new Map() };
const brief = (parts: Partial<PurgePlan>, shown: Partial<Shown> = {}) =>
  planRows(plan(parts), { ...nothing, ...shown }).map((row) => {
    if (row.kind === 'heading') return `${row.text} ${row.amount}`;
    if (row.kind === 'group') return `${row.group.what} ${row.group.items.length} ${row.open ? 'open' : 'folded'}`;
    return row.kind === 'place' ? row.item.path : row.kind;
  });
const live = {
  session: 'b',
  sessionId: 'b',
  title: 'B',
  reason: 'live',
  detail: 'Claude Code is at work in it.',
} as const;
const copy = { session: 'c', sessionId: 'c', title: 'C', records: 3 };
const places = (count: number) => Array.from({ length: count }, (_, index) => place(`/c/${index}`));

describe('a plan on screen', () => {
  it('tells sessions, what is left alone, copies, places by kind and what is not covered', () => {
    const many = { refused: [live], copies: [copy], notCovered: ['Backups.'] };
    expect(brief({ ...many, plan: [place('/c/h', 'history'), place('/c/a'), place('/c/b')] })).toEqual([
      ...['Sessions 1', 'session', 'Left alone 1', 'refused', 'Copies in other sessions 1', 'copies', 'copy'],
      ...['Places 3', 'transcript 2 open', '/c/a', '/c/b', 'history 1 open', '/c/h', 'Not covered 1', 'note'],
    ]);
  });

  it('leaves out what there is nothing of', () => {
    expect(brief({ sessions: [], plan: [] })).toEqual(['Sessions 0']);
  });

  it('folds places when there are many, and unfolds the kind that is asked for', () => {
    expect(brief({ plan: places(41) }).slice(2)).toEqual(['Places 41', 'transcript 41 folded']);
    expect(brief({ plan: places(41) }, { unfolded: new Map([['transcript', true]]) })).toHaveLength(4 + 41);
  });

  it('lets the copies be left out again once they are in', () => {
    expect(brief({}, { includeCopies: true })).toContain('copies');
    expect(brief({ copies: [copy] }, { includeCopies: null })).not.toContain('copies');
  });

  it('has a key of its own for every row, even where one file is named twice', () => {
    const rows = planRows(plan({ plan: [place('/c/h', 'history'), place('/c/h', 'history')] }), nothing);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('lays ten thousand places out at once', () => {
    expect(brief({ plan: places(10_000) }, { unfolded: new Map([['transcript', true]]) })).toHaveLength(10_004);
  });
});

describe('a plan that no longer holds', () => {
  it('says which session left and why, and which came in', () => {
    const after = plan({ sessions: [session('c')], refused: [{ ...live, session: 'a' }] });
    expect(planChanges(plan(), after)).toEqual([
      '“Title of a” is no longer among them: Claude Code is at work in it.',
      '“Title of c” has come in.',
    ]);
  });

  it('counts sessions where they are many', () => {
    const many = ['b', 'c', 'd', 'e'].map(session);
    expect(planChanges(plan({ sessions: [] }), plan({ sessions: many }))).toEqual(['4 sessions have come in.']);
  });

  it('says how the places and the size differ', () => {
    const after = plan({ plan: [place('/c/1'), place('/c/2')], bytes: 2_000 });
    expect(planChanges(plan(), after)).toEqual(['2 places more.', '1 place fewer.', 'It is 2 KB now, it was 100 B.']);
  });

  it('says nothing where nothing differs', () => {
    expect(planChanges(plan(), plan({ token: 'u' }))).toEqual([]);
  });

  it('does the same for a redaction', () => {
    const file = { path: '/c/a', what: 'transcript', replacements: 2, lines: 1 };
    const before = { files: [file], replacements: 2, sessions: ['a'], refused: [], notCovered: [], token: 't' };
    const after = { ...before, files: [], replacements: 0 };
    expect(redactionChanges(before, after)).toEqual(['1 place fewer.', 'It is 0 places now, it was 2 places.']);
    expect(redactionRows(after)).toEqual([]);
    expect(redactionRows(before).map(({ kind }) => kind)).toEqual(['heading', 'file']);
  });
});
