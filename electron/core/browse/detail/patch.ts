import { structuredPatch } from 'diff';
import type { Body, Hunk } from '../../../../shared/detail.ts';
import { storable } from '../../ingest/normalise/block.ts';
import { asCount, asList, asObject, type RawRecord } from '../../ingest/parse.ts';

/** The patch that the client kept. Its marks of a missing newline at the end are no lines of the file. */
export function keptHunks(data: RawRecord): Hunk[] {
  return asList(data['structuredPatch']).map((value) => {
    const hunk = asObject(value);
    const lines = asList(hunk['lines']).filter((line) => typeof line === 'string');
    return {
      oldStart: asCount(hunk['oldStart']),
      newStart: asCount(hunk['newStart']),
      lines: lines.filter((line) => !line.startsWith('\\')),
    };
  });
}

const patience = 200;

/** Hunks between two texts; where comparing takes too long, the one out and the other in. */
export function hunksBetween(before: string, after: string): Hunk[] {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout: patience });
  if (!patch) return [{ oldStart: 1, newStart: 1, lines: [...marked(before, '-'), ...marked(after, '+')] }];
  return patch.hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines.filter((line) => !line.startsWith('\\')),
  }));
}

export const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const marked = (text: string, mark: string) => linesOf(text).map((line) => mark + line);

export function changed(hunks: readonly Hunk[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith('+')) added += 1;
      else if (line.startsWith('-')) removed += 1;
    }
  }
  return { added, removed };
}

const longestLine = 2_000;

/** As many lines as fit, each no longer than anybody reads. */
export function diffBody(path: string, hunks: readonly Hunk[], most: number): Body {
  let room = most;
  let more = 0;
  const shown = hunks.flatMap((hunk) => {
    const lines: string[] = [];
    for (const line of hunk.lines) {
      room -= line.length + 1;
      if (room < 0) more += 1;
      else lines.push(storable(line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
    }
    return lines.length > 0 ? [{ ...hunk, lines }] : [];
  });
  return { type: 'diff', path, hunks: shown, more };
}
