import { closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ReadDb } from '../../db/handles.ts';
import { dividedEntries, dividedLines } from '../apply/rewrite.ts';
import { folded, phraseOf, wordsOf } from '../../search/tokens.ts';
import type { Target } from '../footprint/target.ts';
import type { Step } from '../journal.ts';
import { fragmentsOf, spread } from './fragments.ts';
import { longest, shortest } from './needles.ts';

/** What only the sessions that go have, held in memory for as long as it takes to see that it is gone. */
export interface Fingerprints {
  readonly said: readonly string[];
  /** Ids and names of files: receipts keep these. */
  readonly names: readonly string[];
  /** Words as the full text keeps them. */
  readonly terms: readonly string[];
}

const budget = 6_000;
const leastEach = 24;
const mostEach = 1_500;
const readOfText = 20_000;
const readOfFile = 64 << 10;
const mostHits = 2_000;
/** A phrase of common words takes long to be looked for in everything, so what is not looked for in time is left out. */
const patience = { least: 2_000, each: 20, most: 30_000 };
const perText = 4;

export function takeFingerprints(index: ReadDb, targets: readonly Target[], steps: readonly Step[]): Fingerprints {
  const each = Math.max(leastEach, Math.min(mostEach, Math.ceil(budget / Math.max(1, targets.length))));
  const rows = targets.flatMap(({ row }) => row ?? []);
  const [isCommon, isOthers] = [openOthers(index, rows), openOthers(index, rows)];
  const texts = rows.flatMap((row) => textsOf(index, row, each));
  const files = steps.filter(isElse).flatMap(({ path }) => contentsOf(path, each));
  const fragments = new Set([...texts, ...files].flatMap((text) => fragmentsOf(text, perText)));
  const said = spread([...fragments], each * Math.max(1, targets.length))
    .sort((a, b) => spaces(a) - spaces(b)) // words first: they are found sooner
    .filter((one) => !isOthers(one));
  const words = new Set(
    texts.flatMap((text) =>
      wordsOf(text)
        .filter((word) => word.length >= 5)
        .map(folded),
    ),
  );
  const terms = spread([...words], each).filter((word) => !isCommon(word));
  const uuids = rows.flatMap((row) => uuidsOf(index, row, each));
  const own = targets.filter(({ shared }) => !shared);
  const names = own.flatMap(({ sessionId, files }) => [
    sessionId,
    ...files.map(({ path }) => basename(path, '.jsonl')),
  ]);
  // The full text keeps words in small letters, and the end of a long one may be all that is left of it.
  const kept = terms.filter((word) => word.length >= shortest).flatMap((word) => [word, word.slice(-shortest)]);
  const staying = stayingIn(steps);
  const isStaying = (text: string) => staying.some((bytes) => bytes.includes(text));
  const all = fitting([...said, ...kept, ...uuids]).filter((text) => !isStaying(text));
  return { said: all, names: fitting(names), terms };
}

/** What files that are shared hold of others. */
function stayingIn(steps: readonly Step[]): Buffer[] {
  return steps.flatMap(({ path, action, detail }) => {
    if (detail?.kind === 'lines') return dividedLines(path, detail).stays;
    if (detail?.kind === 'entries' && existsSync(path))
      return Buffer.from(dividedEntries(readFileSync(path, 'utf8'), detail).stays);
    return action === 'keep' ? filesIn(path).map((file) => Buffer.from(beginningOf(file))) : [];
  });
}

/** Places whose contents the index does not hold. */
const isElse = ({ action, what }: Step) => action === 'delete' && what !== 'transcript' && what !== 'subagent';

const spaces = (text: string) => text.split(' ').length;

const fitting = (texts: readonly string[]) => [
  ...new Set(texts.filter((text) => Buffer.byteLength(text) >= shortest).map((text) => text.slice(0, longest))),
];

/** Whether words stand in this order in a session that stays, or in so many places that it takes too long to tell. */
function openOthers(index: ReadDb, rows: readonly number[]): (text: string) => boolean {
  const own = index.prepare('SELECT id FROM file WHERE session IN (SELECT value FROM json_each(?))').pluck();
  const files = new Set(own.all(JSON.stringify(rows)) as number[]);
  const hits = index.prepare('SELECT file FROM fts JOIN entry ON entry.id = fts.rowid WHERE fts MATCH ?').pluck();
  const milliseconds = Math.min(patience.most, patience.least + rows.length * patience.each);
  const deadline = performance.now() + milliseconds;
  return (text) => {
    const phrase = phraseOf(text);
    if (!phrase || phrase.cut || performance.now() > deadline) return true;
    let seen = 0;
    for (const file of hits.iterate(phrase.match)) {
      if (!files.has(file as number) || ++seen > mostHits) return true;
    }
    return false;
  };
}

function textsOf(index: ReadDb, row: number, most: number): string[] {
  const ids = index.prepare('SELECT entry.id FROM file JOIN entry ON entry.file = file.id WHERE session = ?').pluck();
  const text = index.prepare(`SELECT substr(text, 1, ${readOfText}) FROM entry_text WHERE id = ?`).pluck();
  const facts = index.prepare(`SELECT title || char(10) || details FROM session WHERE id = ?`).pluck().get(row) as
    string | undefined;
  const touched = index
    .prepare('SELECT touched.path FROM file JOIN touched ON touched.file = file.id WHERE session = ? LIMIT 50')
    .pluck();
  const said = spread(ids.all(row) as number[], most).map((id) => text.get(id) as string);
  return [...said, facts ?? '', ...(touched.all(row) as string[])];
}

function uuidsOf(index: ReadDb, row: number, most: number): string[] {
  const uuids = index
    .prepare(
      `SELECT uuid FROM file JOIN entry ON entry.file = file.id WHERE session = ? AND uuid IS NOT NULL
       UNION SELECT uuid FROM file JOIN passage ON passage.file = file.id WHERE session = ?`,
    )
    .pluck()
    .all(row, row) as string[];
  const held = index.prepare(
    `SELECT 1 FROM entry JOIN file ON file.id = entry.file WHERE uuid IN (SELECT value FROM json_each(?)) AND session <> ? LIMIT 1`,
  );
  const sample = spread(uuids, most);
  return held.get(JSON.stringify(sample), row) ? [] : sample; // copies of them stay elsewhere
}

/** The beginnings of some files in a place, as far as they are text. */
function contentsOf(path: string, most: number): string[] {
  return spread(filesIn(path), Math.ceil(most / 8)).flatMap((file) => {
    const text = beginningOf(file);
    return text.includes('\0') ? [] : text;
  });
}

function filesIn(path: string): string[] {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
    return stat?.isFile() ? [path] : [];
  } catch {
    return []; // closed to us: the step that removes it will say so
  }
}

function beginningOf(path: string): string {
  try {
    const fd = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(readOfFile);
      return bytes.toString('utf8', 0, readSync(fd, bytes, 0, readOfFile, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return ''; // likewise
  }
}
