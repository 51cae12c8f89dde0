import * as v from 'valibot';
import { detailSchema, largestPart, usualPart } from './detail.ts';
import { exportMethods } from './export.ts';
import { libraryEvents, libraryMethods, libraryNative } from './library.ts';
import { native, nothing, position, read, transcript, write } from './method.ts';
import { outlineSchema } from './outline.ts';
import { purgeEvents, purgeMethods } from './purge.ts';
import { retentionMethods } from './retention.ts';
import { secretsEvents, secretsMethods } from './secrets.ts';
import {
  diagnosisSchema,
  facetsSchema,
  entrySchema,
  indexReportSchema,
  indexStateSchema,
  infoSchema,
  page,
  projectSchema,
  searchResultSchema,
  sessionMarks,
  sessionSchema,
  sessionSorts,
  sessionViews,
  settingsSchema,
  stages,
  statsBy,
  statsSchema,
  transcriptSchema,
} from './schemas.ts';

const positions = (most: number) => v.pipe(v.array(position), v.maxLength(most));

/**
 * Everything the window, the browser and the terminal can ask for, room by room. Types, validation, transport and
 * tests all derive from this one table.
 */
export const methods = {
  'app.info': read(nothing, infoSchema),
  'index.state': write(nothing, indexStateSchema),
  'index.run': write(v.strictObject({ full: v.optional(v.boolean(), false) }), indexReportSchema),
  'index.pause': write(v.strictObject({ paused: v.boolean() }), indexStateSchema),
  'projects.list': read(nothing, v.object({ projects: v.array(projectSchema) })),
  'sessions.list': read(
    v.strictObject({
      query: v.optional(v.string(), ''),
      /** A folder: what ran in it or below it. */
      project: v.optional(v.string()),
      view: v.optional(v.picklist(sessionViews), 'all'),
      marks: v.optional(v.array(v.picklist(sessionMarks)), []),
      sort: v.optional(v.picklist(sessionSorts), 'newest'),
      ...page,
    }),
    v.object({ total: v.number(), sessions: v.array(sessionSchema) }),
  ),
  'sessions.open': read(v.strictObject({ session: v.string() }), transcriptSchema),
  'sessions.entries': read(
    v.strictObject({
      ...transcript,
      ...page,
      /** These, in place of a page. */
      positions: v.optional(positions(1000)),
      /** Characters of each text; the rest is told by `more`. */
      most: v.optional(position),
    }),
    v.object({ total: v.number(), entries: v.array(entrySchema) }),
  ),
  'sessions.outline': read(v.strictObject(transcript), outlineSchema),
  /** What the records say beyond their text, read from the transcript; one that is gone or changed is left out. */
  'sessions.details': read(
    v.strictObject({
      ...transcript,
      positions: positions(200),
      full: v.optional(v.boolean(), false),
      most: v.optional(v.pipe(position, v.maxValue(largestPart)), usualPart),
    }),
    v.object({ details: v.array(detailSchema) }),
  ),
  'sessions.image': read(
    v.strictObject({ ...transcript, position, index: position }),
    v.object({ type: v.string(), data: v.string() }),
  ),
  /** The record of an entry as it is in the file; null where it is no longer there. */
  'sessions.record': read(v.strictObject({ ...transcript, position }), v.object({ json: v.nullable(v.string()) })),
  'search.run': read(
    v.strictObject({ query: v.string(), stage: v.optional(v.picklist(stages), 'full'), ...page }),
    searchResultSchema,
  ),
  'search.facets': read(v.strictObject({ query: v.string() }), facetsSchema),
  /** Every entry of one transcript that matches, by position. */
  'search.find': read(
    v.strictObject({ session: v.string(), file: v.optional(v.string()), query: v.string() }),
    v.object({ positions: v.array(v.number()), problems: searchResultSchema.entries.problems }),
  ),
  /** Values that a field of the query language can take, for completion. */
  'search.values': read(
    v.strictObject({ field: v.string(), typed: v.string() }),
    v.object({ values: v.array(v.string()) }),
  ),
  'settings.get': read(nothing, settingsSchema),
  'settings.set': write(v.strictObject(v.partial(settingsSchema).entries), settingsSchema),
  'stats.get': read(v.strictObject({ by: v.optional(v.picklist(statsBy), 'day') }), statsSchema),
  'diagnostics.run': read(nothing, diagnosisSchema),
  /** Shows a transcript in the system's file manager. A session is named, never a path: nothing else can be shown. */
  'native.reveal': native(v.strictObject(transcript), nothing),
  /** Opens the folder a session ran in, in the file manager or in a terminal. */
  'native.openFolder': native(v.strictObject({ session: v.string() }), nothing),
  'native.openTerminal': native(v.strictObject({ session: v.string() }), nothing),
  ...libraryMethods,
  ...libraryNative,
  ...exportMethods,
  ...purgeMethods,
  ...secretsMethods,
  ...retentionMethods,
} as const;

/** What the app says unasked. */
export const events = {
  /** Sessions whose transcripts grew, came or went, by what `sessions.open` takes. */
  'sessions.changed': v.object({ sessions: v.array(v.string()) }),
  'index.state': indexStateSchema,
  'settings.changed': settingsSchema,
  'thread.restarted': v.object({ thread: v.picklist(['reader', 'writer']), reason: v.string() }),
  ...libraryEvents,
  ...purgeEvents,
  ...secretsEvents,
} as const;

export type Method = keyof typeof methods;
export type Input<M extends Method> = v.InferInput<(typeof methods)[M]['input']>;
export type ParsedInput<M extends Method> = v.InferOutput<(typeof methods)[M]['input']>;
export type Output<M extends Method> = v.InferOutput<(typeof methods)[M]['output']>;
export type EventName = keyof typeof events;
export type Payload<E extends EventName> = v.InferOutput<(typeof events)[E]>;

export type MethodsBy<A extends 'read' | 'write' | 'native'> = {
  [M in Method]: (typeof methods)[M]['access'] extends A ? M : never;
}[Method];
export type ReadMethod = MethodsBy<'read'>;
export type WriteMethod = MethodsBy<'write'>;
export type NativeMethod = MethodsBy<'native'>;

export const isMethod = (name: string): name is Method => Object.hasOwn(methods, name);
