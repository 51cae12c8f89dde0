import type { ReadDb } from '../db/handles.ts';
import { keptBookmarks } from './bookmarks.ts';
import { Resolver } from './resolve.ts';

/**
 * Ids of the sessions that a bookmark stands on or in: nothing may take them that was not told to by name. Where a
 * bookmark's own session is gone, the fork that it is found in.
 */
export function protectedSessions(library: ReadDb, index: ReadDb): Set<string> {
  const resolver = new Resolver(index);
  const ids = new Set<string>();
  for (const { place } of keptBookmarks(library, '')) {
    ids.add(place.sessionId);
    if (resolver.onlyWith(place.sessionId) !== null) continue;
    const { session } = resolver.stand(place);
    if (session) ids.add(session.session_id);
  }
  return ids;
}
