import { describe, expect, it } from 'vitest';
import { isChoosable, rowsOf, type Expansion, type Found } from '../../../renderer/lib/result-rows.ts';
import type { Hit, Session } from '../../../shared/schemas.ts';

const hit = (session: string, position: number) =>
  ({ session, file: `${session}.jsonl`, position, title: `Title of ${session}`, project: '/p' }) as Hit;
const hits = (session: string, count: number) => Array.from({ length: count }, (_, position) => hit(session, position));
const session = (ref: string) => ({ ref }) as Session;

const rows = (found: Partial<Found>) =>
  rowsOf({ sessions: [], allSessions: false, hits: [], counts: new Map(), expansions: new Map(), ...found });
const brief = (found: Partial<Found>) =>
  rows(found).map((row) => {
    if (row.kind === 'hit') return `${row.hit.session}${row.hit.position}`;
    if (row.kind === 'rest' || row.kind === 'sessions') return `+${row.more}`;
    return row.kind === 'group' ? `[${row.count}]` : row.kind;
  });

describe('the rows of a search', () => {
  it('keep the hits of a session together, in the order of their best', () => {
    expect(brief({ hits: [hit('a', 1), hit('b', 1), hit('a', 2)] })).toEqual(['[2]', 'a1', 'a2', '[1]', 'b1']);
  });

  it('show the best three of a session, and how many more there are', () => {
    expect(brief({ hits: hits('a', 6) })).toEqual(['[6]', 'a0', 'a1', 'a2', '+3']);
  });

  it('believe the counts where not all hits have come', () => {
    expect(brief({ hits: hits('a', 2), counts: new Map([['a', 15]]) })).toEqual(['[15]', 'a0', 'a1', '+13']);
  });

  it('show a fourth hit rather than a row that says there is one', () => {
    expect(brief({ hits: hits('a', 4) })).toEqual(['[4]', 'a0', 'a1', 'a2', 'a3']);
  });

  it('put what an unfolding brought behind what was shown, once', () => {
    const expansion: Expansion = { hits: [hit('a', 5), ...hits('a', 5)], total: 8, busy: false };
    const expansions = new Map([['a', expansion]]);
    expect(brief({ hits: hits('a', 3), expansions })).toEqual(['[8]', 'a0', 'a1', 'a2', 'a5', 'a3', 'a4', '+2']);
  });

  it('can be folded again when a session is unfolded to its end', () => {
    const expansions = new Map([['a', { hits: hits('a', 5), total: 5, busy: false }]]);
    expect(brief({ hits: hits('a', 3), expansions }).at(-1)).toBe('+0');
  });

  it('begin with the matching sessions, three of them until more are asked for', () => {
    const sessions = ['a', 'b', 'c', 'd', 'e'].map(session);
    expect(brief({ sessions })).toEqual(['heading', 'session', 'session', 'session', '+2']);
    expect(brief({ sessions, allSessions: true }).slice(-2)).toEqual(['session', '+0']);
    expect(brief({ sessions: sessions.slice(0, 3) })).not.toContain('+0');
  });

  it('have keys of their own, and headings that cannot be chosen', () => {
    const all = rows({ sessions: [session('a')], hits: [...hits('a', 6), ...hits('b', 2)] });
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    expect(all.filter((row) => !isChoosable(row)).map(({ kind }) => kind)).toEqual(['heading', 'group', 'group']);
  });
});
