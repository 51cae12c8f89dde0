import { jointed } from '../../../shared/marks.ts';
import type { ReadDb } from '../db/handles.ts';
import { text, type Condition } from './condition.ts';
import { folded, phraseOf, wordsOf } from './tokens.ts';
import { openVocabulary, type Vocabulary } from './vocabulary.ts';

/** The prefix index of the full text has three letters. Fewer would find nearly everything, so they must be a word. */
const indexed = 3;
const cheap = 20_000;
const mostWords = 60;

/**
 * A text whose last word is still being typed. FTS5 merges all words with a longer prefix before it tells the first
 * hit: 110 ms for `file` in a million messages. The commonest of them one by one take 3 ms, and leave out only rare
 * words among at least so many hits; a search at rest leaves out nothing.
 */
export function growing(index: ReadDb, vocabulary: Vocabulary | undefined, typed: string): Condition | null {
  const whole = jointed(typed);
  const last = wordsOf(typed).at(-1);
  const phrase = phraseOf(typed, last !== undefined && last.length >= indexed);
  if (last === undefined || !phrase?.match.endsWith('*') || last.length === indexed)
    return phrase && text(phrase.match);
  const words = vocabulary?.beginning(folded(last)) ?? wordsWith(index, folded(last));
  if (words.reduce((sum, [, entries]) => sum + entries, 0) < cheap) return text(phrase.match);
  const before = whole.slice(0, whole.lastIndexOf(last));
  const common = words.sort((a, b) => b[1] - a[1]).slice(0, mostWords);
  const matches = common.flatMap(([word]) => phraseOf(before + word)?.match ?? []);
  return { kind: 'text', match: matches.join(' OR '), depth: 1 };
}

function wordsWith(index: ReadDb, prefix: string): [word: string, entries: number][] {
  openVocabulary(index);
  const select = index.prepare('SELECT term, doc FROM temp.vocabulary WHERE term >= ? AND term < ?').raw();
  return select.all(prefix, `${prefix}\u{10ffff}`) as [string, number][];
}
