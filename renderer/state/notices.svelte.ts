import type { Link } from './link.svelte.ts';

const shownFor = 8_000;

/** One sentence at a time, for a few seconds. */
export class Notices {
  #text = $state('');
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

  say(text: string): void {
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#text = ''), shownFor);
  }
}
