import { parseQuery, type Node } from '../../../shared/query/query.ts';
import { sessionRows, type SessionPage } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import type { Catalogue } from './catalogue.ts';
import { meaningOf } from './filters.ts';
import { isSaid, wantedIn } from './nodes.ts';
import type { SessionFinder } from './session-finder.ts';

/** Sessions and how well they fit; 0 where only filters chose them. */
type Chosen = ReadonlyMap<number, number>;

export interface SessionQuery extends Omit<SessionPage, 'limit' | 'offset'> {
  readonly query: string;
}

/** The rows of the sessions that a query asks for: words half remembered, filters to the letter. */
export class SessionSearch {
  readonly #index: ReadDb;
  readonly #finder: SessionFinder;
  readonly #catalogue: Catalogue;

  constructor(index: ReadDb, finder: SessionFinder, catalogue: Catalogue) {
    this.#index = index;
    this.#finder = finder;
    this.#catalogue = catalogue;
  }

  /** Best first, unless another order is asked for. */
  async list({ query, ...page }: SessionQuery): Promise<number[]> {
    await this.#finder.current();
    this.#catalogue.refresh();
    const { root, sort } = parseQuery(query, { now: Date.now() });
    const order = sort === null || sort === 'relevance' ? {} : { sort };
    const bookmarked = this.#catalogue.shelf.sessions();
    const rows = sessionRows(this.#index, { ...page, ...order }, bookmarked);
    if (!root) return rows;
    // Ghosts are in no other view than their own, but who asks for them means them.
    if (asksForGhosts(root)) rows.push(...sessionRows(this.#index, { ...page, ...order, view: 'ghosts' }, bookmarked));
    const chosen = this.#choose(root);
    const ids = [...new Set(rows)].filter((id) => chosen.has(id));
    const byFit = sort === 'relevance' || (sort === null && (page.sort ?? 'newest') === 'newest');
    return byFit ? ids.sort((a, b) => (chosen.get(b) ?? 0) - (chosen.get(a) ?? 0)) : ids;
  }

  /** Those that fit words best, out of what is in memory by now. Filters on entries would take too long here. */
  best(root: Node, most: number, hurried: boolean): number[] {
    if (!wantedIn(root).some(isSaid) || asksEntries(root)) return [];
    return [...this.#choose(root, hurried)]
      .sort((a, b) => b[1] - a[1] || b[0] - a[0])
      .slice(0, most)
      .map(([id]) => id);
  }

  #choose(node: Node, hurried = false): Chosen {
    switch (node.kind) {
      case 'and':
        return node.children.map((child) => this.#choose(child, hurried)).reduce(intersection);
      case 'or':
        return node.children.map((child) => this.#choose(child, hurried)).reduce(union);
      case 'not': {
        const without = this.#choose(node.child, hurried);
        return new Map(this.#finder.ids().flatMap((id) => (without.has(id) ? [] : [[id, 0]])));
      }
      case 'word':
      case 'phrase':
        return this.#finder.find(node.text, hurried);
      case 'regex':
        return this.#finder.find(node.source, hurried); // what is in memory is words: the expression's own have to do
      default:
        return new Map([...meaningOf(node, this.#catalogue).sessions()].map((id) => [id, 0]));
    }
  }
}

function intersection(a: Chosen, b: Chosen): Chosen {
  return new Map([...a].flatMap(([id, score]) => (b.has(id) ? [[id, score + (b.get(id) ?? 0)]] : [])));
}

function union(a: Chosen, b: Chosen): Chosen {
  return new Map([...a, ...[...b].map(([id, score]) => [id, Math.max(score, a.get(id) ?? 0)] as const)]);
}

function asksEntries(node: Node): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.children.some(asksEntries);
  if (node.kind === 'not') return asksEntries(node.child);
  return (
    (node.kind === 'filter' && (node.field === 'role' || node.field === 'kind')) ||
    node.kind === 'has' ||
    node.kind === 'regex'
  );
}

const asksForGhosts = (root: Node) => wantedIn(root).some((node) => node.kind === 'is' && node.value === 'ghost');
