import type { Statement } from 'better-sqlite3';
import type { ReadDb } from '../db/handles.ts';
import { keptStatement } from '../db/statements.ts';
import { kindIndexOf, momentOf } from '../ingest/entry-id.ts';
import type { Condition } from './condition.ts';
import { isTool } from './meaning.ts';
import { slack } from './plan.ts';

/** What of an entry can be asked about, besides its id and its text. */
export const columns = 'entry.file, entry.role, entry.tool, entry.error, entry.image, entry.sidechain, entry.time';
export type Columns = [
  file: number,
  role: string,
  tool: string | null,
  error: number,
  image: number,
  sidechain: number,
  time: number | null,
];
/** An entry may go while a search is under way. */
const gone: Columns = [0, '', null, 0, 0, 0, null];
const flags = { error: 3, image: 4, sidechain: 5 } as const;

/** An entry on trial. What it takes to judge it is read when first needed. */
export class Candidate {
  id = 0;
  #columns: Columns | undefined;
  #text: string | undefined;
  readonly #readColumns: Statement;
  readonly #readText: Statement;

  constructor(index: ReadDb) {
    this.#readColumns = keptStatement(index, `SELECT ${columns} FROM entry WHERE id = ?`).raw();
    this.#readText = keptStatement(index, 'SELECT text FROM entry_text WHERE id = ?').pluck();
  }

  become(id: number, known?: Columns, text?: string): void {
    this.id = id;
    this.#columns = known;
    this.#text = text;
  }

  get columns(): Columns {
    return (this.#columns ??= (this.#readColumns.get(this.id) as Columns | undefined) ?? gone);
  }

  get text(): string {
    return (this.#text ??= (this.#readText.get(this.id) as string | undefined) ?? '');
  }
}

export interface Check {
  (candidate: Candidate): boolean;
}

/** Cheapest first: what the id tells, the entry's row, the full text beside, the text itself. */
const cost: Record<Condition['kind'], number> = {
  ...{ every: 0, none: 0, kinds: 0, ids: 0, span: 1, files: 2, roles: 2, tools: 2, flag: 2 },
  ...{ text: 3, pattern: 5, not: 4, and: 4, or: 4 },
};

export const asksRow = (condition: Condition): boolean =>
  'parts' in condition
    ? condition.parts.some(asksRow)
    : condition.kind === 'not'
      ? asksRow(condition.part)
      : cost[condition.kind] === 2;

/** A condition as a function. `matches` opens what tells, for ids in the order of the search, whether a text matches. */
export function checkOf(condition: Condition, matches: (match: string) => (id: number) => boolean): Check {
  switch (condition.kind) {
    case 'every':
      return () => true;
    case 'none':
      return () => false;
    case 'and': {
      const checks = byCost(condition.parts).map((part) => checkOf(part, matches));
      return (candidate) => checks.every((check) => check(candidate));
    }
    case 'or': {
      const checks = byCost(condition.parts).map((part) => checkOf(part, matches));
      return (candidate) => checks.some((check) => check(candidate));
    }
    case 'not': {
      const check = checkOf(condition.part, matches);
      return (candidate) => !check(candidate);
    }
    case 'text': {
      const isMatch = matches(condition.match);
      return ({ id }) => isMatch(id);
    }
    case 'pattern': {
      const pattern = new RegExp(condition.source, condition.flags);
      return (candidate) => pattern.test(candidate.text);
    }
    case 'kinds':
      return ({ id }) => ((condition.bits >> kindIndexOf(id)) & 1) === 1;
    case 'ids':
      return ({ id }) => condition.ids.has(id);
    case 'files':
      return ({ columns: [file] }) => condition.files.has(file);
    case 'roles':
      return ({ columns: [, role] }) => (condition.roles as readonly string[]).includes(role);
    case 'tools':
      return ({ columns: [, , tool] }) => tool !== null && isTool(condition.tools, tool);
    case 'flag':
      return ({ columns: row }) => row[flags[condition.flag]] !== 0;
    case 'span':
      return isWithin(condition);
  }
}

const byCost = (parts: readonly Condition[]) => parts.toSorted((a, b) => cost[a.kind] - cost[b.kind]);

/** By the id alone where it is clear; near an edge by the time itself. */
function isWithin({ from, to }: { from: number; to: number }): Check {
  return (candidate) => {
    const moment = momentOf(candidate.id);
    if (moment > from + slack && moment < to - slack) return true;
    if (moment < from - slack || moment > to + slack) return false;
    const time = candidate.columns[6] ?? moment;
    return time >= from && time < to;
  };
}
