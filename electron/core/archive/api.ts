import type { Output } from '../../../shared/contract.ts';
import type { ArchivedSession } from '../../../shared/retention.ts';
import type { Api } from '../../../shared/server.ts';
import { refOf, type SessionRow } from '../browse/sessions.ts';
import { readSettings } from '../library/settings.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import type { Archive } from './archive.ts';
import { dueSessions } from './due.ts';
import { archiveFailures, openArchiveList, type ArchivedFile } from './list.ts';

export const archiveReads = (parts: ReaderParts): Api<'archive.list' | 'archive.state'> => ({
  'archive.list': () => ({ sessions: archivedSessions(parts) }),
  'archive.state': () => archiveState(parts),
});

export const archiveWrites = (
  archive: Archive,
  { indexer }: WriterParts,
): Api<'archive.add' | 'archive.restore' | 'archive.remove'> => ({
  'archive.add': ({ sessions }, context) => archive.add(sessions, context),
  'archive.restore': async ({ sessions }, context) => {
    const restored = await archive.restore(sessions, context);
    indexer.refresh();
    return restored;
  },
  'archive.remove': ({ sessions }) => archive.remove(sessions),
});

const sum = (files: readonly ArchivedFile[], pick: (file: ArchivedFile) => number) =>
  files.reduce((total, file) => total + pick(file), 0);

function archivedSessions({ index, library, data }: ReaderParts): ArchivedSession[] {
  const known = index.prepare(
    `SELECT session.*, (SELECT count(*) FROM session other WHERE other.session_id = session.session_id) AS namesakes
     FROM session WHERE file = ? AND ghost = 0`,
  );
  const sessions = Map.groupBy(openArchiveList(library, data.dataDir).all(), ({ main }) => main);
  return [...sessions].map(([main, files]) => {
    const row = known.get(main) as SessionRow | undefined;
    return {
      session: row ? refOf(row) : null,
      sessionId: row?.session_id ?? files[0]?.sessionId ?? '',
      title: row?.title ?? '',
      project: row?.project ?? '',
      files: files.length,
      bytes: sum(files, ({ bytes }) => bytes),
      rawBytes: sum(files, ({ size }) => size),
      time: files.reduce((newest, { time }) => Math.max(newest, time), 0),
      sourceDeleted: row?.source_deleted === 1,
    };
  });
}

function archiveState({ index, library, data }: ReaderParts): Output<'archive.state'> {
  const list = openArchiveList(library, data.dataDir);
  const totals = library
    .prepare(
      `SELECT count(DISTINCT main) AS sessions, coalesce(sum(bytes), 0) AS bytes, coalesce(sum(size), 0) AS rawBytes
       FROM archived`,
    )
    .get() as Pick<Output<'archive.state'>, 'sessions' | 'bytes' | 'rawBytes'>;
  const everything = readSettings(library).whenDeleted === 'archive';
  return {
    ...totals,
    waiting: dueSessions(index, library, list, everything).length,
    failed: archiveFailures(library),
  };
}
