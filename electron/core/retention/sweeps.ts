import type { Sweep } from '../../../shared/retention.ts';
import { openArchiveList } from '../archive/list.ts';
import { refOf } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import { cleanupFile, cleanupOf } from '../insight/retention.ts';
import { protectedSessions } from '../library/protect.ts';
import type { ReaderParts } from '../parts.ts';
import { hasTranscripts } from '../roots.ts';

const day = 86_400_000;
const soonDays = 7;
const mostListed = 500;
/** Ten years: long enough to forget about it. */
const line = '"cleanupPeriodDays": 3650';

interface Row {
  readonly session_id: string;
  readonly file: string;
  readonly namesakes: number;
  readonly title: string;
  readonly project: string;
  readonly mtime: number;
}

type Asking = Pick<ReaderParts, 'index' | 'library' | 'roots'> & { readonly data: { readonly dataDir: string } };

/** What Claude Code's own clean-up does in each folder: at its start it deletes what was not written for so long. */
export function sweeps({ index, library, data, roots }: Asking, now: number): Sweep[] {
  const archive = openArchiveList(library, data.dataDir);
  const bookmarked = protectedSessions(library, index);
  return roots()
    .filter(hasTranscripts)
    .map((claudeDir) => {
      const { cleanupDays: days, cleanupSet: set } = cleanupOf(claudeDir);
      const all = transcriptsIn(index, claudeDir).map((row) => ({ ...row, at: Math.trunc(row.mtime) + days * day }));
      const soon = all.filter(({ at }) => at <= now + soonDays * day);
      const [first] = all;
      return {
        ...{ claudeDir, days, set, line },
        settingsFile: cleanupFile(claudeDir),
        next: first ? Math.max(first.at, now) : null,
        soonTotal: soon.length,
        soon: soon.slice(0, mostListed).map((row) => ({
          session: refOf(row),
          title: row.title,
          project: row.project,
          at: row.at,
          archived: archive.has(row.file),
          bookmarked: bookmarked.has(row.session_id),
        })),
      };
    });
}

/** The main transcripts that are still there, oldest first. */
function transcriptsIn(index: ReadDb, root: string): Row[] {
  return index
    .prepare(
      `SELECT session_id, session.file, title, project, file.mtime,
         (SELECT count(*) FROM session other WHERE other.session_id = session.session_id) AS namesakes
       FROM root JOIN file ON file.root = root.id JOIN session ON session.file = file.path
       WHERE root.path = ? AND deleted IS NULL AND ghost = 0 ORDER BY file.mtime`,
    )
    .all(root) as Row[];
}
