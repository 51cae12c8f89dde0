import type { MethodsBy } from '../../../shared/contract.ts';
import type { Api } from '../../../shared/server.ts';
import type { purgeMethods } from '../../../shared/purge.ts';
import { findSession } from '../browse/sessions.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { indexPath, libraryPath, openForReading } from '../db/open.ts';
import { readSettings } from '../library/settings.ts';
import { Shelf } from '../library/shelf.ts';
import { rootsFor } from '../roots.ts';
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

export function openPurger({ data, index, library, indexer, announce }: WriterParts): Purger {
  const { dataDir, searcher } = data;
  const planning: Planning = {
    ...{ index, library, dataDir },
    ...othersKnow(index, library),
    found: (query) => lookOnce(dataDir, searcher, query),
    roots: () => rootsFor(index, data, readSettings(library).sources),
  };
  const done: PurgerParts['done'] = (receipt, sessions) => {
    announce('sessions.changed', { sessions: [...sessions] });
    announce('purge.done', receipt);
  };
  return new Purger({ index, library, dataDir, planning, indexer, done });
}

/** A search in the thread that writes, which has none of its own. */
async function lookOnce(dataDir: string, searcher: string, query: string): Promise<number[]> {
  const index = openForReading(indexPath(dataDir));
  const library = openForReading(libraryPath(dataDir));
  const search = new Search(index, new Shelf(index, library), dataDir, searcher);
  try {
    return await search.sessionsWith(query);
  } finally {
    search.stop();
    index.close();
    library.close();
  }
}

export const purgeWrites = (purger: Purger): Writes => ({
  'purge.run': (input, context) => purger.run(input, context),
  'purge.restore': ({ receipt }, context) => purger.restore(receipt, context),
  'purge.compact': () => purger.compact(),
});
