import { codes } from '../../shared/outline.ts';
import { isPrompt, type Row } from './rows.ts';
import type { Shape } from './shape.ts';

const changing = /^(Edit|MultiEdit|Write|NotebookEdit)$/;
/** Marks nearer than this would run into one another. */
const apart = 5;

export interface RailMarks {
  readonly prompts: string;
  readonly changes: string;
  readonly errors: string;
}

/** One SVG path for each kind of mark, on a rail 12 wide: thousands of marks are three elements. */
export function marksOf(rows: readonly Row[], shape: Shape, height: number): RailMarks {
  const scale = height / Math.max(1, rows.length);
  const prompts = pen('M1', 'h10');
  const changes = pen('M4', 'h3');
  const errors = pen('M7', 'h4');
  for (const [row, { position, what }] of rows.entries()) {
    if (what !== 'entry' && what !== 'call') continue;
    const kind = shape.kind(position);
    const failed = shape.failed(position) || shape.results(position).some((result) => shape.failed(result));
    const y = (row + 0.5) * scale;
    if (isPrompt(kind)) prompts.mark(y);
    else if (failed) errors.mark(y);
    else if (kind === codes.tool_call && changing.test(shape.tool(position))) changes.mark(y);
  }
  return { prompts: prompts.path(), changes: changes.path(), errors: errors.path() };
}

/** The rows of what is bookmarked, as a path of the same rail. */
export function bookmarksOf(rows: readonly number[], of: number, height: number): string {
  const marks = pen('M0', 'h5');
  for (const row of [...new Set(rows)].sort((a, b) => a - b)) marks.mark(((row + 0.5) * height) / Math.max(1, of));
  return marks.path();
}

function pen(start: string, stroke: string) {
  let path = '';
  let last = -apart;
  return {
    path: () => path,
    mark(y: number): void {
      if (y - last < apart) return;
      last = y;
      path += `${start} ${y.toFixed(1)}${stroke}`;
    },
  };
}
