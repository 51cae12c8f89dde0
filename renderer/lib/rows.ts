import { codes } from '../../shared/outline.ts';
import { versionsAt, type Abandoned, type Shape } from './shape.ts';

export const modes = ['everything', 'conversation', 'prompts'] as const;
export type Mode = (typeof modes)[number];

export interface Row {
  readonly key: string;
  readonly what: 'entry' | 'call' | 'looked' | 'asides' | 'versions';
  /** Of its first entry. */
  readonly position: number;
  /** What is folded into one line. */
  readonly parts: readonly number[];
  /** Whether Claude begins to speak here. */
  begins: boolean;
}

export interface Layout {
  readonly rows: readonly Row[];
  /** The row that shows a position, or the last one before it; -1 where there is none. */
  rowOf(position: number): number;
  /** Whether a row shows it, if only as a part of a folded line. */
  shows(position: number): boolean;
}

const looking = /^(Read|NotebookRead|Grep|Glob|LS|ToolSearch)$/;
const asking = /^(AskUserQuestion|ExitPlanMode)$/;
const asideKinds: string = codes.hook + codes.attachment + codes.aside;
const promptKinds: string = codes.prompt + codes.queued;
const spoken: string = promptKinds + codes.answer + codes.summary + codes.error + codes.compaction + codes.image;

/** By what a line that holds others is known to be unfolded: its first entry has a fold of its own. */
export const groupKey = ({ position }: Row) => ~position;

export const isPrompt = (kind: string) => kind !== '' && promptKinds.includes(kind);

/** Whether a position belongs to a version of the conversation: its own entries, and all before it parted. */
export function inBranch(shape: Shape, branch: number, position: number): boolean {
  const own = shape.branch(position);
  if (own === branch) return true;
  const chosen = own === 0 ? shape.outline.abandoned.find((one) => one.branch === branch) : undefined;
  return chosen !== undefined && position < (chosen.instead ?? chosen.head);
}

/** What is on show, by the mode and by the branch the reader chose. */
function filter(shape: Shape, mode: Mode, branch: number): (position: number) => boolean {
  return (position) => {
    if (!inBranch(shape, branch, position)) return false;
    const kind = shape.kind(position);
    if (kind === codes.tool_result) return shape.call(position) === undefined && mode === 'everything';
    if (mode === 'everything') return true;
    if (mode === 'prompts') return isPrompt(kind);
    return spoken.includes(kind) || (kind === codes.tool_call && asking.test(shape.tool(position)));
  };
}

/**
 * Turns entries into lines: a call takes its results in, reads and searches in a row become one line, and so do hooks
 * and attachments; those between two reads break no row.
 *
 *   p  t  c(Read)  h  c(Grep)  r  r  c(Bash)  r  h  f  a
 *   │  │  └───── looked ────┘        call       └asides┘ entry
 */
export function layout(shape: Shape, mode: Mode, branch: number): Layout {
  const rows: Row[] = [];
  const rowOf = new Int32Array(shape.total).fill(-1);
  const visible = filter(shape, mode, branch);
  const versions = mode === 'prompts' ? new Map<number, Abandoned[]>() : versionsAt(shape);
  const heads = new Map(shape.outline.abandoned.map((one) => [one.head, one]));
  let looked: number[] = [];
  let asides: number[] = [];
  let awaiting = false;

  const push = (what: Row['what'], position: number, parts: readonly number[] = []): void => {
    for (const part of [position, ...parts]) rowOf[part] = rows.length;
    rows.push({ key: `${what[0] ?? ''}${position}`, what, position, parts, begins: false });
  };
  const fold = (what: 'looked' | 'asides', parts: readonly number[]): void => {
    const [first] = parts;
    if (first === undefined) return;
    if (parts.length > 1) push(what, first, parts);
    else push(what === 'looked' ? 'call' : 'entry', first);
  };
  const flush = (): void => {
    fold('looked', looked);
    fold('asides', asides);
    looked = [];
    asides = [];
  };
  const begin = (from: number): void => {
    const row = rows[from];
    if (awaiting && row) {
      row.begins = true;
      awaiting = false;
    }
  };

  for (let position = 0; position < shape.total; position += 1) {
    const abandoned = heads.get(position);
    const here = versions.get(position) ?? (abandoned?.branch === branch && branch > 0 ? [abandoned] : undefined);
    if (here && (visible(position) || here.some(({ instead }) => instead === null))) {
      flush();
      push('versions', position);
    }
    if (!visible(position)) continue;
    const kind = shape.kind(position);
    const aside = asideKinds.includes(kind);
    if (kind === codes.tool_call && looking.test(shape.tool(position))) {
      looked.push(...(looked.length > 0 ? asides : []), position);
      if (looked.length === 1) fold('asides', asides);
      asides = [];
      continue;
    }
    if (aside) {
      asides.push(position);
      continue;
    }
    const from = rows.length;
    flush();
    if (rows.length > from && looksBegun(rows[from])) begin(from);
    push(kind === codes.tool_call ? 'call' : 'entry', position);
    if (isPrompt(kind)) awaiting = true;
    else if (!quiet.includes(kind)) begin(rows.length - 1);
  }
  const from = rows.length;
  flush();
  if (looksBegun(rows[from])) begin(from);

  const placed = rowOf.slice();
  settle(shape, rowOf);
  return {
    rows,
    rowOf: (position) => rowOf[Math.max(0, Math.min(position, shape.total - 1))] ?? -1,
    shows: (position) => (placed[shape.call(position) ?? position] ?? -1) >= 0,
  };
}

const quiet: string =
  codes.note + codes.error + codes.image + codes.compaction + codes.unknown + codes.summary + asideKinds;
const looksBegun = (row: Row | undefined) => row?.what === 'looked' || row?.what === 'call';

/** Results are where their calls are; what is hidden is where the last visible thing before it is. */
function settle(shape: Shape, rowOf: Int32Array): void {
  let last = -1;
  for (let position = 0; position < rowOf.length; position += 1) {
    const own = rowOf[position] ?? -1;
    if (own >= 0) last = own;
    else {
      const call = shape.call(position);
      const called = call === undefined ? -1 : (rowOf[call] ?? -1);
      rowOf[position] = called >= 0 ? called : Math.max(0, last);
    }
  }
}
