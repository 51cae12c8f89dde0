import { basename, dirname } from 'node:path/posix';
import type { ReadDb } from '../db/handles.ts';
import { kindOf } from '../ingest/entry-id.ts';
import { folded, wordsOf } from './tokens.ts';

/** What is remembered of a session: about a kilobyte. */
export interface SessionWords {
  readonly id: number;
  readonly title: string;
  readonly prompts: string;
  readonly paths: string;
  readonly project: string;
  readonly branch: string;
  readonly sessionId: string;
}

const promptCharacters = 600;
const mostPrompts = 6;
const mostPaths = 25;

/** Reads the words of one session; null where it has just gone. */
export function openSessionWords(index: ReadDb): (id: number) => SessionWords | null {
  const session = index.prepare('SELECT session_id, title, project, branch, file FROM session WHERE id = ?');
  const file = index.prepare('SELECT id FROM file WHERE session = ? ORDER BY agent IS NOT NULL, id LIMIT 1').pluck();
  // Ids end in the kind, so that the index alone tells which entries are prompts.
  const prompts = index
    .prepare(
      `SELECT substr(text, 1, ${promptCharacters}) FROM entry_text WHERE id IN
         (SELECT id FROM entry INDEXED BY entry_by_position WHERE file = ? AND ${kindOf('id')} = 0
          ORDER BY position LIMIT ${mostPrompts}) ORDER BY id`,
    )
    .pluck();
  const paths = index
    .prepare(
      `SELECT touched.path FROM file JOIN touched ON touched.file = file.id WHERE file.session = ?
       GROUP BY touched.path ORDER BY sum(changes) DESC, sum(reads) DESC LIMIT ${mostPaths}`,
    )
    .pluck();
  return (id) => {
    const row = session.get(id) as
      { session_id: string; title: string; project: string; branch: string | null } | undefined;
    if (!row) return null;
    return {
      id,
      title: row.title,
      prompts: (prompts.all(file.get(id)) as string[]).join('\n').slice(0, promptCharacters),
      paths: (paths.all(id) as string[]).map(tail).join('\n'),
      project: row.project,
      branch: row.branch ?? '',
      sessionId: row.session_id,
    };
  };
}

/** The last two names of a path: people remember `search/plan.ts`, not where the project lies. */
function tail(path: string): string {
  const plain = path.replaceAll('\\', '/');
  return `${basename(dirname(plain))}/${basename(plain)}`;
}

const hump = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_+/u;

/** The words of a text, and the pieces of those that are made of several. */
export function wordsAndPieces(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    const pieces = word.split(hump).filter(Boolean);
    return (pieces.length > 1 ? [word, ...pieces] : [word]).map(folded);
  });
}
