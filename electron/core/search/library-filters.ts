import type { Kept } from '../library/bookmarks.ts';
import type { Catalogue } from './catalogue.ts';
import { anyOf, none, type Condition } from './condition.ts';
import { isTool, type Leaf, type Meaning } from './meaning.ts';
import { folded } from './tokens.ts';

/** The one place where search asks the library: bookmarks, tags and notes. */
export function meaningInLibrary(leaf: Leaf, catalogue: Catalogue): Meaning | null {
  const isMeant = keptBy(leaf);
  return isMeant && meaningOfKept(isMeant, catalogue);
}

function keptBy(leaf: Leaf): ((kept: Kept) => boolean) | null {
  if (leaf.kind === 'is' && leaf.value === 'bookmarked') return () => true;
  if (leaf.kind !== 'filter') return null;
  if (leaf.field === 'tag') {
    const wanted = leaf.values.map((value) => value.toLowerCase());
    return ({ tags }) => tags.some((tag) => isTool(wanted, tag));
  }
  if (leaf.field !== 'note') return null;
  const wanted = leaf.values.map(folded);
  return ({ note }) => wanted.some((words) => folded(note).includes(words));
}

/** A bookmark on an entry means that entry, one on a session all of its entries. */
function meaningOfKept(isMeant: (kept: Kept) => boolean, catalogue: Catalogue): Meaning {
  const found = () => catalogue.shelf.standings().filter(({ kept }) => isMeant(kept));
  return {
    sessions: () => new Set(found().flatMap(({ standing }) => standing.session?.id ?? [])),
    entries: () => {
      const meant = found();
      const whole = meant.flatMap(({ kept, standing }) => (kept.place.first ? [] : (standing.session?.id ?? [])));
      const ids = new Set(meant.flatMap(({ standing }) => catalogue.shelf.entriesAt(standing)));
      const marked: Condition = ids.size === 0 ? none : { kind: 'ids', ids };
      return anyOf([marked, catalogue.inSessions(new Set(whole))]);
    },
  };
}
