import type { Node } from '../../../shared/query/query.ts';
import type { Condition } from './condition.ts';
import { phraseOf } from './tokens.ts';

/** The terms of a query that are looked for; not those that are excluded. */
export function wantedIn(node: Node): Node[] {
  if (node.kind === 'and' || node.kind === 'or') return node.children.flatMap(wantedIn);
  return node.kind === 'not' ? [] : [node];
}

export const isSaid = (node: Node) => node.kind === 'word' || node.kind === 'phrase';
export const isNearWord = (node: Node) => node.kind === 'word' && node.fuzzy;

export const expressionsIn = (root: Node) =>
  wantedIn(root).flatMap((node) =>
    node.kind === 'regex' ? [{ source: node.source, flags: node.flags, start: node.start, end: node.end }] : [],
  );

/** The first term that only reading every text can find. */
export function slowTermIn(node: Node): Node | undefined {
  if (node.kind === 'and' || node.kind === 'or') return node.children.map(slowTermIn).find(Boolean);
  if (node.kind === 'not') return slowTermIn(node.child);
  const isSlow = node.kind === 'regex' || ((node.kind === 'word' || node.kind === 'phrase') && !phraseOf(node.text));
  return isSlow ? node : undefined;
}

export function hasPattern(condition: Condition): boolean {
  if ('parts' in condition) return condition.parts.some(hasPattern);
  return condition.kind === 'not' ? hasPattern(condition.part) : condition.kind === 'pattern';
}
