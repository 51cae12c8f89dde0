import type { PurgePlan, Receipt, Trace, TraceItem } from '../../../../shared/purge.ts';

export const place = (path: string, what: Trace = 'transcript', more: Partial<TraceItem> = {}): TraceItem => ({
  ...{ path, what, bytes: 100, action: 'delete' },
  ...more,
});

export const session = (name: string) => ({ session: name, sessionId: name, title: `Title of ${name}`, bytes: 100 });

export const plan = (parts: Partial<PurgePlan> = {}): PurgePlan => ({
  verb: 'purge',
  sessions: [session('a')],
  plan: [place('/c/projects/p/a.jsonl')],
  bytes: 100,
  refused: [],
  copies: [],
  notCovered: [],
  token: 't',
  ...parts,
});

export const receipt = (parts: Partial<Receipt> = {}): Receipt => ({
  ...{ id: 1, verb: 'purge', started: 0, ended: 1, sessions: ['a', 'b'], bytes: 48_000_000 },
  places: [{ path: '/c/projects/p/a.jsonl', what: 'transcript', action: 'delete', bytes: 100 }],
  ...{ done: true, verified: true, remaining: [], restorable: false },
  ...parts,
});
