import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const time = v.nullable(v.number()); // epoch milliseconds, null where the transcript has none
export const page = {
  limit: v.optional(v.pipe(count, v.maxValue(1000)), 100),
  offset: v.optional(count, 0),
};

/** What an entry is. The order is the order of their weight in search. */
export const kinds = [
  'prompt', // what a person said: typed, queued, a slash command, a shell line; a task given to a subagent
  'answer',
  'summary', // what a compaction kept of the conversation
  'thinking',
  'tool_call',
  'tool_result',
  'image',
  'error', // of the API or the client
  'compaction', // where the conversation was cut
  'note', // what Claude Code itself said
  'hook',
  'attachment', // context that was handed to the model
  'unknown', // kept as it came
] as const;
export const roles = ['user', 'assistant', 'tool', 'system'] as const;
export const kindSchema = v.picklist(kinds);
export const roleSchema = v.picklist(roles);
export type Kind = v.InferOutput<typeof kindSchema>;
export type Role = v.InferOutput<typeof roleSchema>;

export const tokensSchema = v.object({ input: count, output: count, cacheRead: count, cacheWrite: count });
export type Tokens = v.InferOutput<typeof tokensSchema>;

export const sessionSchema = v.object({
  /** What to pass back to name this session: its id, or its file where two sessions share an id. */
  ref: v.string(),
  sessionId: v.string(),
  file: v.string(),
  /** The folder the session ran in; the project folder's name where no record tells. */
  project: v.string(),
  branch: v.nullable(v.string()),
  title: v.string(),
  started: time,
  ended: time,
  /** When its newest file was last written: the time of a session whose records have none. */
  modified: v.number(),
  messages: count,
  prompts: count,
  tokens: tokensSchema,
  /** Dollars; null where a model's price is not known. */
  cost: v.nullable(v.number()),
  /** Tokens the model had before it when it last answered. */
  context: count,
  models: v.array(v.string()),
  subagents: count,
  errors: count,
  bytes: count,
  /** How many other sessions share its beginning. */
  forks: count,
  /** It, or anything in it, is bookmarked. */
  bookmarked: v.boolean(),
  /** Of the bookmark on the whole session. */
  tags: v.array(v.string()),
  /** Values found in it that are certain or likely to be secrets. */
  secrets: count,
  /** A compressed copy is kept. */
  archived: v.boolean(),
  live: v.boolean(),
  /** Nothing is left of it but its prompts in history.jsonl. */
  ghost: v.boolean(),
  sourceDeleted: v.boolean(),
});
export type Session = v.InferOutput<typeof sessionSchema>;

/** Which sessions a list holds: one of these views, narrowed by any of the marks. Ghosts are in no other view. */
export const sessionViews = ['all', 'live', 'ghosts'] as const;
export const sessionMarks = ['errors', 'subagents', 'forks', 'deleted', 'secrets', 'bookmarked'] as const;
export const sessionSorts = ['newest', 'oldest', 'prompts', 'tokens', 'cost', 'size'] as const;
export type SessionView = (typeof sessionViews)[number];
export type SessionMark = (typeof sessionMarks)[number];
export type SessionSort = (typeof sessionSorts)[number];

/** What the list does not show of a session. */
export const sessionDetailsSchema = v.object({
  folders: v.array(v.string()),
  branches: v.array(v.string()),
  versions: v.array(v.string()),
  pullRequests: v.array(v.object({ number: count, url: v.string(), repository: v.nullable(v.string()) })),
  /** Calls by tool. */
  tools: v.record(v.string(), count),
  forkedFrom: v.nullable(v.string()),
  continuedIn: v.nullable(v.string()),
  tag: v.nullable(v.string()),
});
export type SessionDetails = v.InferOutput<typeof sessionDetailsSchema>;

export const entrySchema = v.object({
  /** Place in its transcript, from 0: what paging and links use. */
  position: count,
  uuid: v.nullable(v.string()),
  parentUuid: v.nullable(v.string()),
  /** Positions: of what it follows in the conversation, and of the call that a result answers. */
  parent: v.nullable(count),
  call: v.nullable(count),
  /** 0 for the conversation as it stands; other numbers for what a rewind left behind. */
  branch: count,
  kind: kindSchema,
  /** What kind of that kind, in the transcript's own words. */
  subtype: v.nullable(v.string()),
  role: roleSchema,
  timestamp: time,
  text: v.string(),
  /** How many characters of the text were left off, where some were. */
  more: v.optional(count),
  tool: v.nullable(v.string()),
  /** The transcript of the subagent that a call started. */
  agentFile: v.nullable(v.string()),
  error: v.boolean(),
  image: v.boolean(),
  line: count,
});
export type Entry = v.InferOutput<typeof entrySchema>;

export const transcriptSchema = v.object({
  session: sessionSchema,
  details: sessionDetailsSchema,
  /** The main transcript first, then its subagents. */
  files: v.array(
    v.object({
      file: v.string(),
      agent: v.nullable(v.string()),
      agentType: v.nullable(v.string()),
      task: v.nullable(v.string()),
      entries: count,
    }),
  ),
  touched: v.array(v.object({ path: v.string(), reads: count, changes: count })),
  /** Sessions that share its beginning. */
  family: v.array(v.object({ ref: v.string(), title: v.string(), started: time })),
});
export type Transcript = v.InferOutput<typeof transcriptSchema>;

export const projectSchema = v.object({ project: v.string(), sessions: count, lastActive: time });
export type Project = v.InferOutput<typeof projectSchema>;

export const hitSchema = v.object({
  session: v.string(),
  sessionId: v.string(),
  file: v.string(),
  line: count,
  position: count,
  uuid: v.nullable(v.string()),
  role: roleSchema,
  kind: kindSchema,
  tool: v.nullable(v.string()),
  timestamp: time,
  title: v.string(),
  project: v.string(),
  /** Plain text, each match between two marks (shared/marks.ts). */
  snippet: v.string(),
  score: v.number(),
  /** How many other transcripts hold the same record: forks copy it. */
  copies: count,
});
export type Hit = v.InferOutput<typeof hitSchema>;

/**
 * How much a search may cost. `typing`: the last word may go on, newest first, the total may be a lower bound; `pause`:
 * ranked among the newest; `full`: ranked among all, counted to the end.
 */
export const stages = ['typing', 'pause', 'full'] as const;

const span = { start: count, end: count };

export const searchResultSchema = v.object({
  total: count,
  /** Whether `total` was counted to the end. */
  exact: v.boolean(),
  ms: v.number(),
  hits: v.array(hitSchema),
  /** Sessions whose title, first prompts or files match; only with the first page. */
  sessions: v.array(sessionSchema),
  /** Whole queries that would find something where this one finds nothing. */
  suggestions: v.array(v.string()),
  /** Words that found nothing and were taken for these instead. */
  instead: v.array(v.object({ word: v.string(), used: v.array(v.string()) })),
  /** Parts of the query that were left out, and why. */
  problems: v.array(v.object({ ...span, message: v.string() })),
});
export type SearchResult = v.InferOutput<typeof searchResultSchema>;

const facet = v.array(v.object({ value: v.string(), count }));
/** How the hits of a query spread; each list by count, months in order of time. */
export const facetsSchema = v.object({
  total: count,
  project: facet,
  role: facet,
  tool: facet,
  model: facet,
  month: facet,
  /** Hits by session, as `Hit.session` names it. */
  session: facet,
});
export type Facets = v.InferOutput<typeof facetsSchema>;

export const indexReportSchema = v.object({
  files: count,
  sessions: count,
  subagents: count,
  records: count,
  messages: count,
  badLines: count,
  unknownTypes: v.record(v.string(), count),
  bytes: count,
  changedFiles: count,
  /** Files that could not be read, with the reason. */
  unreadable: v.array(v.object({ path: v.string(), reason: v.string() })),
  ms: v.number(),
});
export type IndexReport = v.InferOutput<typeof indexReportSchema>;

export const progressSchema = v.object({
  done: count,
  total: count,
  unit: v.picklist(['files', 'bytes', 'entries']),
  /** Milliseconds it will probably still take; null while nobody knows. */
  remaining: v.nullable(count),
});
export type Progress = v.InferOutput<typeof progressSchema>;

export const indexStateSchema = v.object({
  running: v.boolean(),
  paused: v.boolean(),
  progress: v.nullable(progressSchema),
  lastReport: v.nullable(indexReportSchema),
});
export type IndexState = v.InferOutput<typeof indexStateSchema>;

export const themes = ['system', 'light', 'dark'] as const;
export const settingsSchema = v.object({
  theme: v.optional(v.picklist(themes), 'system'),
  /** Folders or files to read besides the Claude folders. */
  sources: v.optional(v.array(v.string()), []),
  /** What becomes of a session when Claude Code deletes its transcript. */
  whenDeleted: v.optional(v.picklist(['keep', 'follow', 'archive']), 'keep'),
  /** Look for secrets in the background. */
  scanSecrets: v.optional(v.boolean(), true),
  /** Whether single letters act as keys: a screen reader or a macro may want them for itself. */
  letterKeys: v.optional(v.boolean(), true),
  /** Whether a bookmark keeps the beginning of what it marks, for when that is gone. */
  keepExcerpts: v.optional(v.boolean(), false),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

export const infoSchema = v.object({
  version: v.string(),
  dataDir: v.string(),
  claudeDirs: v.array(
    v.object({
      path: v.string(),
      found: v.boolean(),
      /** After how many days Claude Code deletes a transcript, and whether the user's settings say so. */
      cleanupDays: count,
      cleanupSet: v.boolean(),
    }),
  ),
  /** The oldest transcript that is still there. */
  oldest: time,
  sessions: count,
  live: count,
  ghosts: count,
  subagents: count,
  messages: count,
  bookmarks: count,
  /** How many copies of the library there are, and when it was last copied; null where it never was. */
  backups: count,
  lastBackup: time,
});
export type Info = v.InferOutput<typeof infoSchema>;

const place = { file: v.string(), line: count };

export const diagnosisSchema = v.object({
  ok: v.boolean(),
  checks: v.array(v.object({ name: v.string(), ok: v.boolean(), detail: v.string() })),
  unknownTypes: v.record(v.string(), count),
  /** The same by the version that wrote them, with a place to look at. */
  unknown: v.array(v.object({ type: v.string(), version: v.string(), count, ...place })),
  badLines: v.array(v.object({ ...place, reason: v.string() })),
});
export type Diagnosis = v.InferOutput<typeof diagnosisSchema>;

export const statsBy = ['day', 'model', 'project', 'tool'] as const;
const sums = {
  sessions: count,
  messages: count,
  prompts: count,
  tokens: tokensSchema,
  /** Dollars; null where a model's price is not known. */
  cost: v.nullable(v.number()),
};
export const statsSchema = v.object({
  totals: v.object({ ...sums, toolCalls: count, errors: count, bytes: count }),
  /** The day whose prices costs are worked out with. */
  ratesOf: v.string(),
  rows: v.array(
    v.object({
      key: v.string(),
      sessions: count,
      /** API messages; of a tool, its calls. */
      messages: count,
      tokens: tokensSchema,
      cost: v.nullable(v.number()),
    }),
  ),
});
export type Stats = v.InferOutput<typeof statsSchema>;
