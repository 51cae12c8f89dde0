import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PurgePlan } from '../../../shared/purge.ts';
import { recent, runningNow } from '../browse/live.ts';
import { reasonOf } from '../ingest/discover.ts';
import { isPlain, type Target } from './footprint/target.ts';

export type Refusal = PurgePlan['refused'][number];

interface Asking {
  /** Ids of the sessions that a Claude Code which runs works in. */
  readonly running: ReadonlySet<string>;
  readonly guarded: ReadonlyMap<string, string>;
  readonly named: boolean;
}

export function runningIn(roots: readonly string[]): ReadonlySet<string> {
  return new Set(roots.flatMap((root) => [...runningNow(root)]));
}

/** Why a session may not be erased now; null where it may. */
export function refusalOf(target: Target, { running, guarded, named }: Asking): Refusal | null {
  const refuse = (reason: Refusal['reason'], detail: string): Refusal => {
    const { ref: session, sessionId, title } = target;
    return { session, sessionId, title, reason, detail };
  };
  if (!isPlain(target.sessionId)) return badId(target.ref);
  if (running.has(target.sessionId)) return refuse('live', 'Claude Code is at work in it. Close that first.');
  const written = target.files.find(({ path }) => isRecent(path));
  if (written) return refuse('live', `${written.path} was written in the last minutes: somebody is at work in it.`);
  const guard = guarded.get(target.sessionId);
  if (!named && guard !== undefined) {
    return refuse('bookmarked', `${guard} protects it. Name it to erase it all the same.`);
  }
  const closed = target.files.map(({ path }) => closedReason(path)).find((reason) => reason !== null);
  return closed === undefined ? null : refuse('read-only', closed);
}

export const badId = (ref: string): Refusal => ({
  ...{ session: ref, sessionId: ref, title: '', reason: 'bad-id' },
  detail: 'This is no id of a session: it would lead to another folder.',
});

const isRecent = (path: string) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < recent;

/** Whether a file cannot be taken out of its folder. */
function closedReason(path: string): string | null {
  if (!statSync(path, { throwIfNoEntry: false })) return null;
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return `Nothing can be removed from ${dirname(path)} (${reasonOf(error)}).`;
  }
}
