export interface TextChunk {
  readonly text: string;
  readonly lines: number;
}

/** A long text in stretches of whole lines: the browser lays out only those near the screen. */
export function chunksOf(text: string, linesEach: number): TextChunk[] {
  const found: TextChunk[] = [];
  let from = 0;
  while (from < text.length) {
    let end = from;
    let lines = 0;
    while (lines < linesEach && end < text.length) {
      const newline = text.indexOf('\n', end);
      end = newline === -1 ? text.length : newline + 1;
      lines += 1;
    }
    const last = end === text.length;
    found.push({ text: text.slice(from, last ? end : end - 1), lines });
    from = end;
  }
  return found;
}

const usualLines = 60;

/** As much of a text as is looked at before somebody asks for all; a few lines more are no reason to ask. */
export function firstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < usualLines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return text;
  }
  return text.slice(end + 1).split('\n', 12).length > 10 ? text.slice(0, end) : text;
}
