import type { ReadDb } from '../db/handles.ts';
import { protectedSessions } from '../library/protect.ts';
import type { Asked } from './choose.ts';

/** What other rooms know about sessions. The one place where a purge asks them. */
export const othersKnow = (index: ReadDb, library: ReadDb): Omit<Asked, 'found'> => ({
  withSecrets: () => new Set(),
  bookmarked: () => protectedSessions(library, index),
});
