import type { Comparison } from '../../shared/library.ts';
import { count, counted } from './format.ts';

type Kind = keyof Comparison;

const names: Record<Kind, [one: string, many: string]> = {
  bookmarks: ['bookmark', 'bookmarks'],
  tags: ['tag', 'tags'],
  searches: ['saved search', 'saved searches'],
  collections: ['collection', 'collections'],
};
/** What a thing that is here already would get. */
const gains: Partial<Record<Kind, string>> = { bookmarks: 'a note or tags', collections: 'items' };

export interface ComparedLine {
  readonly what: string;
  readonly means: string;
}

/** "12 bookmarks" and "3 to add, 1 gets a note or tags, 8 are here already", for each kind there is any of. */
export const comparedLines = (comparison: Comparison): ComparedLine[] =>
  (Object.keys(names) as Kind[]).flatMap((kind) => {
    const { added, more, known } = comparison[kind];
    if (added + more + known === 0) return [];
    const gain = gains[kind] ?? 'more';
    const parts = [
      added > 0 ? `${count(added)} to add` : '',
      more > 0 ? `${count(more)} ${more === 1 ? 'gets' : 'get'} ${gain}` : '',
      known > 0 ? `${count(known)} ${known === 1 ? 'is' : 'are'} here already` : '',
    ];
    return [{ what: counted(added + more + known, ...names[kind]), means: parts.filter(Boolean).join(', ') }];
  });

/** Whether an import would change anything. */
export const bringsSomething = (comparison: Comparison): boolean =>
  Object.values(comparison).some(({ added, more }) => added + more > 0);

/** "3 bookmarks and 1 collection added": what an import has brought. */
export function broughtWords(comparison: Comparison): string {
  const kinds = Object.keys(names) as Kind[];
  const list = (which: 'added' | 'more') =>
    joined(
      kinds.flatMap((kind) => (comparison[kind][which] > 0 ? [counted(comparison[kind][which], ...names[kind])] : [])),
    );
  const [added, more] = [list('added'), list('more')];
  return [added && `${added} added`, more && `${more} completed`].filter(Boolean).join(', ');
}

const joined = (parts: readonly string[]) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
