import { setTimeout as wait } from 'node:timers/promises';
import type { Output, ParsedInput } from '../../../shared/contract.ts';
import { parseQuery } from '../../../shared/query/query.ts';
import type { Facets, SearchResult } from '../../../shared/schemas.ts';
import { listSessions, sessionsById } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import { Beside } from './beside.ts';
import { Catalogue } from './catalogue.ts';
import { conditionOf } from './compile.ts';
import { findIn } from './find-in.ts';
import type { Parts, Stage } from './look.ts';
import { MessageSearch, type Outcome } from './message-search.ts';
import { SessionFinder } from './session-finder.ts';
import { SessionSearch } from './session-search.ts';
import { valuesOf } from './values.ts';
import { WordStore } from './word-store.ts';

const mostSessions = 5;
/** Milliseconds that a complete search waits for sessions to be read into memory after the start. */
const patience = 100;
const facetMilliseconds = 3_000;
const keptOutcomes = 3;

const keyOf = (stage: Stage, version: number, query: string) => `${stage} ${version} ${query}`;

/** Everything that is searched: messages by SQLite, sessions by what is half remembered of them. */
export class Search {
  readonly #parts: Parts;
  readonly #messages: MessageSearch;
  readonly #finder: SessionFinder;
  readonly #sessions: SessionSearch;
  /** For the next page of the same search. */
  readonly #outcomes = new Map<string, Outcome>();

  /** `searcher` is the built file of the thread for what takes long. */
  constructor(index: ReadDb, dataDir: string, searcher: string) {
    const catalogue = new Catalogue(index);
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
      sessions: sessionsById(this.#parts.index, sessions),
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

  find(input: ParsedInput<'search.find'>, signal?: AbortSignal): Promise<Output<'search.find'>> {
    this.#parts.catalogue.refresh();
    return findIn(this.#parts, input, signal);
  }

  values({ field, typed }: ParsedInput<'search.values'>): string[] {
    return valuesOf(this.#parts.index, field, typed);
  }

  async sessions({ query, ...page }: ParsedInput<'sessions.list'>): Promise<Output<'sessions.list'>> {
    const { index } = this.#parts;
    if (query.trim() === '') return listSessions(index, page);
    const ids = await this.#sessions.list({ query, ...page });
    return { total: ids.length, sessions: sessionsById(index, ids.slice(page.offset, page.offset + page.limit)) };
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
