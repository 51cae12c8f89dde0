// What people would type, made of the words that are in an index: common ones, less common ones and rare ones.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { randomFrom } from '../generator/random.mjs';

const ends = { common: [0, 40], usual: [40, 1_000], rare: [1_000, 20_000] };

export function questionsFor(dataDir, seed) {
  const random = randomFrom(seed);
  const words = wordsOf(dataDir);
  const pick = (kind) => random.pick(words.slice(...ends[kind]).length > 0 ? words.slice(...ends[kind]) : words);
  const any = () => pick(random.pick(['common', 'usual', 'usual', 'rare']));
  const typed = [
    ...many(12, () => any()),
    ...many(12, () => `${any()} ${any()}`),
    ...many(4, () => `${pick('common')} ${any()} ${any()}`),
    ...many(3, () => `"${pick('common')} ${pick('common')}"`),
    ...many(3, () => `tool:Bash ${any()}`),
    ...many(3, () => `${any()} kind:prompt`),
    ...many(2, () => `role:user newer_than:30d ${any()}`),
    ...many(2, () => `${any()} -${pick('common')}`),
  ];
  return {
    keystrokes: typed.flatMap((query) => [...query].map((_, at) => query.slice(0, at + 1))),
    pauses: typed,
    full: [...many(10, () => pick('common')), ...many(30, any)],
    typos: many(40, () => misspelt(random, pick('usual'))),
    expressions: ['/pars\\w+Error/', '/timeout after \\d+/i', '/[a-z]+_[a-z]+_id\\b/', '/^Running /'],
    facets: many(10, any),
    words: many(20, any),
  };
}

const many = (count, make) => Array.from({ length: count }, () => make());

/** By how many entries hold them. */
function wordsOf(dataDir) {
  const db = new Database(join(dataDir, 'index.db'), { readonly: true });
  db.exec('CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, fts, row)');
  const words = db
    .prepare(
      `SELECT term FROM temp.words WHERE length(term) BETWEEN 4 AND 16 AND term NOT GLOB '*[^a-z]*' ORDER BY doc DESC LIMIT 20000`,
    )
    .pluck()
    .all();
  db.close();
  return words;
}

function misspelt(random, word) {
  const at = 1 + random.below(word.length - 1);
  return `${word.slice(0, at)}q${word.slice(at + 1)}`;
}
