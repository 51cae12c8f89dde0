import { lstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Trace } from '../../../../shared/purge.ts';
import type { RedactionPlan } from '../../../../shared/secrets.ts';
import { recent } from '../../browse/live.ts';
import { reasonOf } from '../../ingest/discover.ts';
import { lookThrough } from './file.ts';
import { secondName, type Ground } from './ground.ts';
import type { Haystack } from './haystack.ts';
import type { Owner } from './owners.ts';
import type { Values } from './values.ts';

/** A file that is going to be changed. */
export interface Holder {
  readonly path: string;
  readonly what: Trace;
  readonly replacements: number;
  readonly lines: number;
}

export type Refused = RedactionPlan['refused'][number];

interface Looking {
  readonly values: Values;
  readonly haystack: Haystack;
  /** Why a file is not written to, as things are now. */
  readonly refusalOf: (ground: Ground) => string | null;
  /** Files that hold a value in a way that bytes do not show. */
  readonly surely: ReadonlySet<string>;
}

/** Which files hold any of the values, and which of them are not changed, and why. */
export async function findHolders(grounds: readonly Ground[], looking: Looking) {
  const holders: Holder[] = [];
  const refused: Refused[] = [];
  for (const ground of grounds) {
    try {
      if (!looking.surely.has(ground.path) && !(await looking.haystack.inFile(ground.path))) continue;
      const { holder, reason } = examine(ground, looking);
      if (holder) holders.push(holder);
      if (reason !== null) refused.push({ path: ground.path, reason });
    } catch (error) {
      if (reasonOf(error) === 'ENOENT') continue; // gone meanwhile
      refused.push({ path: ground.path, reason: `It cannot be read (${reasonOf(error)}).` });
    }
    await setImmediate(); // lets questions in
  }
  return { holders, refused };
}

function examine(ground: Ground, looking: Looking): { holder: Holder | null; reason: string | null } {
  const { path, what } = ground;
  const { replacements, lines, kept } = lookThrough(path, looking.values);
  if (replacements === 0 && kept.length === 0) return { holder: null, reason: null };
  const reason = looking.refusalOf(ground);
  if (reason !== null) return { holder: null, reason };
  const holder = replacements > 0 ? { path, what, replacements, lines } : null;
  return { holder, reason: kept.length > 0 ? staysIn(kept) : null };
}

/** Others append to these while they are written again, and nothing is lost: see replace.ts. */
const shared: ReadonlySet<Trace> = new Set(['history', 'paste', 'plan-file', 'sessions-index']);

const noThrow = { throwIfNoEntry: false } as const;

/** `running` are ids of the sessions that a Claude Code which runs works in. */
export function openRefusals(ownerOf: (path: string) => Owner, running: () => ReadonlySet<string>) {
  return ({ path, what, leave }: Ground): string | null => {
    if (leave !== null) return leave;
    const link = secondName(path);
    if (link !== null || shared.has(what)) return link;
    const { sessionId, main } = ownerOf(path);
    if (sessionId !== null && running().has(sessionId))
      return 'Claude Code is at work in this session. Close it first.';
    const written = [path, ...(main === null ? [] : [main])].map((file) => lstatSync(file, noThrow)?.mtimeMs ?? 0);
    return Date.now() - Math.max(...written) < recent
      ? 'It was written in the last minutes: somebody is at work in it.'
      : null;
  };
}

export function staysIn(kept: readonly string[]): string {
  const places = kept.length === 1 ? 'One place stays as it is' : `${kept.length} places stay as they are`;
  return `${places}: ${[...new Set(kept)].join(', ')}. Only a purge of the session takes that out.`;
}
