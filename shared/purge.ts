import * as v from 'valibot';
import { nothing, read, write } from './method.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const refs = v.pipe(v.array(v.string()), v.maxLength(100_000));

/** Which sessions to erase. What is chosen by name is taken even where a bookmark protects it. */
export const purgeChoice = v.strictObject({
  sessions: v.optional(refs, []),
  /** A search: every session that it finds something in. */
  query: v.optional(v.string()),
  olderThanDays: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** A folder: what ran in it or below it. */
  project: v.optional(v.string()),
  largerThanBytes: v.optional(count),
  withSecrets: v.optional(v.boolean(), false),
  /** Also the forks and resumed sessions that hold copies of the same records. */
  includeCopies: v.optional(v.boolean(), false),
});
export type PurgeChoice = v.InferOutput<typeof purgeChoice>;

/** `trash` can be undone until the trash is emptied, `purge` never. */
export const purgeVerbs = ['purge', 'trash'] as const;
export type PurgeVerb = (typeof purgeVerbs)[number];

/** Which of all the traces a place is. */
export const traces = [
  'transcript',
  'subagent',
  'tool-result',
  'session-folder',
  'file-history',
  'image-cache',
  'upload',
  'task',
  'todo',
  'session-env',
  'debug-log',
  'security-state',
  'telemetry',
  'job',
  'temporary',
  'history',
  'paste',
  'plan-file',
  'sessions-index',
  'copy',
  'index',
  'library',
  'archive',
  'export',
] as const;
export type Trace = (typeof traces)[number];

export const traceSchema = v.object({
  path: v.string(),
  what: v.picklist(traces),
  bytes: count,
  /** `keep`: shared with sessions that stay. */
  action: v.picklist(['delete', 'rewrite', 'keep']),
  /** Lines that leave a file which is written again. */
  lines: v.optional(count),
  /** Why it is kept, or what else there is to know: a second link, a folder that is a link. */
  why: v.optional(v.string()),
});
export type TraceItem = v.InferOutput<typeof traceSchema>;

const refused = v.array(
  v.object({
    session: v.string(),
    sessionId: v.string(),
    title: v.string(),
    reason: v.picklist(['live', 'bookmarked', 'read-only', 'link', 'bad-id', 'busy']),
    detail: v.string(),
  }),
);

export const purgePlanSchema = v.object({
  verb: v.picklist(purgeVerbs),
  sessions: v.array(v.object({ session: v.string(), sessionId: v.string(), title: v.string(), bytes: count })),
  plan: v.array(traceSchema),
  /** Bytes that leave the disk. */
  bytes: count,
  refused,
  /** Sessions that hold copies of the same records and are not in the plan. */
  copies: v.array(v.object({ session: v.string(), sessionId: v.string(), title: v.string(), records: count })),
  /** What no purge can reach, in sentences. */
  notCovered: v.array(v.string()),
  /** Names exactly this plan: a purge of anything else than what was shown is refused. */
  token: v.string(),
});
export type PurgePlan = v.InferOutput<typeof purgePlanSchema>;

export const receiptSchema = v.object({
  id: count,
  verb: v.picklist([...purgeVerbs, 'redact']),
  started: v.number(),
  ended: v.nullable(v.number()),
  sessions: v.array(v.string()),
  places: v.array(v.object({ path: v.string(), what: v.picklist(traces), action: v.string(), bytes: count })),
  bytes: count,
  done: v.boolean(),
  /** True only where every check ran and found nothing. */
  verified: v.boolean(),
  /** What is left, and what could not be checked, in sentences without content. */
  remaining: v.array(v.string()),
  /** Of what was moved to the trash: whether it can be put back. */
  restorable: v.boolean(),
});
export type Receipt = v.InferOutput<typeof receiptSchema>;

export const purgeMethods = {
  /** Every place that holds something of these sessions; of all there are, where none is named. */
  'purge.footprint': read(
    v.strictObject({ sessions: v.optional(refs, []) }),
    v.object({ places: v.array(traceSchema), bytes: count }),
  ),
  'purge.plan': read(v.strictObject({ choice: purgeChoice, verb: v.picklist(purgeVerbs) }), purgePlanSchema),
  /** Does what the plan with this token says, after a look that it still holds. */
  'purge.run': write(
    v.strictObject({ choice: purgeChoice, verb: v.picklist(purgeVerbs), token: v.string() }),
    receiptSchema,
  ),
  'purge.receipts': read(nothing, v.object({ receipts: v.array(receiptSchema) })),
  /** Puts back what was moved to the trash. */
  'purge.restore': write(v.strictObject({ receipt: count }), receiptSchema),
  /** Rebuilds the databases without their free pages. */
  'purge.compact': write(nothing, v.object({ before: count, after: count })),
} as const;

export const purgeEvents = {
  'purge.done': receiptSchema,
} as const;
