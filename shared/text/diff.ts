import { diffWordsWithSpace } from 'diff';
import type { Hunk } from '../detail.ts';

export interface Piece {
  readonly text: string;
  /** Whether this is what the other side has not. */
  readonly changed: boolean;
}

export interface Line {
  readonly kind: 'same' | 'out' | 'in';
  readonly old: number | null;
  readonly new: number | null;
  readonly pieces: readonly Piece[];
}

/** Between two hunks: how many lines of the file are not shown. */
export interface Gap {
  readonly kind: 'gap';
  readonly lines: number;
}

export interface Pair {
  readonly left: Line | null;
  readonly right: Line | null;
}

const longestCompared = 600;

/** The lines of a patch in order, with the words that changed. */
export function unified(hunks: readonly Hunk[]): (Line | Gap)[] {
  const found: (Line | Gap)[] = [];
  let reached = 1;
  for (const hunk of hunks) {
    if (hunk.oldStart > reached && found.length > 0) found.push({ kind: 'gap', lines: hunk.oldStart - reached });
    const lines = linesOf(hunk);
    found.push(...lines);
    reached = Math.max(reached, ...lines.map(({ old }) => (old ?? 0) + 1));
  }
  return found;
}

function linesOf({ oldStart, newStart, lines }: Hunk): Line[] {
  let [before, after] = [oldStart, newStart];
  const found = lines.map((text): Line => {
    const kind = text.startsWith('+') ? 'in' : text.startsWith('-') ? 'out' : 'same';
    const pieces = [{ text: text.slice(1), changed: false }];
    return {
      kind,
      old: kind === 'in' ? null : before++,
      new: kind === 'out' ? null : after++,
      pieces,
    };
  });
  return markWords(found);
}

/** A run of lines taken out and the run put in behind it are compared line by line, as far as both go. */
function markWords(lines: Line[]): Line[] {
  const found = [...lines];
  for (let at = 0; at < lines.length;) {
    const outs = runOf(lines, at, 'out');
    const ins = runOf(lines, at + outs, 'in');
    for (let nth = 0; nth < Math.min(outs, ins); nth += 1) {
      const [out, put] = [lines[at + nth], lines[at + outs + nth]];
      const words = out && put ? wordsBetween(textOf(out), textOf(put)) : null;
      if (!out || !put || !words) continue;
      found[at + nth] = { ...out, pieces: words.out };
      found[at + outs + nth] = { ...put, pieces: words.in };
    }
    at += Math.max(1, outs + ins);
  }
  return found;
}

function runOf(lines: readonly Line[], from: number, kind: Line['kind']): number {
  let end = from;
  while (lines[end]?.kind === kind) end += 1;
  return end - from;
}

export const textOf = ({ pieces }: Line) => pieces.map(({ text }) => text).join('');

/** Null where two lines have too little in common for the comparison to tell anything. */
function wordsBetween(before: string, after: string): { out: Piece[]; in: Piece[] } | null {
  if (before.length + after.length > longestCompared) return null;
  const changes = diffWordsWithSpace(before, after);
  const common = changes.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.trim().length),
    0,
  );
  if (common < 0.3 * Math.min(before.trim().length, after.trim().length)) return null;
  return {
    out: changes.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, changed: removed })),
    in: changes.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, changed: added })),
  };
}

/** The same side by side: what was taken out on the left, what was put in on the right. */
export function sideBySide(lines: readonly (Line | Gap)[]): (Pair | Gap)[] {
  const found: (Pair | Gap)[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (!line) break;
    if (line.kind === 'gap') found.push(line);
    else if (line.kind === 'same') found.push({ left: line, right: line });
    if (line.kind === 'gap' || line.kind === 'same') {
      at += 1;
      continue;
    }
    const outs = run(lines, at, 'out');
    const ins = run(lines, at + outs.length, 'in');
    for (let nth = 0; nth < Math.max(outs.length, ins.length); nth += 1) {
      found.push({ left: outs[nth] ?? null, right: ins[nth] ?? null });
    }
    at += outs.length + ins.length;
  }
  return found;
}

function run(lines: readonly (Line | Gap)[], from: number, kind: 'in' | 'out'): Line[] {
  const found: Line[] = [];
  for (let at = from; ; at += 1) {
    const line = lines[at];
    if (line?.kind !== kind) return found;
    found.push(line);
  }
}
