import type { Node, Problem, Query } from '../../../shared/query/query.ts';
import type { stages } from '../../../shared/schemas.ts';
import type { ReadDb } from '../db/handles.ts';
import type { Beside } from './beside.ts';
import type { Catalogue } from './catalogue.ts';
import { conditionOf, openTerm } from './compile.ts';
import type { Condition } from './condition.ts';
import type { Order } from './find.ts';
import { hasPattern, isSaid, slowTermIn, wantedIn } from './nodes.ts';
import { orderedHits, type Ordered } from './ordered.ts';
import type { WordStore } from './word-store.ts';

export type Stage = (typeof stages)[number];

/** Hits that are looked for, and milliseconds that may take: here, and in the thread for what takes long. */
const limits: Record<Stage, { most: number; here: number; beside: number }> = {
  typing: { most: 1_000, here: 35, beside: 250 },
  pause: { most: 1_000, here: 150, beside: 2_000 },
  full: { most: Infinity, here: 100, beside: 2_000 },
};
export const markMilliseconds = limits.typing.beside;
/** What needs no reading of texts is always counted to the end, however long that takes. */
const countMilliseconds = 20_000;
/** Hits that are kept for the pages to come. */
const mostTold = 5_000;

export interface Parts {
  readonly index: ReadDb;
  readonly catalogue: Catalogue;
  readonly words: WordStore;
  readonly beside: Beside;
}

export interface Request {
  readonly query: Query;
  readonly stage: Stage;
  /** How many hits there is a use for. */
  readonly most: number;
  readonly signal: AbortSignal | undefined;
}

export interface Looked {
  readonly found: Ordered;
  /** The term that was still being typed. */
  readonly open: Node | null;
  readonly problems: readonly Problem[];
}

/** Looks for what a tree of terms asks for, which may be another one than the request's own. */
export async function look(parts: Parts, root: Node, request: Request): Promise<Looked> {
  const { index, catalogue, words } = parts;
  const { query, stage } = request;
  const open = stage === 'typing' ? openTerm(query.root, query.text) : null;
  const problems: Problem[] = [];
  const condition = conditionOf(root, { index, catalogue, words, open, problems });
  const found = await run(parts, condition, orderOf(request, root), request);
  const slow = slowTermIn(root);
  if (slow && found.late) problems.push(tooSlow(slow));
  return { found, open, problems };
}

/** Newest first while typing and where nothing but filters is given; else by how well a hit fits. */
function orderOf({ query, stage }: Request, root: Node): Order {
  const sort = query.sort ?? (stage === 'typing' || !wantedIn(root).some(isSaid) ? 'newest' : 'relevance');
  return { oldest: sort === 'oldest', scored: sort === 'relevance' };
}

/** In this thread what is quick, so that nothing waits for another; in the other what reads texts, or takes long. */
async function run({ index, beside }: Parts, condition: Condition, order: Order, request: Request): Promise<Ordered> {
  const { stage, signal } = request;
  const most = Math.max(limits[stage].most, request.most);
  const want = { ...order, most, told: Math.max(mostTold, request.most) };
  const isSlow = hasPattern(condition);
  const first = isSlow ? tooLate : orderedHits(index, condition, { ...want, milliseconds: limits[stage].here });
  if (!isSlow && (stage !== 'full' || first.finished)) return first;
  const milliseconds = isSlow ? limits[stage].beside : countMilliseconds;
  return (await beside.run({ kind: 'find', condition, ...want, milliseconds }, signal)) ?? first;
}

const tooLate: Ordered = { ids: [], scores: [], total: 0, finished: false, late: true };

const tooSlow = ({ start, end }: Node): Problem => ({
  start,
  end,
  message: 'This takes too long: only the newest messages were looked at',
});
