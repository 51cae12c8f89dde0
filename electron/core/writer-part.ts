import type { WriteMethod } from '../../shared/contract.ts';
import type { Api, Server } from '../../shared/server.ts';
import { Archive } from './archive/archive.ts';
import { openArchiveList } from './archive/list.ts';
import { openIndex, openLibrary } from './db/open.ts';
import type { Part, ThreadData } from './threads/frame.ts';
import { Indexer, reportUnlessExpected } from './ingest/indexer.ts';
import { checkSources } from './roots.ts';
import { openRefs } from './browse/sessions.ts';
import { backUp } from './library/backup.ts';
import { History } from './library/history.ts';
import { keepWords } from './library/words.ts';
import { watchNeighbours } from './library/neighbours.ts';
import { exportWrites } from './export/api.ts';
import { libraryWrites } from './library/api.ts';
import { readSettings, writeSettings } from './library/settings.ts';
import type { WriterParts } from './parts.ts';
import { openPurger, purgeWrites } from './purge/api.ts';
import { openTombstones } from './purge/tombstones.ts';
import { retentionRoom } from './retention/api.ts';
import { secretsWrites } from './secrets/api.ts';
import { Redactor } from './secrets/redact/redactor.ts';
import { Scan } from './secrets/scan/scan.ts';

/** Everything that changes something: the only part that opens the databases for writing. */
export function writerPart(data: ThreadData): Part {
  const library = openLibrary(data.dataDir);
  const { db: index, setAside } = openIndex(data.dataDir);
  let server: Server | undefined;
  const refs = openRefs(index);
  const indexer = new Indexer({
    db: index,
    location: data,
    parser: data.parser,
    settings: () => readSettings(library),
    archive: openArchiveList(library, data.dataDir),
    hidden: () => openTombstones(library),
    announce: (state) => {
      server?.announce('index.state', state);
      scan.indexing(state);
    },
    changed: (sessions) => server?.announce('sessions.changed', { sessions: refs([...sessions]) }),
  });

  const announce: WriterParts['announce'] = (event, payload) => server?.announce(event, payload);
  const history = new History(library, (labels) => announce('library.changed', labels));
  const parts: WriterParts = { data, index, library, indexer, history, announce };
  const archive = new Archive(parts);
  const purger = openPurger(parts, archive);
  const retention = retentionRoom(parts, { archive, purger });
  const stopLibrary: (() => void)[] = [];
  const scan: Scan = new Scan(parts);
  const redactor = new Redactor(parts, scan, archive);
  const api: Api<WriteMethod> = {
    'index.state': () => indexer.state,
    'index.run': ({ full }, context) => indexer.run(full, context),
    'index.pause': ({ paused }) => indexer.pause(paused),
    'settings.set': (changes) => {
      checkSources(changes.sources ?? []);
      const settings = writeSettings(library, changes);
      server?.announce('settings.changed', settings);
      if (changes.sources) indexer.refresh();
      if (changes.whenDeleted) retention.soon();
      if (changes.scanSecrets !== undefined) scan.soon();
      if (changes.keepExcerpts !== undefined) keepWords(parts, changes.keepExcerpts);
      return settings;
    },
    ...libraryWrites(parts),
    ...purgeWrites(purger),
    ...exportWrites(parts),
    ...secretsWrites(parts, scan, redactor),
    ...retention.api,
  };

  return {
    api,
    indexSetAside: setAside,
    start(started) {
      server = started;
      void redactor.resume().catch(reportUnlessExpected);
      // What a crash left of a purge comes first: none of it may be indexed or copied.
      void purger
        .resume()
        .catch(reportUnlessExpected)
        .then(() => library.open && backUp(library, data.dataDir));
      if (!data.follow) return;
      indexer.follow();
      retention.follow();
      scan.follow();
      stopLibrary.push(watchNeighbours(library, () => announce('library.changed', history.labels)));
    },
    async stop() {
      for (const end of stopLibrary) end();
      retention.stop();
      scan.stop();
      await redactor.tidied;
      indexer.stop();
      index.pragma('wal_checkpoint(TRUNCATE)'); // so that the next start finds nothing to tidy up
      index.close();
      library.close();
    },
  };
}
