import * as v from 'valibot';
import { native, nothing, position, read, transcript, write } from './method.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const exportFormats = ['md', 'html', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What to export: sessions, some entries of one transcript, a collection, or what a search finds. */
export const exportSubject = v.variant('what', [
  v.strictObject({ what: v.literal('sessions'), sessions: v.pipe(v.array(v.string()), v.minLength(1)) }),
  v.strictObject({ what: v.literal('entries'), ...transcript, positions: v.pipe(v.array(position), v.minLength(1)) }),
  v.strictObject({ what: v.literal('collection'), id: count }),
  v.strictObject({ what: v.literal('search'), query: v.string() }),
]);
export type ExportSubject = v.InferOutput<typeof exportSubject>;

export const exportOptions = v.object({
  thinking: v.optional(v.boolean(), true),
  /** What commands printed, files that were read, changes; without it a call is one line. */
  toolOutput: v.optional(v.boolean(), true),
  images: v.optional(v.boolean(), true),
  /** The transcripts of a session's subagents, behind its own. */
  subagents: v.optional(v.boolean(), true),
  /** Undefined: where any secret is found. */
  redactSecrets: v.optional(v.boolean()),
  /** Of a page: nothing is folded, as for paper. */
  unfolded: v.optional(v.boolean(), false),
  /** Writes ~ for the home folder of whoever ran the session. */
  hideHome: v.optional(v.boolean(), false),
});
export type ExportOptions = v.InferOutput<typeof exportOptions>;

export const exportJob = v.strictObject({
  subject: exportSubject,
  format: v.picklist(exportFormats),
  options: v.optional(exportOptions, {}),
});
export type ExportJob = v.InferOutput<typeof exportJob>;
const job = exportJob.entries;

/** A document, or the next part of a long one. */
export const exportedSchema = v.object({
  /** A file name that suits the contents, with its ending. */
  name: v.string(),
  content: v.string(),
  /** So far: entries that were written, and different secrets that were taken out. */
  entries: count,
  redacted: count,
  /** What `export.more` takes to go on; null with the last part. */
  next: v.nullable(count),
  /** Ids of the sessions in it, told with the last part. */
  sessions: v.array(v.string()),
});
export type Exported = v.InferOutput<typeof exportedSchema>;

/** What stands for the path of a file that a browser was handed: only the browser knows where it is. */
export const downloadedAs = (name: string) => `${downloads}${name}`;
export const downloads = 'browser:';

export const exportMethods = {
  /** How many documents an export would make, and what they would hold. */
  'export.plan': read(
    v.strictObject({
      ...job,
      /** Whether to look for secrets, which takes its time. */ look: v.optional(v.boolean(), false),
    }),
    v.object({
      /** What the first of them would be called, without an ending. */
      name: v.string(),
      documents: count,
      sessions: count,
      entries: count,
      /** Different secrets found in what would be exported; null where nobody looked. */
      secrets: v.nullable(count),
      /** Home folders that `hideHome` would hide. */
      homes: v.array(v.string()),
      /** What would not be in it, in sentences. */
      leftOut: v.array(v.string()),
    }),
  ),
  /** The beginning of one document, `index` from 0: a session each, or the whole of a collection, selection or search. */
  'export.document': read(v.strictObject({ ...job, index: v.optional(count, 0) }), exportedSchema),
  'export.more': read(v.strictObject({ next: count }), exportedSchema),
  /** Notes which files hold something of which sessions, so that a purge can reach them. Only paths and ids are kept. */
  'export.remember': write(
    v.strictObject({ files: v.array(v.object({ path: v.string(), sessions: v.array(v.string()) })) }),
    nothing,
  ),
  /** Asks where, then writes every document there; null where the person changed their mind. */
  'native.export': native(
    v.strictObject({ ...job, pdf: v.optional(v.boolean(), false) }),
    v.object({ files: v.nullable(v.array(v.string())), redacted: count }),
  ),
  /** Shows a file that this app wrote since it was started, and no other. */
  'native.revealExport': native(v.strictObject({ path: v.string() }), nothing),
} as const;
