import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Receipt, Trace } from '../../../shared/purge.ts';
import type { ReadDb, WriteDb } from '../db/handles.ts';
import type { Detail } from './footprint/place.ts';
import { isOfSubagent } from './tombstones.ts';

export interface Step {
  readonly purge: number;
  readonly nth: number;
  readonly path: string;
  readonly what: Trace;
  readonly action: string;
  readonly bytes: number;
  readonly detail: Detail | null;
  /** `begun`: what it does cannot be looked at any more as it was. */
  readonly state: 'due' | 'begun' | 'done';
  /** Where in the trash it is, or is about to be. */
  readonly moved: string | null;
}

/** Whoever takes something out of transcripts: a purge, the trash, a redaction. */
export type Verb = Receipt['verb'];

export interface Grave {
  readonly path: string;
  readonly sessionId: string;
  readonly head: string | null;
}

export interface Account {
  readonly id: number;
  readonly verb: Verb;
  readonly started: number;
  readonly sessions: readonly string[];
}

export interface Beginning {
  readonly verb: Verb;
  /** Ids. */
  readonly sessions: readonly string[];
  readonly steps: readonly NewStep[];
  readonly graves?: readonly Grave[];
  /** What is known to stay out of reach. */
  readonly warnings?: readonly string[];
}

type NewStep = Omit<Step, 'purge' | 'nth' | 'state' | 'moved' | 'detail'> & { readonly detail?: Detail | undefined };
type Row = Omit<Step, 'detail'> & { readonly detail: string | null };

export type Journal = ReturnType<typeof openJournal>;

/** What is to be done is written down before anything is, and crossed off as it is done: a crash loses nothing. */
export function openJournal(library: WriteDb) {
  const insert = library.prepare('INSERT INTO purge (verb, started, sessions, warnings) VALUES (?, ?, ?, ?)');
  const insertStep = library.prepare(
    `INSERT INTO purge_step (purge, nth, path, what, action, bytes, detail, state)
     VALUES (?, ?, @path, @what, @action, @bytes, @detail, @state)`,
  );
  const bury = library.prepare('INSERT OR REPLACE INTO tombstone (path, session_id, purge, head) VALUES (?, ?, ?, ?)');
  const stepsOf = library.prepare('SELECT * FROM purge_step WHERE purge = ? ORDER BY nth');
  const setState = library.prepare('UPDATE purge_step SET state = @state WHERE purge = @purge AND nth = @nth');
  const setMoved = library.prepare('UPDATE purge_step SET moved = ? WHERE purge = ? AND nth = ?');
  const setPath = library.prepare('UPDATE purge_step SET path = ? WHERE purge = ? AND nth = ?');
  const finish = library.prepare('UPDATE purge SET ended = ?, verified = ?, remaining = ? WHERE id = ?');
  const warningsOf = library.prepare('SELECT warnings FROM purge WHERE id = ?').pluck();
  const due = `EXISTS (SELECT 1 FROM purge_step WHERE purge = purge.id AND state <> 'done')`;

  return {
    /** Lasts through a power cut: nothing is touched before. */
    begin({ verb, sessions, steps, graves = [], warnings = [] }: Beginning): number {
      library.pragma('synchronous = FULL');
      try {
        return library.transaction(() => {
          const id = Number(
            insert.run(verb, Date.now(), JSON.stringify(sessions), JSON.stringify(warnings)).lastInsertRowid,
          );
          for (const [nth, { detail, ...step }] of steps.entries()) {
            const state = step.action === 'keep' ? 'done' : 'due';
            insertStep.run(id, nth, {
              ...step,
              state,
              detail: detail && state === 'due' ? JSON.stringify(detail) : null,
            });
          }
          for (const { path, sessionId, head } of graves) bury.run(path, sessionId, id, head);
          return id;
        })();
      } finally {
        library.pragma('synchronous = NORMAL');
      }
    },

    mark: ({ purge, nth }: Step, state: 'begun' | 'done') => void setState.run({ state, purge, nth }),
    moved: ({ purge, nth }: Step, path: string | null) => void setMoved.run(path, purge, nth),
    steps: (id: number) => (stepsOf.all(id) as Row[]).map(revive),

    /** Of what is gone, a receipt keeps no name that stood in its records: a paste's hash, a plan's or a subagent's name. */
    forgetNames(steps: readonly Step[]): void {
      library.transaction(() => {
        for (const { purge, nth, action, what, path } of steps) {
          const isTelling = what === 'paste' || what === 'plan-file' || isOfSubagent(path);
          if (action === 'delete' && isTelling) setPath.run(join(dirname(path), '…'), purge, nth);
        }
      })();
    },

    /** Everything was tried; what could not be done is tried again at the next start. */
    finish(id: number, verified: boolean, remaining: readonly string[]): void {
      library.transaction(() => {
        const warnings = JSON.parse(warningsOf.get(id) as string) as string[];
        const all = [...warnings, ...remaining];
        finish.run(Date.now(), verified && all.length === 0 ? 1 : 0, JSON.stringify(all), id);
        const isDue = library.prepare("SELECT 1 FROM purge_step WHERE purge = ? AND state <> 'done'").get(id);
        if (!isDue) library.prepare('UPDATE purge_step SET detail = NULL WHERE purge = ?').run(id);
      })();
    },

    /** Leaves a session alone that came to life again: its places are no part of this any more. */
    spare({ id }: Account, { sessionId, steps }: { sessionId: string; steps: readonly Step[] }): void {
      const keep = library.prepare("UPDATE purge_step SET action = 'keep', state = 'done' WHERE purge = ? AND nth = ?");
      const change = library.prepare('UPDATE purge_step SET detail = ? WHERE purge = ? AND nth = ?');
      const warnings = JSON.parse(warningsOf.get(id) as string) as string[];
      const warning = `${sessionId} was written again since, and is left as it is now.`;
      library.transaction(() => {
        for (const { nth, path, action, detail } of steps) {
          if (action === 'delete' && path.includes(sessionId)) keep.run(id, nth);
          else if (detail && 'ids' in detail && detail.kind !== 'index') {
            const ids = detail.ids.filter((one) => one !== sessionId);
            change.run(JSON.stringify({ ...detail, ids }), id, nth);
          }
        }
        library.prepare('DELETE FROM tombstone WHERE purge = ? AND session_id = ?').run(id, sessionId);
        library.prepare('UPDATE purge SET warnings = ? WHERE id = ?').run(JSON.stringify([...warnings, warning]), id);
      })();
    },

    /** Accounts with something left to do, if only to look whether anything is left. */
    pending(): Account[] {
      const rows = library
        .prepare(`SELECT * FROM purge WHERE (ended IS NULL OR ${due}) AND restored IS NULL ORDER BY id`)
        .all();
      return (rows as (Omit<Account, 'sessions'> & { sessions: string })[]).map((row) => ({
        ...{ id: row.id, verb: row.verb, started: row.started },
        sessions: JSON.parse(row.sessions) as string[],
      }));
    },

    restored(id: number): void {
      library.prepare('UPDATE purge SET restored = ? WHERE id = ?').run(Date.now(), id);
      library.prepare('DELETE FROM tombstone WHERE purge = ?').run(id);
    },
  };
}

const revive = ({ detail, ...row }: Row): Step => ({
  ...row,
  detail: detail === null ? null : (JSON.parse(detail) as Detail),
});

interface AccountRow {
  readonly id: number;
  readonly verb: Verb;
  readonly started: number;
  readonly ended: number | null;
  readonly sessions: string;
  readonly verified: number;
  readonly remaining: string;
  readonly restored: number | null;
}

/** The newest first. */
export function readReceipts(library: ReadDb): Receipt[] {
  const rows = library.prepare('SELECT * FROM purge ORDER BY id DESC').all() as AccountRow[];
  const steps = library.prepare('SELECT * FROM purge_step WHERE purge = ? ORDER BY nth');
  return rows.map((row) => receiptOf(row, (steps.all(row.id) as Row[]).map(revive)));
}

export function readReceipt(library: ReadDb, id: number): Receipt | undefined {
  return readReceipts(library).find((receipt) => receipt.id === id);
}

function receiptOf(row: AccountRow, steps: readonly Step[]): Receipt {
  const taken = steps.filter(({ action }) => action !== 'keep');
  const isBack = row.restored !== null;
  return {
    ...{ id: row.id, verb: row.verb, started: row.started, ended: row.ended },
    sessions: JSON.parse(row.sessions) as string[],
    places: steps.map(({ path, what, action, bytes }) => ({ path, what, bytes, action: isBack ? 'restored' : action })),
    bytes: taken.reduce((sum, { bytes }) => sum + bytes, 0),
    done: steps.every(({ state }) => state === 'done'),
    verified: row.verified === 1,
    remaining: JSON.parse(row.remaining) as string[],
    restorable: row.verb === 'trash' && !isBack && steps.some(({ moved }) => moved !== null && existsSync(moved)),
  };
}
