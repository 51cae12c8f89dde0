import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnosis } from '../../../shared/schemas.ts';
import type { ReadDb } from '../db/handles.ts';
import { archiveFailures } from '../archive/list.ts';
import { libraryState } from '../library/backup.ts';
import { reasonOf } from '../ingest/discover.ts';
import { totals } from './totals.ts';

export interface Databases {
  readonly index: ReadDb;
  readonly library: ReadDb;
}

export function diagnose({ index, library }: Databases, dataDir: string, claudeDirs: readonly string[]): Diagnosis {
  const sums = totals(index);
  const checks = [
    nodeCheck(),
    ...claudeDirs.map((dir) =>
      readable(existsSync(join(dir, 'projects')) || !existsSync(dir) ? join(dir, 'projects') : dir),
    ),
    writable(dataDir),
    wellFormed('index.db', index),
    wellFormed('library.db', library),
    ...libraryChecks(library, dataDir),
    archiveCheck(library),
    {
      name: 'transcripts',
      ok: true,
      detail: `${sums.files} files, ${sums.sessions} sessions, ${sums.messages} messages`,
    },
    {
      name: 'bad lines',
      ok: true,
      detail: `${sums.badLines} of ${sums.records + sums.badLines} lines could not be read`,
    },
  ];
  const { unknownTypes } = sums;
  const ok = checks.every((check) => check.ok);
  return { ok, checks, unknownTypes, unknown: unknownByVersion(index), badLines: badLines(index) };
}

const mostPlaces = 200;

function unknownByVersion(index: ReadDb): Diagnosis['unknown'] {
  return index
    .prepare(
      `SELECT type, version, sum(count) AS count, path AS file, min(line) AS line
       FROM unknown_type JOIN file ON file.id = unknown_type.file GROUP BY type, version ORDER BY count DESC LIMIT ?`,
    )
    .all(mostPlaces) as Diagnosis['unknown'];
}

function badLines(index: ReadDb): Diagnosis['badLines'] {
  return index
    .prepare(
      'SELECT path AS file, line, reason FROM bad_line JOIN file ON file.id = bad_line.file ORDER BY 1, 2 LIMIT ?',
    )
    .all(mostPlaces) as Diagnosis['badLines'];
}

type Check = Diagnosis['checks'][number];

const nodeCheck = (): Check => ({ name: 'runtime', ok: true, detail: `Node ${process.versions.node}` });

function readable(dir: string): Check {
  return probe(`Claude folder ${dir}`, () => accessSync(dir, constants.R_OK), 'can be read');
}

function writable(dir: string): Check {
  return probe(`data folder ${dir}`, () => accessSync(dir, constants.W_OK), 'can be written');
}

function wellFormed(name: string, db: ReadDb): Check {
  return probe(
    name,
    () => {
      const answer = db.pragma('quick_check(1)', { simple: true });
      if (answer !== 'ok') throw new Error(String(answer));
    },
    'is sound',
  );
}

function libraryChecks(library: ReadDb, dataDir: string): Check[] {
  const { bookmarks, lastBackup, failure } = libraryState(library, dataDir);
  const last = lastBackup === null ? 'none was needed so far' : `last on ${new Date(lastBackup).toISOString()}`;
  const detail = failure === null ? last : `failed: ${failure}; ${last}`;
  return [
    { name: 'bookmarks', ok: true, detail: String(bookmarks) },
    { name: 'back-up of library.db', ok: failure === null, detail },
  ];
}

/** Why a copy could not be made, of the first; they are tried again. */
function archiveCheck(library: ReadDb): Check {
  const [first, ...more] = archiveFailures(library);
  const copies = library.prepare('SELECT count(*) FROM archived').pluck().get() as number;
  if (!first) return { name: 'archive', ok: true, detail: `${copies} copies` };
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  return { name: 'archive', ok: false, detail: `no copy of ${first.file} could be made (${first.reason})${others}` };
}

function probe(name: string, check: () => void, good: string): Check {
  try {
    check();
    return { name, ok: true, detail: good };
  } catch (error) {
    return { name, ok: false, detail: reasonOf(error) };
  }
}
