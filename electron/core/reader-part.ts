import type { ReadMethod } from '../../shared/contract.ts';
import type { Session } from '../../shared/schemas.ts';
import type { Api } from '../../shared/server.ts';
import { forgetFrames } from './archive/copy.ts';
import { openArchiveList } from './archive/list.ts';
import { listDetails, readRecord } from './browse/detail/details.ts';
import { readImage } from './browse/detail/images.ts';
import { liveSessions } from './browse/live.ts';
import { listEntries } from './browse/entries.ts';
import { outlineOf } from './browse/outline.ts';
import { listProjects, openTranscript } from './browse/sessions.ts';
import { indexPath, libraryPath, openForReading } from './db/open.ts';
import type { Part, ThreadData } from './threads/frame.ts';
import { diagnose } from './insight/diagnostics.ts';
import { cleanupOf } from './insight/retention.ts';
import { stats } from './insight/stats.ts';
import { ghostCount, oldestTranscript, totals } from './insight/totals.ts';
import { exportReads } from './export/api.ts';
import { libraryState } from './library/backup.ts';
import { libraryReads } from './library/api.ts';
import { Shelf } from './library/shelf.ts';
import { readSettings } from './library/settings.ts';
import type { ReaderParts } from './parts.ts';
import { purgeReads } from './purge/api.ts';
import { retentionReads } from './retention/api.ts';
import { secretsReads } from './secrets/api.ts';
import { hasTranscripts, rootsFor } from './roots.ts';
import { Search } from './search/search.ts';

/** Everything that only looks. */
export function readerPart(data: ThreadData): Part {
  const index = openForReading(indexPath(data.dataDir));
  const library = openForReading(libraryPath(data.dataDir));
  const shelf = new Shelf(index, library);
  const search = new Search(index, shelf, data.dataDir, data.searcher);
  const archive = openArchiveList(library, data.dataDir);
  const { copyOf } = archive;
  const marked = (session: Session) => ({ ...session, archived: archive.has(session.file) });
  const roots = () => rootsFor(index, data, readSettings(library).sources);

  const parts: ReaderParts = { data, index, library, shelf, search, roots };
  const api: Api<ReadMethod> = {
    'app.info': () => {
      const { sessions, subagents, messages } = totals(index);
      const claudeDirs = roots().map((path) => ({ path, found: hasTranscripts(path), ...cleanupOf(path) }));
      const oldest = oldestTranscript(index);
      const live = liveSessions(index).length;
      const ghosts = ghostCount(index);
      const { version, dataDir } = data;
      const { bookmarks, backups, lastBackup } = libraryState(library, dataDir);
      const counts = { sessions, live, ghosts, subagents, messages, bookmarks };
      return { version, dataDir, claudeDirs, oldest, backups, lastBackup, ...counts };
    },
    'projects.list': () => ({ projects: listProjects(index) }),
    'sessions.list': async (input) => {
      const { total, sessions } = await search.sessions(input);
      return { total, sessions: sessions.map(marked) };
    },
    'sessions.open': ({ session }) => {
      const transcript = openTranscript(index, session, shelf.sessions());
      return { ...transcript, session: marked(transcript.session) };
    },
    'sessions.entries': (input) => listEntries(index, input),
    'sessions.outline': ({ session, file }) => outlineOf(index, session, file),
    'sessions.details': (input) => listDetails(index, input, copyOf),
    'sessions.image': (input) => readImage(index, input, copyOf),
    'sessions.record': ({ session, file, position }) => readRecord(index, session, file, position, copyOf),
    'search.run': async (input, { signal }) => {
      const result = await search.run(input, signal);
      return { ...result, sessions: result.sessions.map(marked) };
    },
    'search.facets': ({ query }, { signal }) => search.facets(query, signal),
    'search.find': (input, { signal }) => search.find(input, signal),
    'search.values': (input) => ({ values: search.values(input) }),
    'settings.get': () => readSettings(library),
    'stats.get': ({ by }) => stats(index, by),
    'diagnostics.run': () => diagnose({ index, library }, data.dataDir, roots()),
    ...libraryReads(parts),
    ...exportReads(parts),
    ...purgeReads(parts),
    ...secretsReads(parts),
    ...retentionReads(parts),
  };

  return {
    api,
    forget() {
      search.forget();
      forgetFrames();
      for (const db of [index, library]) db.pragma('shrink_memory');
    },
    stop() {
      search.stop();
      index.close();
      library.close();
    },
  };
}
