import * as v from 'valibot';
import type { Kind } from './schemas.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** One letter for what an entry is: a transcript of 50,000 travels as 50 KB. */
export const codes = {
  prompt: 'p',
  queued: 'q', // a prompt typed while a turn ran
  answer: 'a',
  summary: 's',
  thinking: 't',
  tool_call: 'c',
  tool_result: 'r',
  image: 'i',
  error: 'e',
  compaction: 'x',
  note: 'n',
  aside: 'k', // a note that nobody wrote for people
  hook: 'h',
  attachment: 'f',
  unknown: 'u',
} as const satisfies Record<Kind | 'queued' | 'aside', string>;

/** The whole of a transcript without its words: enough to lay it out, to draw its map and to list its prompts. */
export const outlineSchema = v.object({
  total: count,
  /** A letter of `codes` for each entry. */
  kinds: v.string(),
  tools: v.array(v.string()),
  /** A character for each call, in order: its tool's place in `tools`, from `firstTool` on. */
  toolOf: v.string(),
  /** For each result, in order: how far before it its call stands; 0 where there is none. */
  answers: v.array(count),
  /** Positions of what went wrong. */
  errors: v.array(count),
  prompts: v.array(v.object({ position: count, text: v.string(), time: v.nullable(v.number()) })),
  /** Stretches that a rewind left behind: from, up to and without, number of the branch. */
  branches: v.array(v.tuple([count, count, count])),
  /** Where each of these branches begins, and the prompt that stands in its place now. */
  abandoned: v.array(v.object({ branch: count, head: count, instead: v.nullable(count), entries: count })),
  /** Calls that started a subagent whose transcript is known. */
  agents: v.array(v.object({ position: count, file: v.string() })),
});
export type Outline = v.InferOutput<typeof outlineSchema>;

export const firstTool = 0x30;
