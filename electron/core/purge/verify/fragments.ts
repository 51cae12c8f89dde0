import { shortest } from './needles.ts';

const longestFragment = 40;
/** What JSON escapes looks otherwise in a file than in a text. */
// eslint-disable-next-line no-control-regex -- those are meant
const escaped = /["\\\u0000-\u001f\u007f\ufffd]+/u;
const longWord = /[\p{L}\p{N}_]{12,40}/gu;
const beginning = new RegExp(`^.{${shortest},${longestFragment}}(?![\\p{L}\\p{N}_])`, 'u');

/** Stretches of a text that are likely to be found nowhere else: long words, and lines cut between two words. */
export function fragmentsOf(text: string, most: number): string[] {
  const lines = text.split(escaped).map((line) => line.trim());
  const found = lines
    .filter((line) => line.length >= shortest)
    .flatMap((line) => [...(line.match(longWord) ?? []), ...(beginning.exec(line) ?? []).map((part) => part.trim())])
    .filter((fragment) => fragment.length >= shortest);
  return spread([...new Set(found)], most);
}

/** So many of a list, from all of it. */
export function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, nth) => list[Math.floor((nth * list.length) / most)] as T);
}
