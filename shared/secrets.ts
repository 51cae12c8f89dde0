import * as v from 'valibot';
import { nothing, position, read, write } from './method.ts';
import { page } from './schemas.ts';
import { receiptSchema } from './purge.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** `certain`: the shape of one provider's key; `likely`: a name and a value; `possible`: merely looks random. */
export const certainties = ['certain', 'likely', 'possible'] as const;
export type Certainty = (typeof certainties)[number];

export const findingSchema = v.object({
  session: v.string(),
  sessionId: v.string(),
  title: v.string(),
  file: v.string(),
  line: count,
  /** The entry that shows it, where one does. */
  position: v.nullable(position),
  /** The rule's own name, such as `github-token`, and the provider's. */
  rule: v.string(),
  provider: v.string(),
  certainty: v.picklist(certainties),
  /** Never the secret: its first characters and its length. */
  masked: v.string(),
  /** The same for the same value, and useless to whoever wants the value. */
  fingerprint: v.string(),
  ignored: v.boolean(),
});
export type Finding = v.InferOutput<typeof findingSchema>;

/** One value, wherever it is. */
export const secretSchema = v.object({
  fingerprint: v.string(),
  rule: v.string(),
  provider: v.string(),
  certainty: v.picklist(certainties),
  masked: v.string(),
  places: count,
  sessions: count,
  lastSeen: v.nullable(v.number()),
  ignored: v.boolean(),
  /** Where the provider says how to make it worthless. */
  rotate: v.nullable(v.string()),
});
export type Secret = v.InferOutput<typeof secretSchema>;

export const scanStateSchema = v.object({
  running: v.boolean(),
  /** Bytes of transcripts looked through, of how many. */
  done: count,
  total: count,
  /** Transcripts that could not be looked through, and why. */
  unreadable: v.array(v.object({ path: v.string(), reason: v.string() })),
});
export type ScanState = v.InferOutput<typeof scanStateSchema>;

/** What to take out: secrets by fingerprint, or a text that a person chose. */
export const redactionChoice = v.strictObject({
  fingerprints: v.optional(v.array(v.string()), []),
  /** Everything found that is certain or likely, in these sessions; in all, where the list is empty. */
  allIn: v.optional(v.array(v.string())),
  text: v.optional(v.pipe(v.string(), v.minLength(4))),
  /** Where to look for the text; everywhere, unless named. */
  sessions: v.optional(v.array(v.string())),
});
export type RedactionChoice = v.InferOutput<typeof redactionChoice>;

export const redactionPlanSchema = v.object({
  files: v.array(v.object({ path: v.string(), what: v.string(), replacements: count, lines: count })),
  replacements: count,
  sessions: v.array(v.string()),
  refused: v.array(v.object({ path: v.string(), reason: v.string() })),
  /** What no redaction reaches, in sentences. */
  notCovered: v.array(v.string()),
  /** Names exactly this plan. */
  token: v.string(),
});
export type RedactionPlan = v.InferOutput<typeof redactionPlanSchema>;

export const secretsMethods = {
  'secrets.state': write(nothing, scanStateSchema),
  /** Looks through what is new since the last time; answers when done. */
  'secrets.scan': write(nothing, scanStateSchema),
  /** Values, the most certain and the most spread first. */
  'secrets.list': read(
    v.strictObject({
      possible: v.optional(v.boolean(), false),
      ignored: v.optional(v.boolean(), false),
      session: v.optional(v.string()),
      ...page,
    }),
    v.object({ total: count, secrets: v.array(secretSchema) }),
  ),
  /** Places, of one value or of some sessions. */
  'secrets.findings': read(
    v.strictObject({
      fingerprint: v.optional(v.string()),
      sessions: v.optional(v.array(v.string()), []),
      possible: v.optional(v.boolean(), false),
      ...page,
    }),
    v.object({ total: count, findings: v.array(findingSchema) }),
  ),
  'secrets.ignore': write(v.strictObject({ fingerprint: v.string(), ignored: v.boolean() }), nothing),
  'redact.plan': read(redactionChoice, redactionPlanSchema),
  'redact.run': write(v.strictObject({ choice: redactionChoice, token: v.string() }), receiptSchema),
} as const;

export const secretsEvents = {
  'secrets.state': scanStateSchema,
  /** What is found changed; how many values are certain or likely and not ignored. */
  'secrets.changed': v.object({ values: count }),
} as const;
