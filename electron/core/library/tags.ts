import type { ParsedInput } from '../../../shared/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Tag, TagColour } from '../../../shared/library.ts';
import type { ReadDb, WriteDb } from '../db/handles.ts';
import { storable } from '../ingest/normalise/block.ts';
import type { History } from './history.ts';

const newColour: TagColour = 'grey';

const selectTags = `SELECT id, name, colour,
  (SELECT count(*) FROM bookmark_tag WHERE bookmark_tag.tag = tag.id) AS bookmarks FROM tag`;

export const listTags = (library: ReadDb) =>
  (library.prepare(`${selectTags} ORDER BY name`).all() as TagRow[]).map(toTag);

/** Makes names the tags of a bookmark; new ones become tags. */
export function openTagging(library: WriteDb) {
  const add = library.prepare('INSERT INTO tag (name, colour) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const join = library.prepare(
    'INSERT INTO bookmark_tag (bookmark, tag) SELECT ?, id FROM tag WHERE name = ? ON CONFLICT DO NOTHING',
  );
  const leave = library.prepare(
    `DELETE FROM bookmark_tag WHERE bookmark = ? AND tag NOT IN
       (SELECT tag.id FROM json_each(?) CROSS JOIN tag ON tag.name = value)`,
  );
  return {
    add: (name: string, colour: TagColour = newColour) => void add.run(storable(name), colour),
    set(bookmark: number, names: readonly string[]): void {
      const wanted = names.map(storable);
      leave.run(bookmark, JSON.stringify(wanted));
      for (const name of wanted) {
        this.add(name);
        join.run(bookmark, name);
      }
    },
  };
}

/** A new name that another tag has makes one of the two, under the other's name. */
export function changeTag(
  library: WriteDb,
  history: History,
  { name, rename, colour }: ParsedInput<'tags.change'>,
): Tag {
  const tag = tagNamed(library, name);
  const other = rename === undefined ? undefined : findTag(library, storable(rename));
  const into = other && other.id !== tag.id ? other : undefined;
  const does = into ? 'Merge' : rename === undefined ? 'Colour' : 'Rename';
  history.change(`${does} tag “${tag.name}”`, () => {
    if (into) merge(library, tag.id, into.id);
    else library.prepare('UPDATE tag SET name = ? WHERE id = ?').run(storable(rename ?? tag.name), tag.id);
    if (colour) library.prepare('UPDATE tag SET colour = ? WHERE id = ?').run(colour, (into ?? tag).id);
  });
  return toTag(tagNamed(library, storable(rename ?? name)));
}

export function removeTag(library: WriteDb, history: History, name: string): void {
  const { id } = tagNamed(library, name);
  history.change(`Remove tag “${name}”`, () => library.prepare('DELETE FROM tag WHERE id = ?').run(id));
}

function merge(library: WriteDb, from: number, into: number): void {
  library.prepare('UPDATE OR IGNORE bookmark_tag SET tag = ? WHERE tag = ?').run(into, from);
  library.prepare('DELETE FROM bookmark_tag WHERE tag = ?').run(from); // what had both
  library.prepare('DELETE FROM tag WHERE id = ?').run(from);
}

type TagRow = Tag & { id: number };

const toTag = ({ name, colour, bookmarks }: TagRow): Tag => ({ name, colour, bookmarks });

const findTag = (library: ReadDb, name: string) =>
  library.prepare(`${selectTags} WHERE name = ?`).get(name) as TagRow | undefined;

function tagNamed(library: ReadDb, name: string): TagRow {
  const tag = findTag(library, name);
  if (!tag) throw new AppError('not_found', `There is no tag “${name}”.`);
  return tag;
}
