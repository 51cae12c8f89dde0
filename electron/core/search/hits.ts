import type { Hit } from '../../../shared/schemas.ts';
import { refOf } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import { keptStatement } from '../db/statements.ts';
import { openCopies } from './copies.ts';
import { plain, type Finder, type Stretch } from './highlight.ts';
import { snippetOf } from './snippet.ts';

type EntryRow = Pick<Hit, 'line' | 'position' | 'uuid' | 'role' | 'kind' | 'tool' | 'timestamp'> & {
  fileId: number;
  text: string;
};
type FileRow = Pick<Hit, 'sessionId' | 'title' | 'project' | 'file'> & {
  sessionFile: string;
  namesakes: number;
  relatives: number;
};

const mostMarks = 30;
/** Beyond this a text is not searched for what to mark: a page of such texts would take seconds. */
const longest = 1 << 20;

export interface Marking {
  readonly finders: readonly Finder[];
  /** Where regular expressions matched, found in another thread, by entry. */
  readonly known: ReadonlyMap<number, readonly Stretch[]>;
}

/** Entries as the list of hits shows them. One that has just gone is left out. */
export function hitsOf(
  index: ReadDb,
  fileOf: (id: number) => HitFile | undefined,
  page: readonly { id: number; score: number }[],
  marking: Marking,
): Hit[] {
  const read = keptStatement(
    index,
    `SELECT file AS fileId, line, position, uuid, role, kind, tool, time AS timestamp, text
     FROM entry JOIN entry_text USING (id) WHERE id = ?`,
  );
  const copies = openCopies(index);
  return page.flatMap(({ id, score }) => {
    const row = read.get(id) as EntryRow | undefined;
    const file = row && fileOf(row.fileId);
    if (!row || !file) return [];
    const { line, position, uuid, role, kind, tool, timestamp, text } = row;
    const { isCopied, ...place } = file;
    const snippet = snippetOf(text, matchesIn(text, id, marking));
    const found = { line, position, uuid, role, kind, tool, timestamp, snippet, score };
    return { ...place, ...found, copies: isCopied ? copies(id, uuid) : 0 };
  });
}

export type HitFile = NonNullable<ReturnType<typeof toFile>>;

/** What hits of the same transcript share, read once. Only a session that shares its beginning has copied records. */
export function openFiles(index: ReadDb): (id: number) => HitFile | undefined {
  const read = keptStatement(
    index,
    `SELECT session.session_id AS sessionId, session.file AS sessionFile, session.title, session.project,
       (SELECT count(*) FROM session other WHERE other.session_id = session.session_id) AS namesakes,
       (SELECT count(*) FROM session other WHERE other.family = session.family) AS relatives, file.path AS file
     FROM file JOIN session ON session.id = file.session WHERE file.id = ?`,
  );
  const files = new Map<number, HitFile | undefined>();
  return (id: number) => {
    if (!files.has(id)) files.set(id, toFile(read.get(id) as FileRow | undefined));
    return files.get(id);
  };
}

function toFile(row: FileRow | undefined) {
  if (!row) return undefined;
  const { sessionFile, namesakes, relatives, ...file } = row;
  const session = refOf({ session_id: file.sessionId, file: sessionFile, namesakes });
  return { ...file, session, isCopied: relatives > 1 };
}

function matchesIn(text: string, id: number, { finders, known }: Marking): (readonly Stretch[])[] {
  const searched = finders.length > 0 ? plain(text.slice(0, longest)) : '';
  return [...finders.map((find) => find(searched, mostMarks)), known.get(id) ?? []];
}
