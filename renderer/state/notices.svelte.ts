import type { Link } from './link.svelte.ts';

const shownFor = 8_000;

/** Something that can be done about what a notice says. */
export interface NoticeAction {
  readonly name: string;
  readonly run: () => void;
}

/** One sentence at a time, for a few seconds. */
export class Notices {
  #text = $state('');
  #action = $state.raw<NoticeAction | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: Link) {
    link.on('thread.restarted', ({ thread, reason }) => {
      const what = thread === 'reader' ? 'The reader' : 'The indexer';
      this.say(`${what} stopped and was started again: ${reason}`);
    });
  }

  get text(): string {
    return this.#text;
  }

  get action(): NoticeAction | null {
    return this.#action;
  }

  say(text: string, action: NoticeAction | null = null): void {
    this.#text = text;
    this.#action = action;
    this.release();
  }

  /** Keeps the sentence while somebody is about to act on it. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.clear(), shownFor);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#text = '';
    this.#action = null;
  }
}
