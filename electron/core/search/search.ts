import { setTimeout as wait } from 'node:timers/promises';
import type { Output, ParsedInput } from '../../../shared/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import { parseQuery, type Problem } from '../../../shared/query/query.ts';
import type { Facets, SearchResult } from '../../../shared/schemas.ts';
import { listSessions, sessionsById } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import type { Shelf } from '../library/shelf.ts';
import { Beside } from './beside.ts';
import { Catalogue } from './catalogue.ts';
import { conditionOf } from './compile.ts';
import { findIn } from './find-in.ts';
import type { Parts, Stage } from './look.ts';
import { MessageSearch, type Outcome } from './message-search.ts';
import { SessionFinder } from './session-finder.ts';
import { SessionSearch } from './session-search.ts';
import { matching, valuesOf } from './values.ts';
import { WordStore } from './word-store.ts';

const mostSessions = 5;
/** Milliseconds that a complete search waits for sessions to be read into memory after the start. */
const patience = 100;
const facetMilliseconds = 3_000;
/** Half of the sessions would be worse than none to whoever wants to erase them. */
const holdingMilliseconds = 60_000;
const keptOutcomes = 3;

const keyOf = (stage: Stage, version: string, query: string) => `${stage} ${version} ${query}`;

/** Everything that is searched: messages by SQLite, sessions by what is half remembered of them. */
export class Search {
  readonly #parts: Parts;
  readonly #messages: MessageSearch;
  readonly #finder: SessionFinder;
  readonly #sessions: SessionSearch;
  readonly #shelf: Shelf;
  /** For the next page of the same search. */
  readonly #outcomes = new Map<string, Outcome>();

  /** `searcher` is the built file of the thread for what takes long. */
  constructor(index: ReadDb, shelf: Shelf, dataDir: string, searcher: string) {
    this.#shelf = shelf;
    const catalogue = new Catalogue(index, shelf);
    this.#parts = { index, catalogue, words: new WordStore(index), beside: new Beside(searcher, dataDir) };
    this.#messages = new MessageSearch(this.#parts);
    this.#finder = new SessionFinder(index);
    this.#sessions = new SessionSearch(index, this.#finder, catalogue);
  }

  async run(input: ParsedInput<'search.run'>, signal?: AbortSignal): Promise<SearchResult> {
    const start = performance.now();
    const query = parseQuery(input.query, { now: Date.now() });
    const { root, problems } = query;
    const nothing = { hits: [], sessions: [], suggestions: [], instead: [] };
    if (!root) return { total: 0, exact: true, ms: performance.now() - start, ...nothing, problems: [...problems] };
    const { offset, limit, stage } = input;
    const key = keyOf(stage, this.#parts.catalogue.refresh(), input.query);
    const kept = offset > 0 ? this.#outcomes.get(key) : undefined;
    const isEnough =
      kept && kept.found.ids.length >= Math.min(offset + limit, kept.found.finished ? kept.found.total : Infinity);
    const outcome = isEnough ? kept : await this.#messages.find(root, { query, stage, most: offset + limit, signal });
    this.#keep(key, outcome);
    const hits = await this.#messages.page(outcome, offset, limit, signal);
    const ms = performance.now() - start;
    const reading = this.#finder.current();
    if (stage === 'typing') void this.#parts.words.current(); // for the keystrokes to come
    if (stage === 'full') await Promise.race([reading, wait(patience)]);
    const sessions = offset > 0 ? [] : this.#sessions.best(root, mostSessions, stage === 'typing');
    return {
      total: outcome.found.total,
      exact: outcome.found.finished,
      ms,
      hits,
      sessions: sessionsById(this.#parts.index, sessions, this.#shelf.sessions()),
      suggestions: [...outcome.suggestions],
      instead: outcome.instead,
      problems: [...problems, ...outcome.problems],
    };
  }

  /** Of what was looked for in the end, where the query has just been run. */
  async facets(text: string, signal?: AbortSignal): Promise<Facets> {
    const { root } = parseQuery(text, { now: Date.now() });
    const none: Facets = { total: 0, project: [], role: [], tool: [], model: [], month: [], session: [] };
    if (!root) return none;
    const { catalogue, beside } = this.#parts;
    const version = catalogue.refresh();
    const kept = (['full', 'pause'] as const).map((stage) => this.#outcomes.get(keyOf(stage, version, text)));
    const meant = kept.find(Boolean)?.root ?? (await this.#messages.meant(root));
    const condition = conditionOf(meant, { ...this.#parts, open: null, problems: [] });
    return (await beside.run({ kind: 'facets', condition, milliseconds: facetMilliseconds }, signal)) ?? none;
  }

  /** Rows of every session that a query finds something in, just as it stands: what is not understood is refused. */
  async sessionsWith(text: string): Promise<number[]> {
    const { root, problems } = parseQuery(text, { now: Date.now() });
    if (!root) throw new AppError('bad_input', `“${text}” looks for nothing.`);
    this.#parts.catalogue.refresh();
    const found: Problem[] = [...problems];
    const condition = conditionOf(await this.#messages.meant(root), { ...this.#parts, open: null, problems: found });
    if (found[0]) throw new AppError('bad_input', `“${text}” was not understood: ${found[0].message}`);
    const rows = await this.#parts.beside.run({ kind: 'sessions', condition, milliseconds: holdingMilliseconds });
    if (!rows) throw new AppError('refused', `Looking for “${text}” in everything took too long. Narrow it down.`);
    return rows;
  }

  find(input: ParsedInput<'search.find'>, signal?: AbortSignal): Promise<Output<'search.find'>> {
    this.#parts.catalogue.refresh();
    return findIn(this.#parts, input, signal);
  }

  values({ field, typed }: ParsedInput<'search.values'>): string[] {
    return field === 'tag' ? matching(this.#shelf.tags(), typed) : valuesOf(this.#parts.index, field, typed);
  }

  async sessions({ query, ...page }: ParsedInput<'sessions.list'>): Promise<Output<'sessions.list'>> {
    const { index } = this.#parts;
    if (query.trim() === '') return listSessions(index, page, this.#shelf.sessions());
    const ids = await this.#sessions.list({ query, ...page });
    const shown = ids.slice(page.offset, page.offset + page.limit);
    return { total: ids.length, sessions: sessionsById(index, shown, this.#shelf.sessions()) };
  }

  /** Lets go of the words and the answers of sessions that are gone, and reads what is left when it is next needed. */
  forget(): void {
    this.#outcomes.clear();
    this.#parts.words.forget();
    this.#finder.forget();
    this.#parts.beside.stop();
  }

  stop(): void {
    this.#parts.beside.stop();
  }

  #keep(key: string, outcome: Outcome): void {
    this.#outcomes.delete(key);
    this.#outcomes.set(key, outcome);
    const [oldest] = this.#outcomes.size > keptOutcomes ? this.#outcomes.keys() : [];
    if (oldest !== undefined) this.#outcomes.delete(oldest);
  }
}
