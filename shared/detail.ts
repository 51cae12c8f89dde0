import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.nullable(v.string());
const amount = v.nullable(count);

/** A text, and how many characters of it were left off. */
const part = v.object({ text: v.string(), more: count });
export type Part = v.InferOutput<typeof part>;

/** Lines as in a unified diff: each begins with a blank, a plus or a minus. */
const hunk = v.object({ oldStart: count, newStart: count, lines: v.array(v.string()) });
export type Hunk = v.InferOutput<typeof hunk>;

const body = <T extends string, E extends v.ObjectEntries>(type: T, entries: E) =>
  v.object({ type: v.literal(type), ...entries });

export const stages = ['pending', 'in_progress', 'completed', 'deleted'] as const;

/** What unfolds under a line of the transcript. */
export const bodySchema = v.variant('type', [
  body('diff', { path: v.string(), hunks: v.array(hunk), more: count }),
  body('file', { path: v.string(), start: count, total: amount, text: part }),
  body('shell', {
    command: v.string(),
    description: text,
    stdout: part,
    stderr: part,
    exit: v.nullable(v.number()),
    interrupted: v.boolean(),
    background: text,
  }),
  body('matches', { files: v.array(v.string()), more: count, text: v.nullable(part) }),
  body('todos', { items: v.array(v.object({ text: v.string(), stage: v.picklist(stages) })) }),
  body('questions', {
    questions: v.array(
      v.object({
        header: text,
        question: v.string(),
        options: v.array(v.object({ label: v.string(), description: text, chosen: v.boolean() })),
        /** What was answered in other words than the options'. */
        answer: text,
      }),
    ),
  }),
  body('plan', { text: part, path: text }),
  body('links', { links: v.array(v.object({ title: v.string(), url: v.string() })), prompt: text, text: part }),
  body('agent', {
    agent: text,
    model: text,
    status: text,
    prompt: part,
    answer: part,
    tokens: amount,
    ms: amount,
    tools: amount,
  }),
  body('fields', { fields: v.array(v.object({ name: v.string(), value: part })), output: v.nullable(part) }),
  body('compaction', { trigger: text, before: amount, after: amount, ms: amount }),
  body('failure', { status: amount, message: v.string(), attempt: amount, attempts: amount, retryIn: amount }),
  body('hook', {
    event: text,
    commands: v.array(v.object({ command: v.string(), ms: amount })),
    exit: v.nullable(v.number()),
    output: part,
  }),
  body('record', { json: part }),
]);
export type Body = v.InferOutput<typeof bodySchema>;
export type BodyOf<T extends Body['type']> = Extract<Body, { type: T }>;

export const outcomes = ['ok', 'error', 'denied', 'interrupted', 'open'] as const;

/** What the transcript's own line says of an entry beyond its text; of a call, with its results. */
export const detailSchema = v.object({
  position: count,
  /** The one thing that matters: a path, a command, a query. */
  title: text,
  note: text,
  /** How a call ended; null of what is none. */
  outcome: v.nullable(v.picklist(outcomes)),
  ms: amount,
  added: amount,
  removed: amount,
  exit: v.nullable(v.number()),
  images: v.array(v.object({ position: count, index: count, type: v.string(), bytes: count })),
  /** Only where it was asked for. */
  body: v.nullable(bodySchema),
});
export type Detail = v.InferOutput<typeof detailSchema>;

/** Characters of each part, unless more is asked for. */
export const usualPart = 20_000;
export const largestPart = 8_000_000;
