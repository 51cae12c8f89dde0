import { parseQuery, type Node, type Problem, type Token } from '../../shared/query/query.ts';

export interface Segment {
  readonly text: string;
  readonly kind: Token['kind'] | 'blank';
  /** Part of what a problem is about. */
  readonly wrong: boolean;
}

/** A query's text in pieces to colour, which put together are the text, and what is wrong with it. */
export function coloured(text: string): { segments: readonly Segment[]; problems: readonly Problem[] } {
  const { tokens, problems } = parseQuery(text, { now: Date.now() });
  const cuts = new Set([0, text.length, ...[...tokens, ...problems].flatMap(({ start, end }) => [start, end])]);
  const places = [...cuts].sort((a, b) => a - b);
  let next = 0;
  const segments = places.slice(1).map((end, index): Segment => {
    const start = places[index] ?? 0;
    while ((tokens[next]?.end ?? Infinity) <= start) next++;
    const token = tokens[next];
    const kind = token && token.start <= start ? token.kind : 'blank';
    const wrong = kind === 'problem' || problems.some((problem) => problem.start <= start && problem.end >= end);
    return { text: text.slice(start, end), kind, wrong };
  });
  return { segments, problems };
}

/** The query with a word of it replaced, where it stands as a word; as it was where it does not. */
export function withWord(query: string, word: string, by: string): string {
  const { tokens } = parseQuery(query, { now: Date.now() });
  const token = tokens.find(
    ({ kind, start, end }) =>
      (kind === 'word' || kind === 'fuzzy') &&
      query
        .slice(start, end)
        .replace(/^~|\*+$/g, '')
        .toLowerCase() === word.toLowerCase(),
  );
  return token ? query.slice(0, token.start) + by + query.slice(token.end) : query;
}

/** The words a query looks for, to mark them in titles and names. */
export function wordsOf(query: string): string[] {
  const { root } = parseQuery(query, { now: Date.now() });
  const words = (node: Node): string[] => {
    if (node.kind === 'and' || node.kind === 'or') return node.children.flatMap(words);
    return node.kind === 'word' || node.kind === 'phrase' ? [node.text] : [];
  };
  return root ? words(root) : [];
}
