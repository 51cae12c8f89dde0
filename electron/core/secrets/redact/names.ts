import { join, relative, sep } from 'node:path';
import { traces, type Ground } from './ground.ts';
import type { Refused } from './holders.ts';
import { noChance, type Values } from './values.ts';

/** Names that Claude Code gives by itself. */
const given =
  /^(?:history|sessions-index|subagents|workflows|tool-results|memory|agent-\w+|toolu_\w+|[\da-f@v-]{16,})$/i;
const endings = /(?:\.(?:jsonl|json|meta|txt|md|output))+$/;
const reason = 'Its name holds it, and by its name Claude Code finds it: purge what is in it, or rename it yourself.';

/** What holds a value in its name, which no redaction changes. A folder is told once. */
export function namesWith(grounds: readonly Ground[], values: Values): Refused[] {
  const found = new Set<string>();
  for (const { path, root } of grounds) {
    const parts = relative(root, path).split(sep);
    const nth = parts.findIndex((part) => holds(part, values));
    if (nth !== -1) found.add(join(root, ...parts.slice(0, nth + 1)));
  }
  return [...found].map((path) => ({ path, reason }));
}

function holds(part: string, values: Values): boolean {
  const name = part.replace(endings, '');
  const isGiven = Object.hasOwn(traces, name) || given.test(name);
  return values.isIn(name) && (!isGiven || values.longestIn(name) >= noChance);
}
