import { liveSessions } from '../browse/live.ts';
import type { ReadDb } from '../db/handles.ts';
import type { Shelf } from '../library/shelf.ts';
import { none, type Condition } from './condition.ts';
import { openFiles, type HitFile } from './hits.ts';

type Ids = ReadonlySet<number>;
type Column = string | number | null;

const mostKept = 64;

/**
 * The sessions and files that filters choose from. An answer is kept until another connection has changed the index,
 * because the same filters come with every keystroke.
 */
export class Catalogue {
  /** What people keep. */
  readonly shelf: Shelf;
  readonly #index: ReadDb;
  #version = -1;
  #sessionOf = new Map<number, number | null>();
  #hitFile: (id: number) => HitFile | undefined;
  readonly #kept = new Map<string, Ids>();

  constructor(index: ReadDb, shelf: Shelf) {
    this.#index = index;
    this.shelf = shelf;
    this.#hitFile = openFiles(index);
  }

  /**
   * Tells the state of the index and the library, and forgets what was true of an older index. Not while a statement
   * is being read.
   */
  refresh(): string {
    const version = this.#index.pragma('data_version', { simple: true }) as number;
    if (version !== this.#version) {
      this.#version = version;
      this.#kept.clear();
      this.#hitFile = openFiles(this.#index);
      const rows = this.#index.prepare('SELECT id, session FROM file').raw().all() as [number, number | null][];
      this.#sessionOf = new Map(rows);
    }
    return `${version} ${this.shelf.version}`;
  }

  /** Ids, the first column of `select`, of the rows whose other column passes. */
  where(select: string, passes: (value: Column) => boolean): Ids {
    const rows = this.#index.prepare(select).raw().all() as [number, Column][];
    return new Set(rows.flatMap(([id, value]) => (passes(value) ? [id] : [])));
  }

  ids(select: string, ...bound: unknown[]): Ids {
    return new Set(
      this.#index
        .prepare(select)
        .pluck()
        .all(...bound) as number[],
    );
  }

  keep(key: string, find: () => Ids): Ids {
    const ids = this.#kept.get(key) ?? find();
    this.#kept.set(key, ids);
    const [oldest] = this.#kept.size > mostKept ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    return ids;
  }

  /** The transcript that a hit is in. */
  readonly hitFile = (id: number): HitFile | undefined => this.#hitFile(id);

  live(): Ids {
    return new Set(liveSessions(this.#index));
  }

  sessionsOf(files: Ids): Ids {
    return new Set([...files].flatMap((file) => this.#sessionOf.get(file) ?? []));
  }

  inFiles(files: Ids): Condition {
    return files.size === 0 ? none : { kind: 'files', files };
  }

  inSessions(sessions: Ids): Condition {
    const files = [...this.#sessionOf].flatMap(([file, session]) =>
      session !== null && sessions.has(session) ? [file] : [],
    );
    return this.inFiles(new Set(files));
  }
}
