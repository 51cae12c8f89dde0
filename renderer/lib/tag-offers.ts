import type { Tag } from '../../shared/library.ts';

const most = 8;

/** Tags that what is typed may become: those that begin with it, then those that hold it; the much used ones first. */
export function offered(tags: readonly Tag[], taken: readonly string[], typed: string): readonly Tag[] {
  const text = typed.trim().toLowerCase();
  const at = ({ name }: Tag) => name.toLowerCase().indexOf(text);
  return tags
    .filter((tag) => !taken.includes(tag.name) && at(tag) >= 0)
    .toSorted((a, b) => Math.min(at(a), 1) - Math.min(at(b), 1) || b.bookmarks - a.bookmarks)
    .slice(0, most);
}
