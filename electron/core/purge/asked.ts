import type { ReadDb } from '../db/handles.ts';
import { protectedSessions } from '../library/protect.ts';
import { sessionsWithAny } from '../secrets/counted.ts';
import type { Asked } from './choose.ts';

/** What other rooms know about sessions. The one place where a purge asks them. */
export function othersKnow(index: ReadDb, library: ReadDb): Omit<Asked, 'found'> {
  return {
    withSecrets: () => holdingSecrets(index),
    guarded: () =>
      new Map([
        ...taggedKeep(index).map((id) => [id, 'The tag “keep”'] as const),
        ...[...protectedSessions(library, index)].map((id) => [id, 'A bookmark'] as const),
      ]),
  };
}

const holdingSecrets = (index: ReadDb) =>
  new Set(index.prepare(`SELECT id FROM session WHERE id IN (${sessionsWithAny})`).pluck().all() as number[]);

/** What Claude Code’s own /tag marks so is protected like what a bookmark marks. */
const taggedKeep = (index: ReadDb) =>
  index.prepare(`SELECT session_id FROM session WHERE lower(details ->> '$.tag') = 'keep'`).pluck().all() as string[];
