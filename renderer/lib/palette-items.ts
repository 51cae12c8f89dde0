import { computeCommandScore } from 'bits-ui';
import type { Icon } from './icon.ts';

/** Something the palette can do or open. */
export interface PaletteItem {
  readonly key: string;
  readonly icon: Icon;
  readonly name: string;
  /** Said at the right: where it is, when it was, its key. */
  readonly note: string;
  /** More words that find it. */
  readonly keywords?: readonly string[];
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

const worthShowing = 0.16; // below, the letters are there but the word is not

/** Those that what is typed may mean, best first; all of them while nothing is typed. */
export function matching(items: readonly PaletteItem[], typed: string, most: number): PaletteItem[] {
  if (typed === '') return items.slice(0, most);
  return items
    .map((item) => ({ item, score: scoreOf(item, typed) }))
    .filter(({ score }) => score > worthShowing)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item);
}

export const scoreOf = ({ name, keywords }: PaletteItem, typed: string) =>
  computeCommandScore(name, typed, [...(keywords ?? [])]);

const foundAnyway = 0.5; // by a typo, a path or a prompt: the title alone would not tell

/** Groups by their best item. `found` were chosen by the index, which knows more about them than their names. */
export function byBest(groups: readonly PaletteGroup[], found: string, typed: string): PaletteGroup[] {
  const best = ({ title, items }: PaletteGroup) =>
    Math.max(title === found ? foundAnyway : 0, ...items.map((item) => scoreOf(item, typed)));
  const filled = groups.filter(({ items }) => items.length > 0);
  return typed === '' ? filled : filled.toSorted((a, b) => best(b) - best(a));
}
