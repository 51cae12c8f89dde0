const letter = 6.4; // of the 11 px interface font, on the wide side
const around = 18; // a chip's padding, border and the gap to the next
const widest = 160;

/** How many chips with these texts stand in one line of this width; one at least. */
export function fitting(texts: readonly string[], width: number): number {
  let used = 0;
  const first = texts.findIndex((text) => (used += Math.min(widest, text.length * letter + around)) > width);
  return first < 0 ? texts.length : Math.max(1, first);
}
