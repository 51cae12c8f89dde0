import * as v from 'valibot';
import { native, nothing, position, read, transcript, write } from './method.ts';
import { kindSchema, page, roleSchema } from './schemas.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80));
const noteText = v.pipe(v.string(), v.maxLength(20_000));
const ids = v.pipe(v.array(id), v.maxLength(10_000));
const tagNames = v.pipe(v.array(name), v.maxLength(50));

/** Hues of the palette that a tag can have; the renderer knows what they look like. */
export const tagColours = ['grey', 'red', 'amber', 'green', 'blue', 'violet'] as const;
export type TagColour = (typeof tagColours)[number];

/** What is bookmarked: a session (no position), one entry, or the entries from `position` to `end`. */
export const spotSchema = v.strictObject({
  ...transcript,
  position: v.optional(position),
  end: v.optional(position),
});
export type Spot = v.InferOutput<typeof spotSchema>;

/** Where a thing that was kept stands now, found again by session id and uuid. */
const found = {
  /** What to open the session with; null where the index knows it no longer. */
  session: v.nullable(v.string()),
  sessionId: v.string(),
  /** A subagent's transcript; null for the main one. */
  file: v.nullable(v.string()),
  /** Null for a whole session, and for an entry that is gone. */
  position: v.nullable(position),
  end: v.nullable(position),
  /** The record and its line in the file, from 1. */
  uuid: v.nullable(v.string()),
  line: v.nullable(count),
  scope: v.picklist(['session', 'entry', 'span']),
  title: v.string(),
  project: v.string(),
  kind: v.nullable(kindSchema),
  role: v.nullable(roleSchema),
  timestamp: v.nullable(v.number()),
  /** Its first characters: from the index, or the excerpt that was kept. */
  excerpt: v.nullable(v.string()),
  /** `deleted`: the transcript is gone and the index kept it; `gone`: the index does not have it either. */
  state: v.picklist(['here', 'deleted', 'gone']),
};

export const bookmarkSchema = v.object({
  id,
  ...found,
  note: v.string(),
  tags: v.array(v.string()),
  created: v.number(),
  changed: v.number(),
});
export type Bookmark = v.InferOutput<typeof bookmarkSchema>;

export const bookmarkSorts = ['newest', 'oldest', 'session', 'said'] as const;
export type BookmarkSort = (typeof bookmarkSorts)[number];

export const tagSchema = v.object({ name: v.string(), colour: v.picklist(tagColours), bookmarks: count });
export type Tag = v.InferOutput<typeof tagSchema>;

export const savedSearchSchema = v.object({
  id,
  name: v.string(),
  query: v.string(),
  /** Whether its count is shown in the sidebar. */
  badge: v.boolean(),
});
export type SavedSearch = v.InferOutput<typeof savedSearchSchema>;

export const collectionSchema = v.object({ id, name: v.string(), note: v.string(), items: count, changed: v.number() });
export type Collection = v.InferOutput<typeof collectionSchema>;

export const collectionItemSchema = v.object({ id, ...found });
export type CollectionItem = v.InferOutput<typeof collectionItemSchema>;

/** Of one kind of thing in another library: what is not here, what is here and would get more, what is here as it is. */
const compared = v.object({ added: count, more: count, known: count });
export const comparisonSchema = v.object({
  bookmarks: compared,
  tags: compared,
  searches: compared,
  collections: compared,
});
export type Comparison = v.InferOutput<typeof comparisonSchema>;

/** What people keep. Every `write` here can be undone by `library.undo`. */
export const libraryMethods = {
  'bookmarks.list': read(
    v.strictObject({
      /** Words to find in excerpt, note, title and tags. */
      query: v.optional(v.string(), ''),
      /** Only these. */
      ids: v.optional(ids),
      tag: v.optional(v.string()),
      scope: v.optional(v.picklist(['session', 'entry', 'span'])),
      sort: v.optional(v.picklist(bookmarkSorts), 'newest'),
      ...page,
    }),
    v.object({ total: count, bookmarks: v.array(bookmarkSchema) }),
  ),
  /** Those of one session, all its transcripts, in order. */
  'bookmarks.of': read(v.strictObject({ session: v.string() }), v.object({ bookmarks: v.array(bookmarkSchema) })),
  /** The same place again changes the bookmark that is there. */
  'bookmarks.add': write(
    v.strictObject({ spot: spotSchema, note: v.optional(noteText), tags: v.optional(tagNames) }),
    bookmarkSchema,
  ),
  'bookmarks.change': write(
    v.strictObject({ id, note: v.optional(noteText), tags: v.optional(tagNames) }),
    bookmarkSchema,
  ),
  'bookmarks.remove': write(v.strictObject({ ids }), v.object({ removed: count })),
  'tags.list': read(nothing, v.object({ tags: v.array(tagSchema) })),
  /** A new name that another tag has merges the two. */
  'tags.change': write(
    v.strictObject({ name, rename: v.optional(name), colour: v.optional(v.picklist(tagColours)) }),
    tagSchema,
  ),
  'tags.remove': write(v.strictObject({ name }), nothing),
  'searches.list': read(nothing, v.object({ searches: v.array(savedSearchSchema) })),
  'searches.save': write(
    v.strictObject({ id: v.optional(id), name, query: v.string(), badge: v.optional(v.boolean(), false) }),
    savedSearchSchema,
  ),
  'searches.remove': write(v.strictObject({ id }), nothing),
  'collections.list': read(nothing, v.object({ collections: v.array(collectionSchema) })),
  'collections.open': read(
    v.strictObject({ id }),
    v.object({ collection: collectionSchema, items: v.array(collectionItemSchema) }),
  ),
  'collections.save': write(v.strictObject({ id: v.optional(id), name, note: v.optional(noteText) }), collectionSchema),
  'collections.remove': write(v.strictObject({ id }), nothing),
  'collections.add': write(
    v.strictObject({ id, spots: v.pipe(v.array(spotSchema), v.maxLength(1000)) }),
    collectionSchema,
  ),
  /** The items in their new order; one that is not named leaves. */
  'collections.arrange': write(v.strictObject({ id, items: ids }), collectionSchema),
  /** Takes back the last change to the library, and says which that was; null where there is none. */
  'library.undo': write(nothing, v.object({ undone: v.nullable(v.string()) })),
  'library.redo': write(nothing, v.object({ redone: v.nullable(v.string()) })),
  /** The library as one JSON text, with a file name that suits it; and back: merged, without duplicates. */
  'library.export': read(nothing, v.object({ json: v.string(), name: v.string() })),
  /** What an import of it would bring. */
  'library.compare': read(v.strictObject({ json: v.string() }), comparisonSchema),
  'library.import': write(v.strictObject({ json: v.string() }), v.object({ added: count, known: count })),
} as const;

export const libraryNative = {
  /** Asks where, then writes the library there; null where the person changed their mind. */
  'native.saveLibrary': native(nothing, v.object({ file: v.nullable(v.string()) })),
} as const;

export const libraryEvents = {
  /** Something in the library changed; what undo would take back, in a few words. */
  'library.changed': v.object({ undo: v.nullable(v.string()), redo: v.nullable(v.string()) }),
} as const;
