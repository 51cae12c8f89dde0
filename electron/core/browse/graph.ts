import type { Kind } from '../../../shared/schemas.ts';

/** What of an entry decides where it stands in the conversation. Entries come in the order of the file. */
export interface Node {
  readonly parent: number | null;
  readonly kind: Kind;
  /** Whether a turn begins with it: a prompt, but not one that was queued while a turn ran. */
  readonly turn: boolean;
  readonly sidechain: boolean;
  /** Where no entry is its parent: the uuid it names as such, null for none at all. */
  readonly origin?: string | null;
  /** A note before what was done locally. Old clients hang every command of a session on the same one. */
  readonly caveat?: boolean;
}

export interface Graph {
  /** By position: 0 for the conversation as it stands, 1 and up for what a rewind left behind. */
  readonly branches: Uint16Array;
  /** Where each branch that was left behind begins: the prompt at `head`, in the place of the one at `instead` (-1: none). */
  readonly abandoned: readonly { branch: number; head: number; instead: number; entries: number }[];
}

const mostBranches = 65_535;

/**
 * Tells what is current from what was rewound. A record names the one it follows; parallel calls, their results and
 * progress make side twigs, but only a person who rewinds puts a second prompt where there was one:
 *
 *   prompt ─ answer ─ call A ─ call B ─ result B ─ answer ─ prompt' ─ …   current: from the last entry upwards
 *       │                └─ result A                        └ twig without a prompt: current too
 *       └─ (rewound)                                  answer ─ prompt ─ …  a second prompt: left behind
 *
 * A parent always stands before its child here: one that does not, or is missing, or was cut off by a compaction, is
 * taken to be the entry before. So there are no cycles, whatever the file says. The first prompt follows nothing; a
 * second one that follows the same nothing is a rewind to the beginning, unless nothing in the file follows anything.
 */
export function graphOf(nodes: readonly Node[]): Graph {
  const parents = parentsOf(nodes);
  const current = new Uint8Array(nodes.length);
  for (let at = leafOf(nodes); at >= 0; at = parents[at] ?? -1) current[at] = 1;

  const branches = new Uint16Array(nodes.length);
  const abandoned: { branch: number; head: number; instead: number; entries: number }[] = [];
  const prompts = promptsAfter(nodes, current);
  nodes.forEach(({ turn, sidechain }, at) => {
    if (current[at] || sidechain) return;
    const parent = parents[at] ?? -1;
    const inherited = parent >= 0 ? (branches[parent] ?? 0) : 0;
    const begins = inherited === 0 && turn && abandoned.length < mostBranches;
    const branch = begins ? abandoned.length + 1 : inherited;
    branches[at] = branch;
    if (begins) abandoned.push({ branch, head: at, instead: prompts[Math.max(0, parent)] ?? -1, entries: 0 });
    const counted = abandoned[branch - 1];
    if (counted) counted.entries += 1;
  });
  return { branches, abandoned };
}

function parentsOf(nodes: readonly Node[]): Int32Array {
  const beginnings = new Map<string | null, number>();
  let followed = -1; // the last entry that another one names as its parent
  return Int32Array.from(nodes, ({ parent, kind, turn, sidechain, origin }, at) => {
    if (parent !== null && parent < at && kind !== 'compaction' && !(turn && nodes[parent]?.caveat)) {
      followed = Math.max(followed, parent);
      return parent;
    }
    if (!turn || sidechain || origin === undefined) return at - 1;
    const earlier = beginnings.get(origin);
    beginnings.set(origin, at);
    return earlier !== undefined && followed >= earlier ? -1 : at - 1;
  });
}

/** The last thing said in the main conversation. */
function leafOf(nodes: readonly Node[]): number {
  return nodes.findLastIndex(
    ({ kind, sidechain }) => !sidechain && ['prompt', 'answer', 'thinking', 'tool_call', 'tool_result'].includes(kind),
  );
}

/** By position: the current prompt after it, or -1. */
function promptsAfter(nodes: readonly Node[], current: Uint8Array): Int32Array {
  const next = new Int32Array(nodes.length).fill(-1);
  for (let at = nodes.length - 2; at >= 0; at -= 1) {
    next[at] = current[at + 1] && nodes[at + 1]?.turn ? at + 1 : (next[at + 1] ?? -1);
  }
  return next;
}
