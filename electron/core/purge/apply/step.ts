import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { WriteDb } from '../../db/handles.ts';
import { libraryPath } from '../../db/open.ts';
import { AppError } from '../../../../shared/errors.ts';
import { isPasted } from '../footprint/history.ts';
import type { Journal, Step } from '../journal.ts';
import { infoOf, type Trash } from '../trash.ts';
import { eraseFromIndex } from './erase-index.ts';
import { eraseFromCopy, eraseFromLibrary } from './erase-library.ts';
import { removeTree } from './remove.ts';
import { dividedEntries, dividedLines, rewriteEntries, rewriteLines } from './rewrite.ts';

/** What a step needs to be done. */
export interface Hand {
  readonly index: WriteDb;
  readonly library: WriteDb;
  readonly dataDir: string;
  readonly journal: Journal;
  /** Where things go instead of nowhere; null for a purge. */
  readonly trash: Trash | null;
}

/** Does a step, from whatever state it is in, and says what is left of it. */
export async function applyStep(step: Step, hand: Hand): Promise<string[]> {
  const { detail } = step;
  if (step.action === 'delete') return remove(step, hand);
  if (detail?.kind === 'lines' || detail?.kind === 'entries') {
    if (hand.trash) keepLines(step, hand.trash, hand.journal);
    if (detail.kind === 'lines') rewriteLines(step.path, detail);
    else rewriteEntries(step.path, detail);
    return [];
  }
  if (detail?.kind === 'index') {
    hand.journal.mark(step, 'begun');
    await eraseFromIndex(hand.index, detail);
    return [];
  }
  if (detail?.kind === 'rows') {
    if (step.path !== libraryPath(hand.dataDir)) return eraseFromCopy(step.path, detail);
    eraseFromLibrary(hand.library, detail);
    return [];
  }
  throw new AppError('internal', `A step of a purge says nothing about how to do it: ${step.what}.`);
}

function remove(step: Step, { trash, journal }: Hand): string[] {
  const { path, detail } = step;
  if (detail?.kind === 'paste' && isPasted(detail.hash, detail.history)) return []; // by somebody else, meanwhile
  if (!trash) return removeTree(path);
  if (isThere(path)) moveAway(path, step, trash, journal);
  return [];
}

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function moveAway(path: string, step: Step, trash: Trash, journal: Journal): void {
  if (step.moved !== null && !isThere(step.moved)) rmSync(infoOf(step.moved), { force: true }); // stopped before it moved
  trash.put(path, (moved) => journal.moved(step, moved));
}

/** What leaves a file that stays goes to the trash as a file of its own, before it leaves. */
function keepLines(step: Step, trash: Trash, journal: Journal): void {
  if (step.moved !== null && isThere(step.moved)) return;
  const taken = takenFrom(step);
  if (taken === '') return;
  const path = `${step.path}.taken-out`;
  writeFileSync(path, taken, { mode: 0o600 });
  moveAway(path, step, trash, journal);
}

function takenFrom({ path, detail }: Step): string {
  if (detail?.kind === 'lines')
    return dividedLines(path, detail)
      .gone.map((line) => `${line}\n`)
      .join('');
  if (detail?.kind !== 'entries' || !existsSync(path)) return '';
  const { gone } = dividedEntries(readFileSync(path, 'utf8'), detail);
  return gone.length === 0 ? '' : JSON.stringify(gone);
}
