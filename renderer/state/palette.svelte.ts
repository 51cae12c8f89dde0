import Folder from '@lucide/svelte/icons/folder';
import History from '@lucide/svelte/icons/history';
import MessagesSquare from '@lucide/svelte/icons/messages-square';
import Search from '@lucide/svelte/icons/search';
import SearchCheck from '@lucide/svelte/icons/search-check';
import SquareStack from '@lucide/svelte/icons/square-stack';
import type { Session } from '../../shared/schemas.ts';
import { counted } from '../lib/format.ts';
import { byBest, matching, type PaletteGroup, type PaletteItem } from '../lib/palette-items.ts';
import { everything, start } from '../lib/route.ts';
import { timeAnyDay } from '../lib/time.ts';
import type { App } from './app.svelte.ts';

const pause = 60;
const sessionsShown = 8;

/** What the palette offers for what is typed into it. */
export class Palette {
  #typed = $state('');
  #sessions = $state.raw<readonly Session[]>([]);
  #sessionsFor = $state('');
  #failed = $state(false);
  #moved = $state<string | null>(null);
  readonly #groups = $derived(this.#grouped());
  readonly #items = $derived(this.#groups.flatMap(({ items }) => items));
  readonly #app: App;
  readonly #commands: () => readonly PaletteItem[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort = new AbortController();

  constructor(app: App, commands: () => readonly PaletteItem[]) {
    this.#app = app;
    this.#commands = commands;
  }

  get typed(): string {
    return this.#typed;
  }

  /** Whether the sessions could not be looked through. */
  get failed(): boolean {
    return this.#failed;
  }

  type(text: string): void {
    this.#typed = text;
    this.#moved = null;
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#timer = setTimeout(() => void this.#fetch(), text === '' ? 0 : pause);
  }

  get groups(): readonly PaletteGroup[] {
    return this.#groups;
  }

  /** What Enter takes: the best, until the arrows say otherwise. */
  get active(): PaletteItem | undefined {
    return this.#items.find(({ key }) => key === this.#moved) ?? this.#items[0];
  }

  indexOf({ key }: PaletteItem): number {
    return this.#items.findIndex((item) => item.key === key);
  }

  move(steps: 1 | -1): void {
    const { length } = this.#items;
    const from = this.active ? this.indexOf(this.active) : 0;
    this.#moved = this.#items[(from + steps + length) % length]?.key ?? null;
  }

  #grouped(): readonly PaletteGroup[] {
    const typed = this.#typed.trim();
    const found = 'Sessions';
    const groups = [
      { title: found, items: this.#found(typed) },
      { title: 'Projects', items: matching(this.#projects(), typed, typed === '' ? 0 : 5) },
      { title: 'Saved searches', items: matching(this.#saved(), typed, 5) },
      { title: 'Collections', items: matching(this.#collections(), typed, typed === '' ? 0 : 5) },
      { title: 'Commands', items: matching(this.#commands(), typed, typed === '' ? 20 : 6) },
      { title: 'Recent searches', items: matching(this.#recent(), typed, 5) },
    ];
    const ranked = byBest(groups, found, typed);
    return typed === '' ? ranked : [...ranked, { title: 'Everywhere', items: [this.#everywhere(typed)] }];
  }

  async #fetch(): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const query = this.#typed.trim();
    const input = { query, limit: query === '' ? 5 : sessionsShown };
    const answer = await this.#app.link.call('sessions.list', input, { signal }).catch(() => null);
    if (signal.aborted) return;
    this.#failed = answer === null;
    this.#sessions = answer?.sessions ?? [];
    this.#sessionsFor = query;
  }

  /** Until the index has answered, what it said before counts only as far as it fits. */
  #found(typed: string): PaletteItem[] {
    const items = this.#sessions.map((session) => this.#session(session));
    return this.#sessionsFor === typed ? items : matching(items, typed, sessionsShown);
  }

  #session({ ref, title, project, ended, started }: Session): PaletteItem {
    const { library, route } = this.#app;
    const when = ended ?? started;
    const facts = [...(when === null ? [] : [timeAnyDay(when, Date.now())]), library.nameOf(project)];
    const run = () => route.go({ ...start, session: ref });
    return { key: `session ${ref}`, icon: MessagesSquare, name: title, note: facts.join(' · '), run };
  }

  #projects(): PaletteItem[] {
    const { library, route } = this.#app;
    return library.projects.map(({ project, sessions }) => ({
      key: `project ${project}`,
      icon: Folder,
      name: library.nameOf(project),
      note: counted(sessions, 'session'),
      keywords: [project],
      run: () => route.go({ ...start, project }),
    }));
  }

  #saved(): PaletteItem[] {
    const { savedSearches } = this.#app;
    return savedSearches.items.map((search) => {
      const { id, name, query } = search;
      const found = savedSearches.countOf(search);
      const note = found === null ? query : counted(found, 'hit');
      const run = () => this.#app.goToQuery(query);
      return { key: `saved ${id}`, icon: SearchCheck, name, note, keywords: [query], run };
    });
  }

  #collections(): PaletteItem[] {
    const { collections, route } = this.#app;
    return collections.items.map(({ id, name, items }) => ({
      key: `collection ${id}`,
      icon: SquareStack,
      name,
      note: counted(items, 'item'),
      run: () => route.go({ ...everything, view: 'collection', collection: id }),
    }));
  }

  #recent(): PaletteItem[] {
    return this.#app.recent.queries.map((query) => ({
      key: `recent ${query}`,
      icon: History,
      name: query,
      note: '',
      run: () => this.#app.goToQuery(query),
    }));
  }

  #everywhere(typed: string): PaletteItem {
    const run = () => this.#app.goToQuery(typed);
    return { key: 'everywhere', icon: Search, name: `Search everything for “${typed}”`, note: '', run };
  }
}
