import type { Node, Problem } from '../../../shared/query/query.ts';
import type { ReadDb } from '../db/handles.ts';
import type { Catalogue } from './catalogue.ts';
import { allOf, anyOf, not, text, type Condition } from './condition.ts';
import { meaningOf } from './filters.ts';
import { growing } from './prefixes.ts';
import { escaped, phraseOf } from './tokens.ts';
import type { WordStore } from './word-store.ts';

export interface Setting {
  readonly index: ReadDb;
  readonly catalogue: Catalogue;
  readonly words: WordStore;
  /** The term that is still being typed. */
  readonly open: Node | null;
  /** Takes what could not be looked for as it was meant. */
  readonly problems: Problem[];
}

const longestSigns = 200;

/** What a query asks for, with its filters looked up. */
export function conditionOf(node: Node, setting: Setting): Condition {
  switch (node.kind) {
    case 'and':
      return allOf(node.children.map((child) => conditionOf(child, setting)));
    case 'or':
      return anyOf(node.children.map((child) => conditionOf(child, setting)));
    case 'not':
      return not(conditionOf(node.child, setting));
    case 'word':
    case 'phrase':
      return said(node, setting);
    case 'regex':
      return { kind: 'pattern', source: node.source, flags: node.flags };
    default:
      return meaningOf(node, setting.catalogue).entries();
  }
}

function said(node: Extract<Node, { kind: 'word' | 'phrase' }>, { index, words, open, problems }: Setting): Condition {
  const phrase = phraseOf(node.text, node.kind === 'word' && node.prefix);
  // Arrows and emoji are no words to the index: they are looked for letter by letter.
  if (!phrase) return { kind: 'pattern', source: escaped(node.text.slice(0, longestSigns)), flags: 'u' };
  const { start, end } = node;
  if (phrase.cut) problems.push({ start, end, message: 'Only the first words of this long phrase are looked for' });
  return (node === open ? growing(index, words.atHand, node.text) : null) ?? text(phrase.match);
}

/** The last term of a query, where nothing stands behind it: what is typed next may belong to it. */
export function openTerm(node: Node | null, query: string): Node | null {
  if (!node || node.end !== query.length) return null;
  switch (node.kind) {
    case 'and':
    case 'or':
      return openTerm(node.children.at(-1) ?? null, query);
    case 'word':
      return node.prefix || node.fuzzy ? null : node;
    case 'phrase':
      return query.endsWith('"') ? null : node;
    default:
      return null;
  }
}
