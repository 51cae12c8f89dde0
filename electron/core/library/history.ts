import { AppError } from '../../../shared/errors.ts';
import type { WriteDb } from '../db/handles.ts';

/** Everything that people keep. Settings are not taken back, and what a purge does never. */
const tables = ['place', 'bookmark', 'tag', 'bookmark_tag', 'saved_search', 'collection', 'collection_item'];
const mostSteps = 200;

interface Change {
  readonly label: string;
  /** SQL that undoes it, in the order to run it. */
  readonly steps: readonly string[];
}

export interface Labels {
  readonly undo: string | null;
  readonly redo: string | null;
}

/**
 * Undo for the library, however a change is made: triggers of this connection note for each row the statement that
 * would take its change back. It is kept in memory only, as long as the writer runs.
 */
export class History {
  readonly #library: WriteDb;
  readonly #announce: (labels: Labels) => void;
  #done: Change[] = [];
  #undone: Change[] = [];

  constructor(library: WriteDb, announce: (labels: Labels) => void) {
    this.#library = library;
    this.#announce = announce;
    library.exec(`CREATE TEMP TABLE step (id INTEGER PRIMARY KEY, sql TEXT NOT NULL);
      ${tables.map((table) => triggersOf(library, table)).join('\n')}`);
  }

  get labels(): Labels {
    return { undo: this.#done.at(-1)?.label ?? null, redo: this.#undone.at(-1)?.label ?? null };
  }

  /** Does something to the library, all of it or nothing, so that it can be taken back under this name. */
  change<T>(label: string, work: () => T): T {
    const { result, steps } = this.#record(work);
    if (steps.length > 0) {
      this.#done = [...this.#done, { label, steps }].slice(-mostSteps);
      this.#undone = [];
      this.#announce(this.labels);
    }
    return result;
  }

  undo(): string | null {
    return this.#takeBack(this.#done, this.#undone);
  }

  redo(): string | null {
    return this.#takeBack(this.#undone, this.#done);
  }

  /** For what must not come back: forgets every change so far. */
  forget(): void {
    [this.#done, this.#undone] = [[], []];
    this.#library.exec('DELETE FROM temp.step');
    this.#announce(this.labels);
  }

  #takeBack(from: Change[], to: Change[]): string | null {
    const change = from.pop();
    if (!change) return null;
    try {
      const { steps } = this.#record(() => {
        this.#library.pragma('defer_foreign_keys = ON'); // what hangs on something may come back before it
        for (const sql of change.steps) this.#library.exec(sql);
      });
      to.push({ label: change.label, steps });
    } catch {
      throw new AppError('refused', `“${change.label}” cannot be taken back: what it changed has changed again since.`);
    } finally {
      this.#announce(this.labels);
    }
    return change.label;
  }

  #record<T>(work: () => T): { result: T; steps: string[] } {
    return this.#library
      .transaction(() => {
        this.#library.exec('DELETE FROM temp.step');
        const result = work();
        const steps = this.#library.prepare('SELECT sql FROM temp.step ORDER BY id DESC').pluck().all() as string[];
        return { result, steps };
      })
      .immediate();
  }
}

function triggersOf(library: WriteDb, table: string): string {
  const columns = (library.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
  const values = columns.map((name) => `quote(OLD.${name})`).join(` || ', ' || `);
  const names = columns.join(', ');
  const assigned = columns.map((name) => `'${name} = ' || quote(OLD.${name})`).join(` || ', ' || `);
  const isOther = columns.map((name) => `OLD.${name} IS NOT NEW.${name}`).join(' OR ');
  const note = (on: string, sql: string) => /* sql */ `
    CREATE TEMP TRIGGER ${table}_${on} AFTER ${on} ON main.${table} ${on === 'UPDATE' ? `WHEN ${isOther}` : ''} BEGIN
      INSERT INTO step (sql) VALUES (${sql});
    END;`;
  return [
    note('INSERT', `'DELETE FROM ${table} WHERE id = ' || NEW.id`),
    note('UPDATE', `'UPDATE ${table} SET ' || ${assigned} || ' WHERE id = ' || NEW.id`),
    note('DELETE', `'INSERT INTO ${table} (${names}) VALUES (' || ${values} || ')'`),
  ].join('\n');
}
