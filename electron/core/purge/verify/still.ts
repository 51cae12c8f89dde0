import { existsSync, lstatSync, readFileSync } from 'node:fs';
import type { ReadDb } from '../../db/handles.ts';
import { libraryPath } from '../../db/open.ts';
import { dividedEntries, dividedLines } from '../apply/rewrite.ts';
import { isPasted } from '../footprint/history.ts';
import type { Step } from '../journal.ts';
import { openCopy } from '../library-copies.ts';
import { rowsOf, type Named } from '../library-rows.ts';

interface Ground {
  readonly index: ReadDb;
  readonly library: ReadDb;
  readonly dataDir: string;
}

/** Looks at every place of a plan once more: what is still there of it, in sentences. */
export function stillThere(steps: readonly Step[], ground: Ground): string[] {
  return steps.filter(({ action }) => action !== 'keep').flatMap((step) => look(step, ground));
}

function look({ path, action, detail }: Step, { index, library, dataDir }: Ground): string[] {
  if (detail?.kind === 'paste' && isPasted(detail.hash, detail.history)) return [];
  if (action === 'delete') return lstatSync(path, { throwIfNoEntry: false }) ? [`${path} is still there.`] : [];
  switch (detail?.kind) {
    case 'lines': {
      const { gone } = dividedLines(path, detail);
      return gone.length === 0 ? [] : [`${path} still has ${gone.length} lines of it.`];
    }
    case 'entries': {
      const gone = existsSync(path) ? dividedEntries(readFileSync(path, 'utf8'), detail).gone : [];
      return gone.length === 0 ? [] : [`${path} still has ${gone.length} entries of it.`];
    }
    case 'index': {
      const files = JSON.stringify(detail.files);
      const known = index.prepare('SELECT count(*) FROM file WHERE path IN (SELECT value FROM json_each(?))').pluck();
      const count = known.get(files) as number;
      return count === 0 ? [] : [`The index still has ${count} transcripts of it.`];
    }
    case 'rows': {
      const { rows } = path === libraryPath(dataDir) ? rowsOf(library, detail) : rowsInCopy(path, detail);
      return rows === 0 ? [] : [`${path} still has ${rows} rows of it.`];
    }
    default:
      return [];
  }
}

function rowsInCopy(path: string, named: Named): { rows: number } {
  const copy = existsSync(path) ? openCopy(path) : null;
  try {
    return copy ? rowsOf(copy, named) : { rows: 0 };
  } finally {
    copy?.close();
  }
}
