import { messageOf } from '../lib/failure.ts';
import type { Link } from './link.svelte.ts';
import type { Notices } from './notices.svelte.ts';

interface Change<T> {
  readonly work: () => Promise<T>;
  /** What to say afterwards; nothing where it shows by itself. */
  readonly done?: string | ((result: T) => string);
  /** How the sentence begins where it failed: “Not bookmarked”. */
  readonly failed: string;
}

/** Changes to the library: one after another, each with a way back. */
export class Changes {
  #undo = $state<string | null>(null);
  #redo = $state<string | null>(null);
  readonly #link: Link;
  readonly #notices: Notices;
  #last: Promise<unknown> = Promise.resolve();

  constructor(link: Link, notices: Notices) {
    this.#link = link;
    this.#notices = notices;
    link.on('library.changed', ({ undo, redo }) => {
      this.#undo = undo;
      this.#redo = redo;
    });
  }

  /** What undo would take back, in a few words; null where nothing is known of. */
  get undoable(): string | null {
    return this.#undo;
  }

  get redoable(): string | null {
    return this.#redo;
  }

  /** Makes a change once those before it are made, and says so; null where it failed, which is said, too. */
  make<T>({ work, done, failed }: Change<T>): Promise<T | null> {
    return this.#inTurn(async () => {
      try {
        const result = await work();
        const text = typeof done === 'function' ? done(result) : done;
        if (text !== undefined) this.#notices.say(text, { name: 'Undo', run: () => void this.undo() });
        return result;
      } catch (error) {
        this.#notices.say(`${failed}: ${messageOf(error)}`);
        return null;
      }
    });
  }

  async undo(): Promise<void> {
    await this.#step('Not undone', async () => {
      const { undone } = await this.#link.call('library.undo', {});
      if (undone === null) this.#notices.say('There is nothing to undo.');
      else this.#notices.say(`Undone: ${undone}`, { name: 'Redo', run: () => void this.redo() });
    });
  }

  async redo(): Promise<void> {
    await this.#step('Not done again', async () => {
      const { redone } = await this.#link.call('library.redo', {});
      if (redone === null) this.#notices.say('There is nothing to do again.');
      else this.#notices.say(`Done again: ${redone}`, { name: 'Undo', run: () => void this.undo() });
    });
  }

  async #step(failed: string, work: () => Promise<void>): Promise<void> {
    await this.#inTurn(async () => {
      await work().catch((error: unknown) => this.#notices.say(`${failed}: ${messageOf(error)}`));
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine;
    return mine;
  }
}
