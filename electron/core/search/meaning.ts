import type { Node } from '../../../shared/query/query.ts';
import { kinds, type Kind } from '../../../shared/schemas.ts';
import { kindOf } from '../ingest/entry-id.ts';
import type { Catalogue } from './catalogue.ts';
import { allOf, type Condition } from './condition.ts';

type Ids = ReadonlySet<number>;

/** A filter of the query language: everything but words, phrases and expressions. */
export type Leaf = Extract<Node, { kind: 'filter' | 'is' | 'has' | 'time' | 'tokens' }>;

/** What a filter chooses. Each side is looked up when it is asked for. */
export interface Meaning {
  /** Rows of sessions that are so, or have something that is so. */
  sessions(): Ids;
  entries(): Condition;
}

const keyOf = (leaf: Leaf) => JSON.stringify({ ...leaf, start: 0, end: 0 });

/** Look-ups of a filter, kept for the next keystroke. */
export class Meanings {
  readonly #catalogue: Catalogue;
  readonly #key: string;

  constructor(catalogue: Catalogue, leaf: Leaf) {
    this.#catalogue = catalogue;
    this.#key = keyOf(leaf);
  }

  ofSessions(find: () => Ids): Meaning {
    const sessions = () => this.#catalogue.keep(`sessions ${this.#key}`, find);
    return { sessions, entries: () => this.#catalogue.inSessions(sessions()) };
  }

  ofFiles(find: () => Ids): Meaning {
    const files = () => this.#catalogue.keep(`files ${this.#key}`, find);
    return { sessions: () => this.#catalogue.sessionsOf(files()), entries: () => this.#catalogue.inFiles(files()) };
  }

  /** What only entries tell. `select` finds the files that have such an entry. */
  ofEntries(condition: Condition, select: string, ...bound: unknown[]): Meaning {
    const { sessions } = this.ofFiles(() => this.#catalogue.ids(select, ...bound));
    return { sessions, entries: () => condition };
  }

  /** A file's row lists its tools, so that only files that have one are looked into. */
  ofTools(tools: readonly string[]): Meaning {
    const uses = (json: unknown) => Object.keys(JSON.parse(String(json)) as object).some((tool) => isTool(tools, tool));
    const { sessions, entries } = this.ofFiles(() => this.#catalogue.where('SELECT id, tools FROM file', uses));
    return { sessions, entries: () => allOf([entries(), { kind: 'tools', tools }]) };
  }

  ofKinds(wanted: readonly Kind[]): Meaning {
    const indexes = wanted.map((kind) => kinds.indexOf(kind)).join();
    return this.ofEntries(
      ofKinds(wanted),
      `SELECT DISTINCT file FROM entry INDEXED BY entry_by_position WHERE ${kindOf('id')} IN (${indexes})`,
    );
  }
}

export const ofKinds = (wanted: readonly Kind[]): Condition => ({
  kind: 'kinds',
  bits: wanted.reduce((bits, kind) => bits | (1 << kinds.indexOf(kind)), 0),
});

/** `wanted` is in lower case; one that ends in `*` stands for all that begin so. */
export function isTool(wanted: readonly string[], tool: string): boolean {
  const name = tool.toLowerCase();
  return wanted.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
}
