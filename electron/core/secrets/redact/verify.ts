import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadDb, WriteDb } from '../../db/handles.ts';
import { databaseFile } from '../../db/database-file.ts';
import { indexPath, libraryPath } from '../../db/open.ts';
import { reasonOf } from '../../ingest/discover.ts';
import { readOf } from '../../ingest/open-place.ts';
import { archiveDir } from '../../archive/list.ts';
import { termsLeft } from '../../purge/verify/live-rows.ts';
import { settle, vacuum } from '../../purge/verify/settle.ts';
import { folded, wordsOf } from '../../search/tokens.ts';
import { isPointedTo } from './database.ts';
import { lookThrough } from './file.ts';
import { Haystack } from './haystack.ts';
import { archivedHolders, ownHolders } from './own.ts';
import type { Made } from './plan.ts';
import { chosenText, noChance, Values, type Value } from './values.ts';

interface Databases {
  readonly index: WriteDb;
  readonly library: WriteDb;
  readonly dataDir: string;
}

/** Words of a value that are found nowhere else. */
const rareWord = 10;
const longSecret = 20;

/** Looks for the values in everything there is once more. What still holds one, in sentences without it. */
export async function leftOf(made: Made, databases: Databases): Promise<string[]> {
  const { found, ids } = made;
  const { dataDir } = databases;
  const named = new Set(made.plan.refused.map(({ path }) => path)); // the receipt says it of these already
  const holding = await inFiles(made);
  const left = holding.filter(({ path }) => !named.has(path)).map(({ said }) => said);
  for (const { path } of ownHolders(databases, made).holders) left.push(`${path} still holds it.`);
  const { holders, refused } = await archivedHolders(databases, made);
  for (const { path } of [...holders, ...refused]) if (!named.has(path)) left.push(`${path} still holds it.`);
  if (ids) return left; // other sessions may hold it
  const inIndex = [
    ...(await inFullText(found, databases.index)),
    ...(await inDatabase(databases.index, indexPath(dataDir), found, optimize)),
  ];
  left.push(
    ...(inIndex.length > 0 && holding.some(({ path }) => isIndexed(databases.index, path)) ? [asFiles] : inIndex),
  );
  left.push(...(await inDatabase(databases.library, libraryPath(dataDir), found)));
  const haystack = haystackOf(found.filter(({ text }) => text.length >= noChance));
  for (const path of filesIn(dataDir)) {
    if (isLookedAt(path, dataDir)) continue;
    left.push(...(await sentence(path, () => haystack.inFile(path))));
  }
  return [...new Set(left)];
}

const asFiles = 'The index of this app holds it as long as the transcripts do that are named here.';
const isIndexed = (index: ReadDb, path: string) =>
  index.prepare('SELECT 1 FROM file WHERE path = ?').get(path) !== undefined;

const haystackOf = (values: readonly Value[]) => new Haystack(Values.of(values));

/** A short value that is part of a longer word is not the secret; a long one is, wherever it is. */
async function inFiles({ grounds, haystack, values, found }: Made): Promise<{ path: string; said: string }[]> {
  const long = haystackOf(found.filter(({ text, rule }) => rule !== chosenText && text.length >= longSecret));
  const left: { path: string; said: string }[] = [];
  for (const { path } of grounds.files) {
    const holds = async () => {
      if (!(await haystack.inFile(path))) return false;
      const { replacements, kept } = lookThrough(path, values);
      return replacements > 0 || kept.length > 0 || long.inFile(path);
    };
    left.push(...(await sentence(path, holds)).map((said) => ({ path, said })));
  }
  return left;
}

async function sentence(path: string, holds: () => Promise<boolean>): Promise<string[]> {
  try {
    return (await holds()) ? [`${path} still holds it.`] : [];
  } catch (error) {
    const reason = reasonOf(error);
    return reason === 'ENOENT' ? [] : [`${path} could not be looked through (${reason}).`];
  }
}

/** The full text keeps words, not texts. */
async function inFullText(found: readonly Value[], index: WriteDb): Promise<string[]> {
  const words = found
    .filter((value) => isTold(value, index))
    .flatMap(({ text }) => wordsOf(text))
    .filter((word) => word.length >= rareWord && /\d/.test(word));
  const terms = [...new Set(words.map(folded))];
  if (termsLeft(index, terms).length > 0) optimize(index);
  await settle(index);
  return termsLeft(index, terms).length > 0 ? ['The full text of the index still knows words of it.'] : [];
}

/** Whether its bytes tell: of what is short, and of words of the format and parts of paths, only the rows do. */
const isTold = ({ text, rule }: Value, db: ReadDb) =>
  text.length >= noChance && (rule !== chosenText || !isPointedTo(db, text));

/** What was deleted may be in the full text still, noted as gone. */
const optimize = (index: WriteDb) => void index.exec("INSERT INTO fts (fts) VALUES ('optimize')");

/** What a database has in its free pages is cleared by building it anew. */
async function inDatabase(
  db: WriteDb,
  path: string,
  found: readonly Value[],
  tidy: (db: WriteDb) => void = () => undefined,
): Promise<string[]> {
  const busy = [`${path}-wal could not be emptied: somebody is reading from it. Close other windows and try again.`];
  if (!(await settle(db))) return busy;
  const haystack = haystackOf(found.filter((value) => isTold(value, db)));
  const holds = () => haystack.inRead(readOf(databaseFile(path)));
  if (!(await holds())) return [];
  tidy(db);
  vacuum(db, path);
  if (!(await settle(db))) return busy;
  return (await holds()) ? [`${path} still holds it.`] : [];
}

const isLookedAt = (path: string, dataDir: string) =>
  path.startsWith(archiveDir(dataDir)) ||
  [indexPath(dataDir), libraryPath(dataDir)].some((db) => path === db || path === `${db}-shm`);

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return filesIn(path);
    return stat?.isFile() ? [path] : [];
  });
}
