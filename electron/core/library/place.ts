import type { Spot } from '../../../shared/library.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Kind, Role } from '../../../shared/schemas.ts';
import { findFile } from '../browse/entries.ts';
import { findSession, type SessionRow } from '../browse/sessions.ts';
import type { ReadDb, WriteDb } from '../db/handles.ts';

/** An entry, told so that any later index can find it: a record by its uuid, and which of its blocks. */
export interface Anchor {
  readonly uuid: string | null;
  readonly block: number;
  /** Where it stood. What has no uuid is known by its line. */
  readonly position: number;
  readonly line: number;
  readonly kind: Kind;
  readonly role: Role;
  readonly time: number | null;
}

/** Where something that is kept stands. */
export interface Place {
  readonly sessionId: string;
  /** The session's own transcript, and the folder it ran in: these tell apart sessions of the same id. */
  readonly file: string;
  readonly project: string;
  readonly family: string | null;
  readonly agent: string | null;
  readonly scope: 'session' | 'entry' | 'span';
  readonly first: Anchor | null;
  readonly last: Anchor | null;
  /** Words of the transcript, where the settings allow to keep them. */
  readonly title: string | null;
  readonly excerpt: string | null;
}

export const excerptLength = 300;

interface PlaceRow
  extends Omit<Place, 'first' | 'last'>, Omit<Anchor, 'block' | 'position' | 'line' | 'kind' | 'role'> {
  readonly block: number | null;
  readonly position: number | null;
  readonly line: number | null;
  readonly kind: Kind | null;
  readonly role: Role | null;
  readonly last: string | null;
}

/** The columns of `place` as `toPlace` takes them. */
export const placeColumns = `place.session_id AS sessionId, place.file, place.project, place.family, place.agent, place.scope,
  place.uuid, place.block, place.position, place.line, place.kind, place.role, place.time, place.last, place.title,
  place.excerpt`;

export function toPlace(row: PlaceRow): Place {
  const { uuid, block, position, line, kind, role, time, last, ...rest } = row;
  const isEntry = block !== null && position !== null && line !== null && kind !== null && role !== null;
  return {
    ...rest,
    first: isEntry ? { uuid, block, position, line, kind, role, time } : null,
    last: last === null ? null : (JSON.parse(last) as Anchor),
  };
}

/** Puts a place into the library; its row. */
export function openPlaceStore(library: WriteDb): (place: Place) => number {
  const insert = library.prepare(
    `INSERT INTO place (session_id, file, project, family, agent, scope, uuid, block, position, line, kind, role, time, last,
       title, excerpt)
     VALUES (@sessionId, @file, @project, @family, @agent, @scope, @uuid, @block, @position, @line, @kind, @role, @time, @last,
       @title, @excerpt)`,
  );
  const nowhere = { uuid: null, block: null, position: null, line: null, kind: null, role: null, time: null };
  return ({ first, last, ...place }) => {
    const row = { ...place, ...(first ?? nowhere), last: last === null ? null : JSON.stringify(last) };
    return Number(insert.run(row).lastInsertRowid);
  };
}

/** The place of what a person points at now. Words of the transcript come along only where they may be kept. */
export function placeOf(index: ReadDb, { session: ref, file: path, ...range }: Spot, withWords: boolean): Place {
  const session = findSession(index, ref);
  const { session_id: sessionId, file: main, project, family } = session;
  const whole = { sessionId, file: main, project, family, title: withWords ? session.title : null };
  const { position } = range;
  if (position === undefined) {
    if (range.end !== undefined) throw new AppError('bad_input', 'A span wants the entry where it begins.');
    return { ...whole, agent: null, scope: 'session', first: null, last: null, excerpt: null };
  }
  const file = findFile(index, ref, path).id;
  const agent = index.prepare('SELECT agent FROM file WHERE id = ?').pluck().get(file) as string | null;
  const [from, to] = [position, range.end ?? position].sort((a, b) => a - b) as [number, number];
  const first = anchorAt(index, session, file, from);
  const last = to === from ? null : anchorAt(index, session, file, to);
  const excerpt = withWords ? beginning(index, file, from) : null;
  return { ...whole, agent, scope: last ? 'span' : 'entry', first, last, excerpt };
}

function anchorAt(index: ReadDb, session: SessionRow, file: number, position: number): Anchor {
  const row = index
    .prepare('SELECT uuid, position, line, kind, role, time FROM entry WHERE file = ? AND position = ?')
    .get(file, position) as Omit<Anchor, 'block'> | undefined;
  if (!row) throw new AppError('not_found', `Session ${session.session_id} has no entry at position ${position}.`);
  return { ...row, block: blockOf(index, file, row) };
}

/** Blocks of a record stand one behind the other. */
function blockOf(index: ReadDb, file: number, { position, line, uuid }: Omit<Anchor, 'block'>): number {
  const isBlock = index.prepare('SELECT 1 FROM entry WHERE file = ? AND position = ? AND line = ? AND uuid IS ?');
  let first = position;
  while (isBlock.get(file, first - 1, line, uuid)) first -= 1;
  return position - first;
}

function beginning(index: ReadDb, file: number, position: number): string {
  return index
    .prepare(
      `SELECT substr(text, 1, ${excerptLength}) FROM entry JOIN entry_text USING (id) WHERE file = ? AND position = ?`,
    )
    .pluck()
    .get(file, position) as string;
}

/** The same for the same place: where it stands in a file counts only for what has no uuid. */
export function keyOf({ sessionId, agent, first, last }: Place): string {
  const told = (anchor: Anchor | null) =>
    anchor && (anchor.uuid === null ? [null, anchor.line, anchor.kind] : [anchor.uuid, anchor.block]);
  return JSON.stringify([sessionId, agent, told(first), told(last)]);
}
