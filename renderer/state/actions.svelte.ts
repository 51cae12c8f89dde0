import { createContext } from 'svelte';
import type { Entry } from '../../shared/schemas.ts';
import { plain } from '../../shared/text/ansi.ts';
import { copyText, resumeCommand } from '../lib/copy.ts';
import { messageOf } from '../lib/failure.ts';
import { everything } from '../lib/route.ts';
import { safeHtml } from '../lib/safe-html.ts';
import { toolName } from '../lib/tools.ts';
import type { Collections } from './collections.svelte.ts';
import type { Editor } from './editor.svelte.ts';
import type { Link } from './link.svelte.ts';
import type { Marks } from './marks.svelte.ts';
import type { Notices } from './notices.svelte.ts';
import type { Route } from './route.svelte.ts';
import { spotIn, Spanned } from './spanned.svelte.ts';
import type { Transcript } from './transcript.svelte.ts';

export interface Target {
  readonly transcript: Transcript;
  readonly position: number;
  /** Where the menu opens, and where the focus goes back to. */
  readonly anchor: HTMLElement;
}

interface Parts {
  readonly link: Link;
  readonly notices: Notices;
  readonly route: Route;
  readonly marks: Marks;
  readonly editor: Editor;
  readonly collections: Collections;
}

/** What can be done with one message. There is one menu for all of them. */
export class Actions {
  #target = $state.raw<Target | null>(null);
  /** Messages chosen together. */
  readonly spanned = new Spanned();
  readonly #link: Link;
  readonly #notices: Notices;
  readonly #route: Route;
  readonly #marks: Marks;
  readonly #editor: Editor;
  readonly #collections: Collections;

  constructor({ link, notices, route, marks, editor, collections }: Parts) {
    this.#link = link;
    this.#notices = notices;
    this.#route = route;
    this.#marks = marks;
    this.#editor = editor;
    this.#collections = collections;
  }

  get target(): Target | null {
    return this.#target;
  }

  open(target: Target | null): void {
    this.#target = target;
  }

  /** Bookmarks a message, or the session where no position is named; what is bookmarked loses its bookmark. */
  async bookmark(transcript: Transcript, position?: number): Promise<void> {
    await this.#marks.toggle(spotIn(transcript, position), excerptOf(transcript, position));
  }

  async annotate(transcript: Transcript, position?: number, anchor: HTMLElement | null = null): Promise<void> {
    await this.#editor.openAt(spotIn(transcript, position), excerptOf(transcript, position), anchor);
  }

  collect(transcript: Transcript, position?: number): void {
    this.#collections.adding = [spotIn(transcript, position)];
  }

  async markdown(transcript: Transcript, position: number): Promise<void> {
    await this.#copy(async () => markdownOf(await this.#entries(transcript, position)));
  }

  async plain(transcript: Transcript, position: number): Promise<void> {
    await this.#copy(async () => {
      const entries = await this.#entries(transcript, position);
      return entries.map(plainOf).join('\n\n');
    });
  }

  async json(transcript: Transcript, position: number): Promise<void> {
    await this.#copy(async () => {
      const { json } = await this.#link.call('sessions.record', { ...nameOf(transcript), position });
      if (json === null) throw new Error('The record is no longer in the transcript.');
      return json;
    });
  }

  async address(transcript: Transcript, position: number | null): Promise<void> {
    const { session, file, isMain } = transcript;
    const hash = this.#route.href({
      ...everything,
      session: session.ref,
      file: isMain ? null : file.file,
      position,
    });
    await this.#copy(() => Promise.resolve(location.href.split('#', 1)[0] + hash));
  }

  async resume({ session }: Transcript): Promise<void> {
    await this.#copy(() => Promise.resolve(resumeCommand(session.project, session.sessionId)));
  }

  /** A message whole; a call with what came back. */
  async #entries(transcript: Transcript, position: number): Promise<readonly Entry[]> {
    const positions = [position, ...transcript.shape.results(position)];
    return (await this.#link.call('sessions.entries', { ...nameOf(transcript), positions })).entries;
  }

  async #copy(make: () => Promise<string>): Promise<void> {
    try {
      await copyText(await make());
      this.#notices.say('Copied');
    } catch (error) {
      this.#notices.say(`Not copied: ${messageOf(error)}`);
    }
  }
}

export const excerptOf = ({ session, entries }: Transcript, position: number | undefined) =>
  position === undefined ? session.title : (entries.at(position)?.text.slice(0, 200) ?? null);

const nameOf = ({ session, file }: Transcript) => ({ session: session.ref, file: file.file });

const asWritten = new Set(['prompt', 'answer', 'summary', 'thinking', 'note', 'error', 'compaction']);

function markdownOf(entries: readonly Entry[]): string {
  return entries
    .map(({ kind, tool, text }) => {
      const words = plain(text);
      if (asWritten.has(kind)) return words;
      return `${kind === 'tool_call' ? `**${toolName(tool)}**\n\n` : ''}${fenced(words)}`;
    })
    .join('\n\n');
}

/** A fence longer than any in the text, so that the text cannot end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function plainOf({ kind, text }: Entry): string {
  if (kind !== 'answer' && kind !== 'summary') return plain(text);
  const page = new DOMParser().parseFromString(safeHtml(plain(text), false), 'text/html');
  return (page.body.textContent ?? '').trim();
}

export const [useActions, provideActions] = createContext<Actions>();
