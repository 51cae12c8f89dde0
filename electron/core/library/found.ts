import type { CollectionItem } from '../../../shared/library.ts';
import { refOf } from '../browse/sessions.ts';
import type { Place } from './place.ts';
import type { Resolver, Standing } from './resolve.ts';

/** What the contract tells of anything that was kept: where it stands now. */
export type Found = Omit<CollectionItem, 'id'>;

export function foundAt(place: Place, resolver: Resolver): Found {
  const standing = resolver.stand(place);
  const { session, file, first, last } = standing;
  return {
    session: session && refOf(session),
    sessionId: session?.session_id ?? place.sessionId,
    file: file && file.path !== session?.file ? file.path : null,
    position: first?.position ?? null,
    end: last?.position ?? null,
    uuid: place.first?.uuid ?? null,
    line: first?.line ?? place.first?.line ?? null,
    scope: place.scope,
    title: session?.title ?? place.title ?? place.sessionId,
    project: session?.project ?? place.project,
    kind: first?.kind ?? place.first?.kind ?? null,
    role: first?.role ?? place.first?.role ?? null,
    timestamp: first?.time ?? place.first?.time ?? null,
    excerpt: first ? resolver.excerpt(first) : place.excerpt,
    state: stateOf(standing, place),
  };
}

function stateOf({ session, file, first }: Standing, { scope }: Place): Found['state'] {
  if (!session || (scope !== 'session' && !first)) return 'gone';
  return session.ghost || session.source_deleted || (file && file.deleted !== null) ? 'deleted' : 'here';
}
