import type { Kind, Role } from '../../../shared/schemas.ts';
import type { SessionRow } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import { firstIdAt } from '../ingest/entry-id.ts';
import { excerptLength, type Anchor, type Place } from './place.ts';

interface Entry {
  readonly id: number;
  readonly position: number;
  readonly line: number;
  readonly uuid: string | null;
  readonly kind: Kind;
  readonly role: Role;
  readonly time: number | null;
}

type SessionAt = Pick<SessionRow, 'id' | 'session_id' | 'file' | 'project' | 'title' | 'namesakes'> & {
  readonly ghost: number;
  readonly source_deleted: number;
};

interface File {
  readonly id: number;
  readonly path: string;
  readonly deleted: number | null;
}

/** Where a place is found in the index as it is now. */
export interface Standing {
  readonly session: SessionAt | null;
  readonly file: File | null;
  readonly first: Entry | null;
  readonly last: Entry | null;
}

const nowhere: Standing = { session: null, file: null, first: null, last: null };
/** Ids that were taken are passed over, seldom further than to the next moment. */
const near = 2;

/**
 * Finds again what was kept: in its own session, told from namesakes by its project; and where the index has that no
 * longer, in a fork, which holds copies of the same records. Answers are kept, so a resolver is made for one look at
 * the index.
 */
export class Resolver {
  readonly #index: ReadDb;
  readonly #sessions = new Map<string, readonly SessionAt[]>();
  readonly #files = new Map<string, File | null>();
  readonly #byUuid = new Map<number, ReadonlyMap<string, readonly Entry[]>>();
  readonly #statements = new Map<string, ReturnType<ReadDb['prepare']>>();

  constructor(index: ReadDb) {
    this.#index = index;
  }

  stand(place: Place): Standing {
    const own = this.#choose('session_id', place.sessionId, place);
    if (place.scope === 'session') return own[0] ? { ...nowhere, session: own[0] } : nowhere;
    const inOwn = this.#among(own, place);
    if (inOwn || own.some(({ ghost }) => !ghost)) return inOwn ?? { ...nowhere, session: own[0] ?? null };
    const forks = place.family === null ? [] : this.#choose('family', place.family, place);
    return this.#among(forks, place) ?? { ...nowhere, session: own[0] ?? null };
  }

  /** The session of an id, where there is just one: then nothing in it has to be looked at. */
  onlyWith(sessionId: string): number | null {
    const [own, ...namesakes] = this.#candidates('session_id', sessionId);
    return own && !own.ghost && namesakes.length === 0 ? own.id : null;
  }

  excerpt(entry: Entry): string | null {
    const read = this.#statement(`SELECT substr(text, 1, ${excerptLength}) FROM entry_text WHERE id = ?`).pluck();
    return (read.get(entry.id) as string | undefined) ?? null;
  }

  #among(sessions: readonly SessionAt[], place: Place): Standing | null {
    for (const session of sessions) {
      const file = this.#fileOf(session, place.agent);
      const first = file && place.first && this.#find(file, place.first);
      if (!first) continue;
      const last = place.last && this.#find(file, place.last);
      return { session, file, first, last: last && last.position > first.position ? last : null };
    }
    return null;
  }

  /** What is there before what is gone, and ghosts last; but first of all what is in the same place. */
  #choose(column: 'session_id' | 'family', value: string, { file, project }: Place): readonly SessionAt[] {
    const known = this.#candidates(column, value);
    if (known.length < 2) return known;
    const rank = (one: SessionAt) => {
      const isFar = one.file !== file && one.project !== project;
      return one.ghost * 8 + (isFar ? 4 : 0) + one.source_deleted * 2 + (one.file === file ? 0 : 1);
    };
    return known.toSorted((a, b) => rank(a) - rank(b));
  }

  #candidates(column: 'session_id' | 'family', value: string): readonly SessionAt[] {
    const key = `${column} ${value}`;
    const known = this.#sessions.get(key);
    if (known) return known;
    const read = this.#statement(
      `SELECT id, session_id, file, project, title, ghost, source_deleted,
         (SELECT count(*) FROM session other WHERE other.session_id = session.session_id) AS namesakes
       FROM session WHERE ${column} = ?`,
    );
    const found = read.all(value) as SessionAt[];
    this.#sessions.set(key, found);
    return found;
  }

  #fileOf(session: SessionAt, agent: string | null): File | null {
    const key = `${session.id} ${agent ?? ''}`;
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const read = this.#statement('SELECT id, path, deleted FROM file WHERE session = ? AND agent IS ?');
    const file = (read.get(session.id, agent) as File | undefined) ?? null;
    this.#files.set(key, file);
    return file;
  }

  /** Mostly it is where it was; else where its time says; else the file is looked through. */
  #find(file: File, anchor: Anchor): Entry | null {
    const columns = 'id, position, line, uuid, kind, role, time';
    const at = this.#statement(`SELECT ${columns} FROM entry WHERE file = ? AND position = ?`);
    const there = at.get(file.id, anchor.position) as Entry | undefined;
    if (there && isSame(there, anchor)) return there;
    if (anchor.uuid === null) return this.#atLine(file, anchor);
    const around = this.#statement(
      `SELECT ${columns} FROM entry WHERE id BETWEEN ? AND ? AND uuid = ? AND file = ? ORDER BY position`,
    );
    const { time } = anchor;
    const blocks = (
      time === null ? [] : around.all(firstIdAt(time - near), firstIdAt(time + near), anchor.uuid, file.id)
    ) as Entry[];
    return blockIn(blocks, anchor) ?? blockIn(this.#entriesOf(file).get(anchor.uuid) ?? [], anchor);
  }

  /** Without a uuid nothing tells an entry but its line, or its time. */
  #atLine(file: File, { line, kind, time }: Anchor): Entry | null {
    const read = this.#statement(
      `SELECT id, position, line, uuid, kind, role, time FROM entry
       WHERE file = ? AND uuid IS NULL AND kind = ? AND time IS ? AND (line = ? OR time IS NOT NULL)
       ORDER BY abs(line - ?) LIMIT 1`,
    );
    return (read.get(file.id, kind, time, line, line) as Entry | undefined) ?? null;
  }

  #entriesOf(file: File): ReadonlyMap<string, readonly Entry[]> {
    const known = this.#byUuid.get(file.id);
    if (known) return known;
    const read = this.#statement(
      'SELECT id, position, line, uuid, kind, role, time FROM entry WHERE file = ? AND uuid IS NOT NULL ORDER BY position',
    );
    const entries = Map.groupBy(read.all(file.id) as Entry[], ({ uuid }) => uuid ?? '');
    this.#byUuid.set(file.id, entries);
    return entries;
  }

  #statement(sql: string) {
    const statement = this.#statements.get(sql) ?? this.#index.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

const isSame = (entry: Entry, { uuid, kind, line, time }: Anchor) =>
  entry.uuid === uuid && entry.kind === kind && (uuid !== null || (entry.line === line && entry.time === time));

/** The block as it was counted; where the record is read in other pieces now, one of the same kind. */
function blockIn(blocks: readonly Entry[], { block, kind }: Anchor): Entry | null {
  const counted = blocks[block];
  if (counted?.kind === kind) return counted;
  return blocks.find((one) => one.kind === kind) ?? blocks[0] ?? null;
}
