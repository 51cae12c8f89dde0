import { SvelteMap } from 'svelte/reactivity';
import type { Bookmark, Spot } from '../../shared/library.ts';
import type { Session } from '../../shared/schemas.ts';
import {
  byFile,
  keyOf,
  markOf,
  placeKey,
  withWanted,
  type FileMarks,
  type RowMark,
  type Wanted,
} from '../lib/bookmarks.ts';
import type { Row } from '../lib/rows.ts';
import { throttled } from '../lib/throttle.ts';
import type { Changes } from './changes.svelte.ts';
import type { Link } from './link.svelte.ts';
import type { Transcript } from './transcript.svelte.ts';

const pause = 250;
const mostOpen = 64;

/** The bookmarks of one session, as the library has them and as they are about to be. */
class Marked {
  known = $state.raw<readonly Bookmark[]>([]);
  wanted = $state.raw<readonly Wanted[]>([]);
  readonly list = $derived(withWanted(this.known, this.wanted));
  readonly files: Map<string, FileMarks> = $derived(byFile(this.list));

  find(place: string): Bookmark | undefined {
    return this.list.find((bookmark) => keyOf(bookmark) === place);
  }
}

/** What is bookmarked in the sessions that were opened. A change shows at once, and is taken back where it fails. */
export class Marks {
  readonly #sessions = new SvelteMap<string, Marked>();
  readonly #link: Link;
  readonly #changes: Changes;

  constructor(link: Link, changes: Changes) {
    this.#link = link;
    this.#changes = changes;
    const refresh = throttled(() => this.#refresh(), pause);
    link.on('library.changed', refresh);
    link.onBack(refresh);
  }

  /** Learns what a session has. What cannot be learnt now is asked for again with the next change. */
  async open(session: string): Promise<void> {
    const { bookmarks } = await this.#link.call('bookmarks.of', { session });
    this.#marked(session).known = bookmarks;
  }

  /** Whether a session's bookmarks were asked for. */
  knows(session: string): boolean {
    return this.#sessions.has(session);
  }

  of(session: string): readonly Bookmark[] {
    return this.#sessions.get(session)?.list ?? [];
  }

  find({ session, ...place }: Spot): Bookmark | undefined {
    return this.#sessions.get(session)?.find(placeKey(place));
  }

  /** Whether anything in a session is bookmarked. */
  has({ ref, bookmarked }: Session): boolean {
    const marked = this.#sessions.get(ref);
    return marked ? marked.list.length > 0 : bookmarked;
  }

  /** The tags of the bookmark on a session itself. */
  tagsOf({ ref, tags }: Session): readonly string[] {
    const marked = this.#sessions.get(ref);
    return marked ? (marked.find('session')?.tags ?? []) : tags;
  }

  in(transcript: Transcript): FileMarks | undefined {
    return this.#sessions.get(transcript.session.ref)?.files.get(transcript.isMain ? '' : transcript.file.file);
  }

  inRow(transcript: Transcript, row: Row): RowMark {
    return markOf(this.in(transcript), row, transcript.shape);
  }

  /** Bookmarks a place, or takes its bookmark away. */
  async toggle(spot: Spot, excerpt: string | null = null): Promise<void> {
    if (!this.#sessions.has(spot.session)) await this.open(spot.session).catch(() => {}); // adding says what is wrong
    const there = this.find(spot);
    if (there) await this.remove(spot.session, there);
    else await this.keep(spot, { note: '', tags: [] }, excerpt);
  }

  /** Bookmarks a place with these words, whether it was bookmarked or not. */
  async keep(spot: Spot, words: Pick<Bookmark, 'note' | 'tags'>, excerpt: string | null = null): Promise<void> {
    const there = this.find(spot);
    const bookmark = { ...(there ?? provisional(spot, excerpt)), ...words };
    await this.#change(spot.session, { place: placeKey(spot), bookmark }, () =>
      this.#changes.make({
        work: () => this.#link.call('bookmarks.add', { spot, ...words }),
        done: there ? 'Bookmark changed' : nameOf(spot),
        failed: there ? 'The bookmark was not changed' : 'Not bookmarked',
      }),
    );
  }

  async remove(session: string, bookmark: Bookmark): Promise<void> {
    const place = keyOf(bookmark);
    if (place === null) return;
    await this.#change(session, { place, bookmark: null }, () =>
      this.#changes.make({
        work: async () => {
          const known = this.#sessions.get(session)?.known.find((one) => keyOf(one) === place);
          if (known) await this.#link.call('bookmarks.remove', { ids: [known.id] });
        },
        done: 'Bookmark removed',
        failed: 'The bookmark was not removed',
      }),
    );
  }

  async #change(session: string, wanted: Wanted, work: () => Promise<unknown>): Promise<void> {
    const marked = this.#marked(session);
    marked.wanted = [...marked.wanted, wanted];
    await work();
    await this.open(session).catch(() => {}); // the next change asks again
    marked.wanted = marked.wanted.filter((one) => one !== wanted);
  }

  #marked(session: string): Marked {
    const known = this.#sessions.get(session);
    if (known) return known;
    const marked = new Marked();
    this.#sessions.set(session, marked);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > mostOpen && oldest !== undefined) this.#sessions.delete(oldest);
    return marked;
  }

  async #refresh(): Promise<void> {
    await Promise.allSettled([...this.#sessions.keys()].map((session) => this.open(session)));
  }
}

const nameOf = ({ position, end }: Spot) =>
  position === undefined ? 'Session bookmarked' : end === undefined ? 'Bookmarked' : 'Selection bookmarked';

/** A bookmark as it will be, for as long as the library has not said so. */
function provisional({ session, file, position, end }: Spot, excerpt: string | null): Bookmark {
  const now = Date.now();
  return {
    id: 0,
    session,
    sessionId: session,
    file: file ?? null,
    position: position ?? null,
    end: end ?? null,
    uuid: null,
    line: null,
    scope: position === undefined ? 'session' : end === undefined ? 'entry' : 'span',
    title: '',
    project: '',
    kind: null,
    role: null,
    timestamp: null,
    excerpt,
    state: 'here',
    note: '',
    tags: [],
    created: now,
    changed: now,
  };
}
