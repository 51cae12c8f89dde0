import * as v from 'valibot';
import { native, nothing, position, read, transcript } from './method.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const exportFormats = ['md', 'html', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What to export: sessions, some entries of one transcript, a collection, or what a search finds. */
export const exportSubject = v.variant('what', [
  v.strictObject({ what: v.literal('sessions'), sessions: v.pipe(v.array(v.string()), v.minLength(1)) }),
  v.strictObject({ what: v.literal('entries'), ...transcript, positions: v.array(position) }),
  v.strictObject({ what: v.literal('collection'), id: count }),
  v.strictObject({ what: v.literal('search'), query: v.string() }),
]);
export type ExportSubject = v.InferOutput<typeof exportSubject>;

export const exportOptions = v.object({
  thinking: v.optional(v.boolean(), true),
  toolOutput: v.optional(v.boolean(), true),
  images: v.optional(v.boolean(), true),
  /** Undefined: where any secret is found. */
  redactSecrets: v.optional(v.boolean()),
  hideHome: v.optional(v.boolean(), false),
});
export type ExportOptions = v.InferOutput<typeof exportOptions>;

const job = { subject: exportSubject, format: v.picklist(exportFormats), options: v.optional(exportOptions, {}) };

export const exportedSchema = v.object({
  /** A file name that suits the contents, with its ending. */
  name: v.string(),
  content: v.string(),
  /** Secrets that were taken out. */
  redacted: count,
});
export type Exported = v.InferOutput<typeof exportedSchema>;

export const exportMethods = {
  /** How many documents an export would make, and what it would hold. */
  'export.plan': read(
    v.strictObject(job),
    v.object({ documents: count, entries: count, /** Found in what would be exported. */ secrets: count }),
  ),
  /** One document of it, `index` from 0: a session each, or the whole of a collection, selection or search. */
  'export.document': read(v.strictObject({ ...job, index: v.optional(count, 0) }), exportedSchema),
  /** Asks where, then writes every document there; says how many, and null where the person changed their mind. */
  'native.export': native(
    v.strictObject({ ...job, pdf: v.optional(v.boolean(), false) }),
    v.object({ files: v.nullable(v.array(v.string())) }),
  ),
  'native.revealExport': native(v.strictObject({ path: v.string() }), nothing),
} as const;
