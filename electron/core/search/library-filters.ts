import { none } from './condition.ts';
import type { Leaf, Meaning } from './meaning.ts';

/**
 * The one place where search asks the library: bookmarks, tags and notes. Nothing of that is kept yet, so nothing
 * has it.
 */
export function meaningInLibrary(leaf: Leaf): Meaning | null {
  const isKept =
    (leaf.kind === 'is' && leaf.value === 'bookmarked') ||
    (leaf.kind === 'filter' && (leaf.field === 'tag' || leaf.field === 'note'));
  return isKept ? { sessions: () => new Set(), entries: () => none } : null;
}
