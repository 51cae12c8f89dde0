import type { ReadDb } from '../db/handles.ts';
import type { Asked } from './choose.ts';

/** What other rooms know about sessions. The one place where a purge asks them. */
export function othersKnow(index: ReadDb, library: ReadDb): Omit<Asked, 'found'> {
  void index;
  void library;
  return { withSecrets: () => new Set(), bookmarked: () => new Set() };
}
