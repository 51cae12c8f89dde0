import { randomUUID } from 'node:crypto';
import type { ParsedInput } from '../../../shared/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { PurgeChoice, PurgeVerb } from '../../../shared/purge.ts';
import type { RetentionRule } from '../../../shared/retention.ts';
import type { ReadDb, WriteDb } from '../db/handles.ts';

/** How often a rule runs by itself, and how long after it was enabled it does so first. */
export const ruleMilliseconds = 86_400_000;

/** A rule as it is kept. */
export interface Rule extends Conditions {
  readonly id: number;
  readonly name: string;
  readonly enabled: number | null;
  readonly consent: string;
  readonly lastRun: number | null;
  readonly problem: string | null;
}

interface Conditions {
  readonly olderThanDays: number | null;
  readonly project: string | null;
  readonly largerThanBytes: number | null;
  readonly withSecrets: boolean;
  readonly verb: PurgeVerb;
}

const columns = `id, name, older_than_days AS olderThanDays, project, larger_than_bytes AS largerThanBytes,
  with_secrets AS withSecrets, verb, enabled, consent, last_run AS lastRun, problem`;

const revive = (row: Omit<Rule, 'withSecrets'> & { withSecrets: number }): Rule => ({
  ...row,
  withSecrets: row.withSecrets !== 0,
});

export const readRules = (library: ReadDb): Rule[] =>
  library
    .prepare(`SELECT ${columns} FROM retention_rule ORDER BY id`)
    .all()
    .map((row) => revive(row as never));

export function readRule(library: ReadDb, id: number): Rule {
  const row = library.prepare(`SELECT ${columns} FROM retention_rule WHERE id = ?`).get(id);
  if (!row) throw new AppError('not_found', `There is no rule ${id}. It may have been removed.`);
  return revive(row as never);
}

export function nextRun({ enabled, lastRun }: Rule): number | null {
  return enabled === null ? null : Math.max(enabled, lastRun ?? 0) + ruleMilliseconds;
}

export function toRule(rule: Rule): RetentionRule {
  const { id, name, olderThanDays, project, largerThanBytes, withSecrets, verb, lastRun, problem } = rule;
  const conditions = { olderThanDays, project, largerThanBytes, withSecrets, verb };
  return { id, name, ...conditions, enabled: rule.enabled !== null, lastRun, next: nextRun(rule), problem };
}

/** What a purge is told to take for it: never by name, so that what a bookmark protects stays. */
export const choiceOf = ({ olderThanDays, project, largerThanBytes, withSecrets }: Rule): PurgeChoice => ({
  sessions: [],
  ...(olderThanDays === null ? {} : { olderThanDays }),
  ...(project === null ? {} : { project }),
  ...(largerThanBytes === null ? {} : { largerThanBytes }),
  withSecrets,
  includeCopies: false,
});

const blank = { olderThanDays: null, project: null, largerThanBytes: null, withSecrets: false, verb: 'trash' } as const;

export function saveRule(library: WriteDb, input: ParsedInput<'retention.save'>, now: number): Rule {
  const known = input.id === undefined ? null : readRule(library, input.id);
  const conditions = conditionsOf(input, known ?? blank);
  const isSame = known !== null && sameConditions(known, conditions);
  const enable = input.enabled ?? (isSame && known.enabled !== null);
  if (enable && !(isSame && (known.enabled !== null || input.consent === known.consent))) throw unseen();
  const row = {
    ...conditions,
    name: input.name,
    withSecrets: conditions.withSecrets ? 1 : 0,
    enabled: enable ? (known?.enabled ?? now) : null,
    // What was agreed to once is no consent to anything else, nor to the same at another time.
    consent: enable || (isSame && known.enabled === null) ? (known?.consent ?? '') : randomUUID(),
  };
  if (known) {
    library
      .prepare(
        `UPDATE retention_rule SET name = @name, older_than_days = @olderThanDays, project = @project,
           larger_than_bytes = @largerThanBytes, with_secrets = @withSecrets, verb = @verb, enabled = @enabled,
           consent = @consent WHERE id = @id`,
      )
      .run({ ...row, id: known.id });
    return readRule(library, known.id);
  }
  const { lastInsertRowid } = library
    .prepare(
      `INSERT INTO retention_rule (name, older_than_days, project, larger_than_bytes, with_secrets, verb, enabled, consent)
       VALUES (@name, @olderThanDays, @project, @largerThanBytes, @withSecrets, @verb, @enabled, @consent)`,
    )
    .run(row);
  return readRule(library, Number(lastInsertRowid));
}

function conditionsOf(input: ParsedInput<'retention.save'>, before: Conditions): Conditions {
  const { olderThanDays, project, largerThanBytes, withSecrets, verb } = input;
  const conditions = {
    olderThanDays: olderThanDays === undefined ? before.olderThanDays : olderThanDays,
    project: project === undefined ? before.project : project,
    largerThanBytes: largerThanBytes === undefined ? before.largerThanBytes : largerThanBytes,
    withSecrets: withSecrets ?? before.withSecrets,
    verb: verb ?? before.verb,
  };
  const narrows = [conditions.olderThanDays, conditions.project, conditions.largerThanBytes].some(
    (one) => one !== null,
  );
  if (narrows || conditions.withSecrets) return conditions;
  throw new AppError('bad_input', 'A rule needs a condition: without one it would take every session there is.');
}

const sameConditions = (a: Conditions, b: Conditions) =>
  (Object.keys(blank) as (keyof Conditions)[]).every((name) => a[name] === b[name]);

const unseen = () =>
  new AppError(
    'refused',
    'A rule can be enabled only by whoever has seen what it takes. Save it, look at its preview, then enable it.',
  );

export function removeRule(library: WriteDb, id: number): void {
  readRule(library, id);
  library.prepare('DELETE FROM retention_rule WHERE id = ?').run(id);
}

/** What became of a run. One that did not happen is due again. */
export function noteRun(library: WriteDb, id: number, { at, problem }: { at: number | null; problem: string | null }) {
  library
    .prepare('UPDATE retention_rule SET last_run = coalesce(?, last_run), problem = ? WHERE id = ?')
    .run(at, problem, id);
}
