import type { ReadDb } from '../db/handles.ts';

/** Finds the first entry of a line. Positions have no gaps and follow the lines, so that it takes a few looks. */
export function openPositions(index: ReadDb): (file: number, path: string, line: number) => number | null {
  const transcript = index.prepare('SELECT entries FROM file WHERE id = ? AND path = ?').pluck();
  const lineAt = index.prepare('SELECT line FROM entry WHERE file = ? AND position = ?').pluck();
  return (file, path, line) => {
    const entries = transcript.get(file, path) as number | undefined;
    if (entries === undefined) return null; // what lies beside a transcript has no entries of its own
    let [low, high] = [0, entries];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (((lineAt.get(file, middle) as number | undefined) ?? Infinity) < line) low = middle + 1;
      else high = middle;
    }
    return lineAt.get(file, low) === line ? low : null;
  };
}
