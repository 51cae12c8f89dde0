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
  next: v.nullable(v.number()),
  /** Sessions it takes within the next week, soonest first. */
  soon: v.array(
    v.object({ session: v.string(), title: v.string(), project: v.string(), at: v.number(), archived: v.boolean() }),
  ),
});
export type Sweep = v.InferOutput<typeof sweepSchema>;

export const archivedSchema = v.object({ archived: count, bytes: count, failed: v.array(v.string()) });

export const retentionMethods = {
  'retention.sweeps': read(nothing, v.object({ sweeps: v.array(sweepSchema) })),
  'retention.rules': read(nothing, v.object({ rules: v.array(retentionRuleSchema) })),
  'retention.save': write(
    v.strictObject({
      id: v.optional(count),
      ...v.partial(v.omit(retentionRuleSchema, ['id', 'name', 'lastRun'])).entries,
      name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
    }),
    retentionRuleSchema,
  ),
  'retention.remove': write(v.strictObject({ id: count }), nothing),
  /** What a rule would take today. */
  'retention.preview': read(v.strictObject({ id: count }), purgePlanSchema),
  'retention.run': write(v.strictObject({ id: count, token: v.string() }), receiptSchema),
  /** Keeps a compressed copy of these sessions' transcripts. */
  'archive.add': write(v.strictObject({ sessions: v.array(v.string()) }), archivedSchema),
  /** Puts the transcripts back where they were. */
  'archive.restore': write(v.strictObject({ sessions: v.array(v.string()) }), v.object({ files: v.array(v.string()) })),
  'archive.remove': write(v.strictObject({ sessions: v.array(v.string()) }), archivedSchema),
  'archive.state': read(nothing, v.object({ sessions: count, bytes: count, rawBytes: count })),
} as const;
