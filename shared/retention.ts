import * as v from 'valibot';
import { nothing, read, write } from './method.ts';
import { purgePlanSchema, purgeVerbs, receiptSchema } from './purge.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a rule takes: all of its conditions together. Bookmarked, live and `keep`-tagged sessions are never taken. */
export const retentionRuleSchema = v.object({
  id: count,
  name: v.string(),
  olderThanDays: v.nullable(v.pipe(v.number(), v.minValue(1))),
  project: v.nullable(v.string()),
  largerThanBytes: v.nullable(count),
  withSecrets: v.boolean(),
  verb: v.picklist(purgeVerbs),
  /** Off until a person who has seen the preview says yes. */
  enabled: v.boolean(),
  lastRun: v.nullable(v.number()),
  /** When it runs by itself next: a day after it was enabled or last ran; null while it is off. */
  next: v.nullable(v.number()),
  /** Why its last run did not happen, or what it left. */
  problem: v.nullable(v.string()),
});
export type RetentionRule = v.InferOutput<typeof retentionRuleSchema>;

/** What Claude Code's own clean-up does. */
export const sweepSchema = v.object({
  claudeDir: v.string(),
  days: count,
  set: v.boolean(),
  /** The exact line for settings.json that would change it. */
  settingsFile: v.string(),
  line: v.string(),
  /** When the next start of Claude Code deletes something; null where it has nothing to delete. */
  next: v.nullable(v.number()),
  /** How many sessions it takes within the next week, and the first of them, soonest first. */
  soonTotal: count,
  soon: v.array(
    v.object({
      session: v.string(),
      title: v.string(),
      project: v.string(),
      /** In the past where the next start takes it. */
      at: v.number(),
      archived: v.boolean(),
      bookmarked: v.boolean(),
    }),
  ),
});
export type Sweep = v.InferOutput<typeof sweepSchema>;

/** A plan, and what `retention.save` wants to hear before it enables the rule. */
export const previewSchema = v.object({ ...purgePlanSchema.entries, consent: v.string() });
export type Preview = v.InferOutput<typeof previewSchema>;

export const archivedSessionSchema = v.object({
  /** What to open the session with; null where the index does not know it. */
  session: v.nullable(v.string()),
  sessionId: v.string(),
  title: v.string(),
  project: v.string(),
  files: count,
  /** On the disk, and as they were. */
  bytes: count,
  rawBytes: count,
  /** When its newest copy was made. */
  time: v.number(),
  sourceDeleted: v.boolean(),
});
export type ArchivedSession = v.InferOutput<typeof archivedSessionSchema>;

export const archivedSchema = v.object({ archived: count, bytes: count, failed: v.array(v.string()) });

export const retentionMethods = {
  'retention.sweeps': read(nothing, v.object({ sweeps: v.array(sweepSchema) })),
  'retention.rules': read(nothing, v.object({ rules: v.array(retentionRuleSchema) })),
  /**
   * A new rule is off, and one whose conditions change is switched off. To enable it takes the `consent` that a preview
   * of exactly these conditions told.
   */
  'retention.save': write(
    v.strictObject({
      id: v.optional(count),
      ...v.partial(v.omit(retentionRuleSchema, ['id', 'name', 'lastRun', 'next', 'problem'])).entries,
      name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
      consent: v.optional(v.string()),
    }),
    retentionRuleSchema,
  ),
  'retention.remove': write(v.strictObject({ id: count }), nothing),
  /** What a rule would take today. */
  'retention.preview': read(v.strictObject({ id: count }), previewSchema),
  /** Runs it now, whether or not it is enabled: takes what the preview with this token showed and nothing else. */
  'retention.run': write(v.strictObject({ id: count, token: v.string() }), receiptSchema),
  /** Keeps a compressed copy of these sessions' transcripts. */
  'archive.add': write(v.strictObject({ sessions: v.array(v.string()) }), archivedSchema),
  /** Puts the transcripts back where they were. */
  'archive.restore': write(v.strictObject({ sessions: v.array(v.string()) }), v.object({ files: v.array(v.string()) })),
  'archive.remove': write(v.strictObject({ sessions: v.array(v.string()) }), archivedSchema),
  'archive.list': read(nothing, v.object({ sessions: v.array(archivedSessionSchema) })),
  'archive.state': read(
    nothing,
    v.object({
      sessions: count,
      bytes: count,
      rawBytes: count,
      /** Sessions whose copies are missing or out of date, and will be made. */
      waiting: count,
      /** What could not be copied, and why. */
      failed: v.array(v.object({ file: v.string(), reason: v.string() })),
    }),
  ),
} as const;
