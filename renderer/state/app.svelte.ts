import { createContext, untrack } from 'svelte';
import type { CollectionItem } from '../../shared/library.ts';
import type { Receipt } from '../../shared/purge.ts';
import type { Hit } from '../../shared/schemas.ts';
import { openChannel } from '../lib/connection.ts';
import type { ResultRow } from '../lib/result-rows.ts';
import { isSessionView, type Place } from '../lib/route.ts';
import { throttled } from '../lib/throttle.ts';
import { Bookmarks } from './bookmarks.svelte.ts';
import { Changes } from './changes.svelte.ts';
import { Collections } from './collections.svelte.ts';
import { Editor } from './editor.svelte.ts';
import { Exporting } from './exporting.svelte.ts';
import { Find } from './find.svelte.ts';
import { Indexing } from './indexing.svelte.ts';
import { Library } from './library.svelte.ts';
import { Link } from './link.svelte.ts';
import { Marks } from './marks.svelte.ts';
import { Namings } from './naming.svelte.ts';
import { Notices } from './notices.svelte.ts';
import { OpenCollection } from './open-collection.svelte.ts';
import { Picked } from './picked.svelte.ts';
import { Preferences } from './preferences.svelte.ts';
import { Purging } from './purging.svelte.ts';
import { Reader } from './reader.svelte.ts';
import { Receipts } from './receipts.svelte.ts';
import { Recent } from './recent.svelte.ts';
import { Redacting } from './redacting.svelte.ts';
import type { Results } from './results.svelte.ts';
import { Retention } from './retention.svelte.ts';
import { Route } from './route.svelte.ts';
import { SavedSearches } from './saved-searches.svelte.ts';
import { Search } from './search.svelte.ts';
import { Secrets } from './secrets.svelte.ts';
import { Sessions, type Which } from './sessions.svelte.ts';
import { Disk } from './storage.svelte.ts';
import { Tags } from './tags.svelte.ts';
import { Theme } from './theme.svelte.ts';
import { Transfer } from './transfer.svelte.ts';

/** Steps through a list this close together are one step of the history. */
const oneMove = 1_000;

/** The window's state: its parts, and what one does to another. */
export class App {
  readonly link = new Link(openChannel);
  readonly route = new Route();
  readonly theme = new Theme(this.link);
  readonly preferences = new Preferences(this.link);
  readonly indexing = new Indexing(this.link);
  readonly notices = new Notices(this.link);
  readonly library = new Library(this.link);
  readonly sessions = new Sessions(this.link);
  readonly picked = new Picked(this.sessions);
  readonly search = new Search(this.link, (results) => this.#openKey(results));
  readonly recent = new Recent();
  readonly find = new Find(this.link, this.route);
  readonly reader = new Reader(this.link);
  readonly receipts = new Receipts(this.link, this.notices);
  readonly purging = new Purging(this.link, this.receipts);
  readonly redacting = new Redacting(this.link, this.receipts, (text) => this.recent.forget(text));
  readonly exporting = new Exporting(this.link);
  readonly secrets = new Secrets(this.link);
  readonly retention = new Retention(this.link, this.notices, () => void this.refresh());
  readonly disk = new Disk(this.link, this.notices);
  readonly changes = new Changes(this.link, this.notices);
  readonly marks = new Marks(this.link, this.changes);
  readonly bookmarks = new Bookmarks(this.link, this.changes);
  readonly tags = new Tags(this.link, this.changes);
  readonly savedSearches = new SavedSearches(this.link, this.changes);
  readonly collections = new Collections(this.link, this.changes);
  readonly openCollection = new OpenCollection(this.link, this.changes);
  readonly transfer = new Transfer(this.link, this.notices, this.changes);
  readonly naming = new Namings();
  readonly editor = new Editor(this.marks, this.bookmarks);
  #stepper: ((steps: number) => void) | null = null;
  #moved = 0;

  constructor() {
    const refresh = throttled(() => this.refresh(), 1_000);
    this.indexing.onChanged(refresh);
    this.link.on('sessions.changed', refresh);
    this.link.on('secrets.changed', refresh);
    this.link.onBack(refresh);
    this.link.on('purge.done', (receipt) => this.#erased(receipt));
    this.link.on(
      'library.changed',
      throttled(() => this.sessions.refresh(), 1_000),
    );
    void this.theme.load();
    void this.preferences.load();
    void this.indexing.load();
    void this.library.load();
    void this.secrets.follow();
    void this.bookmarks.refresh();
    void this.tags.load();
    void this.savedSearches.load();
    void this.collections.load();
  }

  /** Keeps the panes in step with the address. Call while a component is being set up. */
  follow(): void {
    const { route } = this;
    const listed = $derived(JSON.stringify(whichOf(route.place)));
    const query = $derived(route.place.query.trim());
    when(
      () => listed,
      () => {
        const which = whichOf(route.place);
        if (which) void this.sessions.show(which);
      },
    );
    when(
      () => query,
      (text) => this.search.run(text),
    );
    when(
      () => this.reader.current,
      () => void this.reader.prefetch(this.#neighbours()),
    );
    when(
      () => route.arrival,
      ({ flash }) => {
        void this.reader.open(route.place, flash);
        this.search.follow();
      },
    );
    when(
      () => route.place.collection,
      (id) => void this.openCollection.show(id),
    );
    const transcript = $derived(`${route.place.session} ${route.place.file}`);
    when(
      () => transcript,
      () => this.find.follow(),
    );
  }

  /** Shows what a purge of the picked sessions, or else of the open one, would take. */
  purgeChosen(): void {
    const { session } = this.route.place;
    const picked = this.picked.list.map(({ ref }) => ref);
    const sessions = picked.length > 0 ? picked : session === null ? [] : [session];
    if (sessions.length > 0) this.purging.open({ sessions });
  }

  /** What is gone is neither open nor picked any more. */
  #erased({ verb, sessions }: Receipt): void {
    const { session, beside } = this.route.place;
    const isGone = (ref: string) => verb !== 'redact' && sessions.some((id) => ref.includes(id));
    if (beside && isGone(beside.session)) this.route.go({ beside: null }, { replace: true });
    if (session !== null && isGone(session))
      this.route.go({ session: null, file: null, position: null }, { replace: true });
    this.picked.drop(isGone);
    void this.refresh();
  }

  async refresh(): Promise<void> {
    this.search.refresh();
    await Promise.all([this.library.load(), this.sessions.refresh(), this.reader.refresh()]);
  }

  retry(): void {
    this.search.retry();
    void this.refresh();
  }

  get searching(): boolean {
    return this.route.place.query.trim() !== '';
  }

  openSession(ref: string, replace = false): void {
    this.route.go({ session: ref, file: null, position: null }, { replace });
  }

  openHit({ session, file, position }: Hit, replace = false): void {
    this.recent.add(this.route.place.query);
    this.route.go({ session, file, position }, { replace, flash: true });
  }

  /** Shows what was kept, pointed out; `step` where a key led there from the one before. */
  openFound({ session, file, position, title }: CollectionItem, step = false): void {
    if (session === null) this.notices.say(`“${title}” is gone: neither its transcript nor the index has it.`);
    else this.route.go({ session, file, position }, { replace: step && this.#isSameMove(), flash: position !== null });
  }

  /** Moves on in whatever list is shown, and the transcript with it. */
  step(steps: number): void {
    if (this.searching) return this.openRow(this.search.results?.step(steps), this.#isSameMove());
    if (!isSessionView(this.route.place.view)) return this.#stepper?.(steps);
    const { items } = this.sessions;
    const from = this.sessions.indexOf(this.route.place.session);
    const next = items[Math.max(0, Math.min(items.length - 1, from + steps))];
    if (next) this.openSession(next.ref, this.#isSameMove());
  }

  /** For a view that lists something else than sessions: what `j` and `k` do in it. Returns how to end that. */
  stepBy(stepper: (steps: number) => void): () => void {
    this.#stepper = stepper;
    return () => (this.#stepper = null);
  }

  /** To the next or previous hit, past everything else that is found. */
  stepHit(steps: 1 | -1): void {
    const row = this.search.results?.step(steps, ({ kind }) => kind === 'hit');
    this.openRow(row, this.#isSameMove());
  }

  /** Shows what a row of the results stands for. A row that only unfolds more opens nothing. */
  openRow(row: ResultRow | undefined, replace = false): void {
    if (row?.kind === 'hit') this.openHit(row.hit, replace);
    else if (row?.kind === 'session') this.openSession(row.session.ref, replace);
  }

  /** The row of what the transcript shows. */
  #openKey(results: Results): string | null {
    const { session, file, position } = this.route.place;
    const row = results.rows.find(
      (one) =>
        (one.kind === 'hit' &&
          one.hit.session === session &&
          one.hit.position === position &&
          (file ?? one.hit.file) === one.hit.file) ||
        (one.kind === 'session' && one.session.ref === session && position === null),
    );
    return row?.key ?? null;
  }

  #isSameMove(): boolean {
    const now = performance.now();
    const isSame = now - this.#moved < oneMove;
    this.#moved = now;
    return isSame;
  }

  /** What the next press of an arrow key would open. */
  #neighbours(): string[] {
    const index = this.sessions.indexOf(this.route.place.session);
    if (index < 0 || this.searching) return [];
    return [index + 1, index - 1].flatMap((place) => this.sessions.items[place]?.ref ?? []);
  }

  /** Typing is one step of the history, however many letters. */
  setQuery(query: string): void {
    this.route.go({ query }, { replace: this.route.place.query !== '' && query !== '' });
  }

  exportHits(): void {
    const query = this.route.place.query.trim();
    this.exporting.open({ what: 'search', query }, `the hits of “${query}”`);
  }

  /** Another search, chosen rather than typed: a step of its own. */
  goToQuery(query: string): void {
    this.route.go({ query });
  }
}

/** Null where the list pane shows something else: the sessions stay as they were. */
function whichOf({ view, project, marks, sort }: Place): Which | null {
  if (!isSessionView(view)) return null;
  return { ...(project === null ? {} : { project }), view, marks: [...marks], sort };
}

/** Runs `act` at first and whenever `value` changes, and for no other reason. */
function when<T>(value: () => T, act: (value: T) => void): void {
  $effect(() => {
    const now = value();
    untrack(() => act(now));
  });
}

export const [useApp, provideApp] = createContext<App>();
