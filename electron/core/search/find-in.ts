import { parseQuery, type Problem } from '../../../shared/query/query.ts';
import { findFile } from '../browse/entries.ts';
import { conditionOf, openTerm } from './compile.ts';
import { allOf } from './condition.ts';
import type { Parts } from './look.ts';
import { orderedHits } from './ordered.ts';
import { hasPattern, slowTermIn } from './nodes.ts';

export interface FindInput {
  readonly session: string;
  readonly file?: string | undefined;
  readonly query: string;
}

const want = { oldest: true, scored: false, most: Infinity, told: Infinity, milliseconds: 2_000 };

/** Every place of one transcript that matches; the last word may go on, as people type until they see it. */
export async function findIn(parts: Parts, { session, file, query: text }: FindInput, signal?: AbortSignal) {
  const { index, beside } = parts;
  const { id } = findFile(index, session, file);
  const { root, problems: said } = parseQuery(text, { now: Date.now() });
  const problems: Problem[] = [...said];
  if (!root) return { positions: [], problems };
  const asked = conditionOf(root, { ...parts, open: openTerm(root, text), problems });
  const condition = allOf([{ kind: 'files', files: new Set([id]) }, asked]);
  const found = hasPattern(condition)
    ? await beside.run({ kind: 'find', condition, ...want }, signal)
    : orderedHits(index, condition, want);
  const slow = slowTermIn(root);
  if (slow && !found?.finished) {
    problems.push({ start: slow.start, end: slow.end, message: 'This takes too long: not all of it was looked at' });
  }
  const position = index.prepare('SELECT position FROM entry WHERE id = ?').pluck();
  const positions = (found?.ids ?? []).flatMap((one) => (position.get(one) as number | undefined) ?? []);
  return { positions: positions.sort((a, b) => a - b), problems };
}
