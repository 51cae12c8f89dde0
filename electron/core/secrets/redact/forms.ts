/** JSON in JSON in JSON: what a tool printed of what a tool printed. */
const deepest = 4;

/** How a value may be written: as it is, escaped for JSON once or several times, or in an address. Longest first. */
export function formsOf(value: string): string[] {
  const forms = new Set([value]);
  for (let [escaped, depth] = [value, 0]; depth < deepest; depth += 1) {
    escaped = JSON.stringify(escaped).slice(1, -1);
    forms.add(escaped);
  }
  if (value.isWellFormed()) forms.add(encodeURIComponent(value));
  return [...forms].sort((a, b) => b.length - a.length);
}
