import type { Node } from '../../../shared/query/query.ts';
import type { SearchResult } from '../../../shared/schemas.ts';
import { wantedIn } from './nodes.ts';
import { folded, wordsOf } from './tokens.ts';
import type { Likeness, Vocabulary } from './vocabulary.ts';

type Said = Extract<Node, { kind: 'word' | 'phrase' }>;
type Instead = SearchResult['instead'];

const mostUsed = 8;
/** A longer text is a quotation, not a slip. */
const mostWords = 8;
const mostSuggestions = 3;
const shortestPiece = 3;
/** Shorter words are too much alike to be taken for each other. */
const guessed = 5;
const few = 3;

export interface Corrected {
  readonly root: Node;
  readonly instead: Instead;
  /** Whole queries with the words put right. */
  readonly suggestions: readonly string[];
}

interface Replacement {
  readonly node: Said;
  readonly texts: readonly string[];
}

/** Spelt as `~word` asks for: near words join it, whether or not it is there itself. */
export function withNearWords(root: Node, vocabulary: Vocabulary): { root: Node; instead: Instead } {
  const replacements = saidIn(root).flatMap((node): Replacement[] => {
    if (node.kind !== 'word' || !node.fuzzy) return [];
    const word = folded(node.text);
    const near = vocabulary.near(word, slipsIn(word, 3)).slice(0, mostUsed * 2);
    return [{ node, texts: [...new Set([word, ...near.map((one) => one.word)])] }];
  });
  return { root: replaced(root, replacements), instead: insteadOf(replacements) };
}

/**
 * The query with each word that is nowhere taken for what it may be: one spelt nearly so, or one that holds it as a
 * piece. Null where there is no such word, or nothing like it. `open` is still being typed and stays as it is.
 */
export function corrected(
  query: string,
  root: Node,
  vocabulary: Vocabulary,
  isThere: (text: string) => boolean,
  open: Node | null,
): Corrected | null {
  const replacements = saidIn(root).flatMap((node): Replacement[] => {
    if (node === open || (node.kind === 'word' && (node.prefix || node.fuzzy)) || isThere(node.text)) return [];
    const texts = textsLike(node.text, vocabulary, isThere);
    return texts.length > 0 ? [{ node, texts }] : [];
  });
  if (replacements.length === 0) return null;
  const suggestions = Array.from({ length: mostSuggestions }, (_, nth) => rewritten(query, replacements, nth));
  return {
    root: replaced(root, replacements),
    instead: insteadOf(replacements),
    suggestions: [...new Set(suggestions)],
  };
}

/** For a single word with few hits: others that hold it as a piece. */
export function likeFew(root: Node, hits: number, vocabulary: Vocabulary): string[] {
  if (root.kind !== 'word' || root.prefix || root.fuzzy || hits > few || root.text.length < shortestPiece) return [];
  const word = folded(root.text);
  const holding = vocabulary.holding(word).filter((one) => one.word !== word);
  return holding.slice(0, mostSuggestions).map((one) => one.word);
}

const insteadOf = (replacements: readonly Replacement[]): Instead =>
  replacements.map(({ node, texts }) => ({ word: node.text, used: [...texts] }));

/** Texts with the unknown words of this one put right. */
function textsLike(text: string, vocabulary: Vocabulary, isThere: (text: string) => boolean): string[] {
  const words = wordsOf(text);
  if (words.length > mostWords) return [];
  const unknown = words.filter((word) => !isThere(word));
  const [word] = unknown;
  if (word === undefined || unknown.length > 1) return [];
  const like = wordsLike(folded(word), vocabulary).filter((one) => isThere(one.word));
  return like.slice(0, mostUsed).map((one) => text.replace(word, one.word));
}

function wordsLike(word: string, vocabulary: Vocabulary): Likeness[] {
  const slips = slipsIn(word, guessed - 1); // a letter may be missing
  const near = slips === 0 ? [] : vocabulary.near(word, slips).filter((one) => one.word.length >= guessed);
  const nearest = near.filter((one) => one.distance === near[0]?.distance);
  const holding = word.length >= shortestPiece ? vocabulary.holding(word) : [];
  return [...nearest.slice(0, mostUsed / 2), ...holding, ...nearest.slice(mostUsed / 2)];
}

/** Two letters of a long word may be wrong, one of a shorter one. */
function slipsIn(word: string, shortest: number): number {
  if (word.length < shortest) return 0;
  return word.length >= 8 ? 2 : 1;
}

const saidIn = (root: Node) => wantedIn(root).filter((node) => node.kind === 'word' || node.kind === 'phrase');

function replaced(node: Node, replacements: readonly Replacement[]): Node {
  if (node.kind === 'and' || node.kind === 'or') {
    return { ...node, children: node.children.map((child) => replaced(child, replacements)) };
  }
  const found = replacements.find((one) => one.node === node);
  if (!found) return node;
  const { start, end } = node;
  const children = found.texts.map((text): Node =>
    node.kind === 'phrase' ? { ...node, text } : { kind: 'word', text, prefix: false, fuzzy: false, start, end },
  );
  return { kind: 'or', children, start, end };
}

/** The query with the nth text for each replaced term, or the last where it has fewer. */
function rewritten(query: string, replacements: readonly Replacement[], nth: number): string {
  return replacements.toReversed().reduce((text, { node, texts }) => {
    const word = texts[Math.min(nth, texts.length - 1)] ?? node.text;
    return text.slice(0, node.start) + (node.kind === 'phrase' ? `"${word}"` : word) + text.slice(node.end);
  }, query);
}
