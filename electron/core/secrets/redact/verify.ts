import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WriteDb } from '../../db/handles.ts';
import { indexPath, libraryPath } from '../../db/open.ts';
import { reasonOf } from '../../ingest/discover.ts';
import { termsLeft } from '../../purge/verify/live-rows.ts';
import { settle, vacuum } from '../../purge/verify/settle.ts';
import { folded, wordsOf } from '../../search/tokens.ts';
import { lookThrough } from './file.ts';
import { Haystack } from './haystack.ts';
import { archivedHolders } from './own.ts';
import type { Made } from './plan.ts';

interface Databases {
  readonly index: WriteDb;
  readonly library: WriteDb;
  readonly dataDir: string;
}

/** Words of a value that are found nowhere else. */
const rareWord = 10;

/** Looks for the values in everything there is once more. What still holds one, in sentences without it. */
export async function leftOf(made: Made, databases: Databases): Promise<string[]> {
  const { grounds, values, isLimited } = made;
  const haystack = new Haystack(values);
  const left: string[] = isLimited ? [] : [...grounds.closed];
  for (const { path } of grounds.files) {
    left.push(...(await sentences(path, haystack, () => isMeant(path, made))));
  }
  if (isLimited) return left;
  left.push(...(await inFullText(made, databases.index)));
  left.push(...(await inDatabase(databases.index, indexPath(databases.dataDir), haystack)));
  left.push(...(await inDatabase(databases.library, libraryPath(databases.dataDir), haystack)));
  for (const path of filesIn(databases.dataDir)) {
    if (!isDatabase(path, databases.dataDir)) left.push(...(await sentences(path, haystack, () => true)));
  }
  const { holders, refused } = await archivedHolders(databases, haystack);
  for (const { path } of [...holders, ...refused]) left.push(`${path} still holds it.`);
  return left;
}

async function sentences(path: string, haystack: Haystack, isMeant: () => boolean): Promise<string[]> {
  try {
    return (await haystack.inFile(path)) && isMeant() ? [`${path} still holds it.`] : [];
  } catch (error) {
    const reason = reasonOf(error);
    return reason === 'ENOENT' ? [] : [`${path} could not be looked through (${reason}).`];
  }
}

/** A short value that is part of a longer word is not the secret; a long one is, even in a name or an id. */
function isMeant(path: string, { values, texts }: Made): boolean {
  const { replacements, kept } = lookThrough(path, values);
  return replacements > 0 || kept.length > 0 || texts.some((text) => text.length >= 20);
}

/** The full text keeps words, not texts. */
async function inFullText({ texts }: Made, index: WriteDb): Promise<string[]> {
  const words = texts.flatMap((text) => wordsOf(text)).filter((word) => word.length >= rareWord && /\d/.test(word));
  const terms = [...new Set(words.map(folded))];
  if (termsLeft(index, terms).length > 0) index.exec("INSERT INTO fts (fts) VALUES ('optimize')");
  await settle(index);
  return termsLeft(index, terms).length > 0 ? ['The full text of the index still knows words of it.'] : [];
}

/** What a database has in its free pages is cleared by building it anew. */
async function inDatabase(db: WriteDb, path: string, haystack: Haystack): Promise<string[]> {
  const busy = [`${path}-wal could not be emptied: somebody is reading from it. Close other windows and try again.`];
  if (!(await settle(db))) return busy;
  if (!(await haystack.inFile(path))) return [];
  vacuum(db, path);
  if (!(await settle(db))) return busy;
  return (await haystack.inFile(path)) ? [`${path} still holds it.`] : [];
}

const isDatabase = (path: string, dataDir: string) =>
  [indexPath(dataDir), libraryPath(dataDir)].some((db) => path === db || path === `${db}-shm`);

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return filesIn(path);
    return stat?.isFile() ? [path] : [];
  });
}
