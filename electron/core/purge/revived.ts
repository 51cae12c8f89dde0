import { statSync } from 'node:fs';
import type { Step } from './journal.ts';

/** Whether somebody went on in a session after a purge of it was begun and could not be finished. */
export function wasWrittenSince(started: number, sessionId: string, steps: readonly Step[]): boolean {
  const transcripts = steps.filter(
    ({ what, action, state, path }) =>
      (what === 'transcript' || what === 'copy') && action === 'delete' && state !== 'done' && path.includes(sessionId),
  );
  return transcripts.some(({ path }) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > started);
}
