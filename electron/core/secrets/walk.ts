export interface Visited {
  readonly text: string;
  /** The name it has in its object; empty in a list. */
  readonly name: string;
  readonly holder: object;
  /** How many objects and lists it is in. */
  readonly depth: number;
}

/** Every string in a decoded record, in order. No recursion: a hostile one is nested a million times. */
export function walkStrings(root: unknown, visit: (visited: Visited) => void): void {
  const open: { holder: object; entries: [string, unknown][]; depth: number; nth: number }[] = [];
  const enter = (holder: object, depth: number) => {
    const entries = Array.isArray(holder) ? holder.map((one): [string, unknown] => ['', one]) : Object.entries(holder);
    open.push({ holder, entries, depth, nth: 0 });
  };
  if (typeof root === 'object' && root !== null) enter(root, 1);
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const entry = level.entries[level.nth++];
    if (!entry) {
      open.pop();
      continue;
    }
    const [name, value] = entry;
    if (typeof value === 'string') visit({ text: value, name, holder: level.holder, depth: level.depth });
    else if (typeof value === 'object' && value !== null) enter(value, level.depth + 1);
  }
}
