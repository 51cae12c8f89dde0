import { parseQuery, type Node } from '../../shared/query/query.ts';

const pause = 60;
const most = 2_000;
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
const spaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]$/u;

/** What a query looks for, as one pattern; null where it looks for no words. Whole words, where a script has such. */
export function patternOf(query: string): RegExp | null {
  const { root } = parseQuery(query, { now: Date.now() });
  const parts = root ? [...new Set(patterns(root))] : [];
  return parts.length === 0 ? null : new RegExp(parts.join('|'), 'giu');
}

function patterns(node: Node): string[] {
  if (node.kind === 'and' || node.kind === 'or') return node.children.flatMap(patterns);
  if (node.kind !== 'word' && node.kind !== 'phrase') return [];
  const letters = [...node.text.trim()];
  if (letters.length === 0) return [];
  const before = spaced.test(letters[0] ?? '') ? '(?<![\\p{L}\\p{N}_])' : '';
  const isOpen = node.kind === 'word' && node.prefix;
  const after = !isOpen && spaced.test(letters.at(-1) ?? '') ? '(?![\\p{L}\\p{N}_])' : '';
  return [before + literal(node.text.trim()) + after];
}

/** Marks what a pattern matches in an element's text, now and as the text changes, without touching its nodes. */
export function markMatches(element: Element, pattern: RegExp): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mark = () => {
    timer = undefined;
    CSS.highlights.set('found', new Highlight(...rangesOf(element, pattern)));
  };
  const observer = new MutationObserver(() => (timer ??= setTimeout(mark, pause)));
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  mark();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    CSS.highlights.delete('found');
  };
}

function rangesOf(element: Element, pattern: RegExp): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && ranges.length < most) {
    const text = texts.currentNode;
    for (const { index, 0: found } of text.nodeValue?.matchAll(pattern) ?? []) {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + found.length);
      ranges.push(range);
    }
  }
  return ranges;
}
