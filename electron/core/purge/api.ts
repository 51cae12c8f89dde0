import type { MethodsBy } from '../../../shared/contract.ts';
import type { Api } from '../../../shared/server.ts';
import { purgeMethods } from '../../../shared/purge.ts';
import { findSession } from '../browse/sessions.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { unbuilt } from '../unbuilt.ts';
import { othersKnow } from './asked.ts';
import { footprint, inOrder } from './footprint/footprint.ts';
import { targetsIn } from './footprint/target.ts';
import { asItem, makePlan, type Planning } from './plan.ts';

export function purgeReads(parts: ReaderParts): Api<MethodsBy<'read'> & keyof typeof purgeMethods> {
  const { data, index, library, search, roots } = parts;
  const ground = { index, library, dataDir: data.dataDir };
  const found = (query: string) => search.sessionsWith(query);
  const planning: Planning = { ...ground, ...othersKnow(index, library), found, roots };
  return {
    ...unbuilt(purgeMethods, 'read'),
    'purge.footprint': ({ sessions }) => {
      const rows = sessions.length === 0 ? null : sessions.map((ref) => findSession(index, ref).id);
      const places = inOrder(footprint(ground, targetsIn(index, rows)));
      return { places: places.map(asItem), bytes: places.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    'purge.plan': async ({ choice, verb }) => (await makePlan(planning, choice, verb)).plan,
  };
}
export const purgeWrites = (parts: WriterParts) => (void parts, unbuilt(purgeMethods, 'write'));
