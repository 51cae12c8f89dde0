import type { MethodsBy } from '../../../shared/contract.ts';
import type { Api } from '../../../shared/server.ts';
import type { purgeMethods } from '../../../shared/purge.ts';
import { findSession } from '../browse/sessions.ts';
import type { Archive } from '../archive/archive.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { indexPath, openForReading } from '../db/open.ts';
import { readSettings } from '../library/settings.ts';
import { Shelf } from '../library/shelf.ts';
import { rootsFor } from '../roots.ts';
import type { ThreadData } from '../threads/frame.ts';
import { Search } from '../search/search.ts';
import { othersKnow } from './asked.ts';
import { footprint, inOrder } from './footprint/footprint.ts';
import { targetsIn } from './footprint/target.ts';
import { readReceipts } from './journal.ts';
import { asItem, makePlan, type Planning } from './plan.ts';
import { Purger, type PurgerParts } from './purger.ts';

export function purgeReads(parts: ReaderParts): Api<MethodsBy<'read'> & keyof typeof purgeMethods> {
  const { data, index, library, search, roots } = parts;
  const ground = { index, library, dataDir: data.dataDir };
  const found = (query: string) => search.sessionsWith(query);
  const planning: Planning = { ...ground, ...othersKnow(index, library), found, roots };
  return {
    'purge.footprint': ({ sessions }) => {
      const rows = sessions.length === 0 ? null : sessions.map((ref) => findSession(index, ref).id);
      const places = inOrder(footprint(ground, targetsIn(index, rows)));
      return { places: places.map(asItem), bytes: places.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    'purge.plan': async ({ choice, verb }) => (await makePlan(planning, choice, verb)).plan,
    'purge.receipts': () => ({ receipts: readReceipts(library) }),
  };
}

type Writes = Api<MethodsBy<'write'> & keyof typeof purgeMethods>;

/** Nothing is indexed nor copied into the archive while a purge is at work. */
export function openPurger(parts: WriterParts, archive: Pick<Archive, 'alone'>): Purger {
  const { data, index, library, history, announce } = parts;
  const indexer: PurgerParts['indexer'] = {
    run: (full, context) => parts.indexer.run(full, context),
    alone: (work) => archive.alone(() => parts.indexer.alone(work)),
  };
  const { dataDir } = data;
  const planning: Planning = {
    ...{ index, library, dataDir },
    ...othersKnow(index, library),
    found: (query) => lookOnce(data, new Shelf(index, library), query),
    roots: () => rootsFor(index, data, readSettings(library).sources),
  };
  const done: PurgerParts['done'] = (receipt, sessions) => {
    announce('sessions.changed', { sessions: [...sessions] });
    announce('purge.done', receipt);
  };
  return new Purger({ index, library, dataDir, planning, indexer, done, forget: () => history.forget() });
}

/** A search in the thread that writes, which has none of its own. */
async function lookOnce({ dataDir, searcher }: ThreadData, shelf: Shelf, query: string): Promise<number[]> {
  const index = openForReading(indexPath(dataDir));
  const search = new Search(index, shelf, dataDir, searcher);
  try {
    return await search.sessionsWith(query);
  } finally {
    search.stop();
    index.close();
  }
}

export const purgeWrites = (purger: Purger): Writes => ({
  'purge.run': (input, context) => purger.run(input, context),
  'purge.restore': ({ receipt }, context) => purger.restore(receipt, context),
  'purge.compact': () => purger.compact(),
});
