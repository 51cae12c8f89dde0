import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WriteDb } from '../../db/handles.ts';
import { databaseFile } from '../../db/database-file.ts';
import { indexPath, libraryPath } from '../../db/open.ts';
import { reasonOf } from '../../ingest/discover.ts';
import type { Fingerprints } from './fingerprints.ts';
import { termsLeft, unexplained } from './live-rows.ts';
import { Needles } from './needles.ts';
import { settle, vacuum } from './settle.ts';

interface Databases {
  readonly index: WriteDb;
  readonly library: WriteDb;
  readonly dataDir: string;
}

/**
 * Cleans the databases, then looks for what only the erased sessions had, in every file of ours and in those that they
 * shared with others.
 */
export async function leftovers(
  { index, library, dataDir }: Databases,
  prints: Fingerprints,
  shared: readonly string[],
): Promise<string[]> {
  const left: string[] = [];
  if (termsLeft(index, prints.terms).length > 0) index.exec("INSERT INTO fts (fts) VALUES ('optimize')");
  if (termsLeft(index, prints.terms).length > 0) left.push('The full text of the index still knows words of it.');
  const said = new Scan(prints.said);
  const named = new Scan([...prints.said, ...prints.names]);
  left.push(...(await swept(index, indexPath(dataDir), named)), ...(await swept(library, libraryPath(dataDir), said)));
  const others = filesIn(dataDir).filter((path) => !isOf(path, dataDir));
  for (const path of [...others, ...shared.flatMap(filesIn)]) left.push(...(await said.sentences(path)));
  return left;
}

/**
 * A database is built anew: where rows were moved from one page to another, what they were is still in the first, and
 * no sample tells for sure that nothing is.
 */
async function swept(db: WriteDb, path: string, scan: Scan): Promise<string[]> {
  vacuum(db, path);
  if (!(await settle(db))) {
    return [
      `${path}-wal could not be emptied, as somebody is reading: what was erased is in it until all Turnstones are closed.`,
    ];
  }
  const count = (await scan.unexplained(path, db)).length;
  return count === 0 ? [] : [`${path} still holds ${count} of ${scan.size} strings that were looked for.`];
}

class Scan {
  readonly #texts: readonly string[];
  readonly #needles: Needles;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#needles = new Needles(texts);
  }

  get size(): number {
    return this.#texts.length;
  }

  /** What is in a file though no row that stays tells why. */
  async unexplained(path: string, db: WriteDb): Promise<string[]> {
    const found = [...(await this.#needles.inOpen(databaseFile(path)))].map((needle) => this.#texts[needle] ?? '');
    return unexplained(db, found);
  }

  async sentences(path: string): Promise<string[]> {
    try {
      const found = await this.#needles.inFile(path);
      return found.size === 0
        ? []
        : [`${path} still holds ${found.size} of ${this.size} strings that were looked for.`];
    } catch (error) {
      const reason = reasonOf(error);
      return reason === 'ENOENT' ? [] : [`${path} could not be looked through (${reason}).`];
    }
  }
}

const isOf = (path: string, dataDir: string) =>
  [indexPath(dataDir), libraryPath(dataDir)].some((db) => path === db || path === `${db}-shm`);

/** Every file in a folder, or the file itself; the locks and the sockets of a window are none. */
function filesIn(path: string): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
  return stat?.isFile() ? [path] : [];
}
