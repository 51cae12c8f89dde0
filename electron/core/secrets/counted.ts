import type { ReadDb } from '../db/handles.ts';

/** What counts where nobody asked for more. */
export const counting = "certainty <> 'possible' AND ignored = 0";

/** Findings with the session they are in: by their file, or by their line in a file that many share. */
export const placedFindings = /* sql */ `
  SELECT finding.*, scanned.path, scanned.file, scanned.mtime, coalesce(file.session,
    (SELECT session.id FROM session WHERE session.session_id = finding.session_id LIMIT 1)) AS session
  FROM finding JOIN scanned ON scanned.id = finding.scanned LEFT JOIN file ON file.id = scanned.file`;

/** SQL for how many values are in one session: of its transcripts, and of what else names it. */
export const secretsIn = (session: string) => /* sql */ `
  (SELECT count(*) FROM (
    SELECT fingerprint FROM file JOIN scanned ON scanned.file = file.id JOIN finding ON finding.scanned = scanned.id
      WHERE file.session = ${session}.id AND ${counting}
    UNION SELECT fingerprint FROM finding WHERE session_id = ${session}.session_id AND ${counting}))`;

/** SQL for the rows of the sessions that hold any. */
export const sessionsWithAny = /* sql */ `
  SELECT file.session FROM finding JOIN scanned ON scanned.id = finding.scanned JOIN file ON file.id = scanned.file
    WHERE file.session IS NOT NULL AND ${counting}
  UNION SELECT session.id FROM finding JOIN session ON session.session_id = finding.session_id WHERE ${counting}`;

/** SQL for the entries that show one: those of a line that holds it. */
export const entriesWithAny = /* sql */ `
  SELECT entry.id FROM finding JOIN scanned ON scanned.id = finding.scanned
    JOIN file ON file.id = scanned.file AND file.path = scanned.path
    JOIN entry ON entry.file = file.id AND entry.line = finding.line
    WHERE ${counting}`;

/** Distinct values that are certain or likely and not ignored. */
export const countValues = (index: ReadDb): number =>
  index.prepare(`SELECT count(DISTINCT fingerprint) FROM finding WHERE ${counting}`).pluck().get() as number;
