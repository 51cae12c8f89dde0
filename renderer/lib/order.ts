/** The same list with one item taken to another place; the list itself where it stays. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  const place = Math.max(0, Math.min(items.length - 1, to));
  if (item === undefined || place === from) return items;
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, place), item, ...rest.slice(place)];
}
