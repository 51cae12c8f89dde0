import type { Comparison } from '../../shared/library.ts';
import { chooseFile } from '../lib/choose-file.ts';
import { download } from '../lib/download.ts';
import { messageOf } from '../lib/failure.ts';
import { broughtWords } from '../lib/library-words.ts';
import type { Changes } from './changes.svelte.ts';
import type { Link } from './link.svelte.ts';
import type { Notices } from './notices.svelte.ts';

/** What the line to the app takes at once, with room for what JSON in JSON needs. */
const largest = 32 << 20;

/** The library as a file: out of the window, and into it once somebody has seen what that brings. */
export class Transfer {
  #file = $state.raw<File | null>(null);
  #comparison = $state.raw<Comparison | null>(null);
  #error = $state<string | null>(null);
  #json = '';
  readonly #link: Link;
  readonly #notices: Notices;
  readonly #changes: Changes;

  constructor(link: Link, notices: Notices, changes: Changes) {
    this.#link = link;
    this.#notices = notices;
    this.#changes = changes;
  }

  /** The file that is being looked at; null for none. */
  get name(): string | null {
    return this.#file?.name ?? null;
  }

  /** What it would bring; null while that is found out. */
  get comparison(): Comparison | null {
    return this.#comparison;
  }

  get error(): string | null {
    return this.#error;
  }

  async save(): Promise<void> {
    try {
      if (window.turnstone) await this.#write();
      else await this.#download();
    } catch (error) {
      this.#notices.say(`The library was not backed up: ${messageOf(error)}`);
    }
  }

  /** Lets the person choose a file, and shows what it would bring. */
  async choose(): Promise<void> {
    const file = await chooseFile('.json,application/json');
    if (!file) return;
    this.close();
    this.#file = file;
    try {
      if (file.size > largest)
        throw new Error('This file is too large for here. “turnstone bookmark import” takes it.');
      const json = await file.text();
      const comparison = await this.#link.call('library.compare', { json });
      if (this.#file === file) [this.#json, this.#comparison] = [json, comparison];
    } catch (error) {
      if (this.#file === file) this.#error = messageOf(error);
    }
  }

  async bring(): Promise<void> {
    const [json, comparison] = [this.#json, this.#comparison];
    this.close();
    if (!comparison) return;
    await this.#changes.make({
      work: () => this.#link.call('library.import', { json }),
      done: broughtWords(comparison),
      failed: 'Not imported',
    });
  }

  close(): void {
    this.#file = null;
    this.#comparison = null;
    this.#error = null;
    this.#json = '';
  }

  async #write(): Promise<void> {
    const { file } = await this.#link.call('native.saveLibrary', {});
    if (file === null) return;
    const show = () => void this.#link.call('native.revealExport', { path: file });
    this.#notices.say(`Library backed up to ${file}`, { name: 'Show', run: show });
  }

  async #download(): Promise<void> {
    const { json, name } = await this.#link.call('library.export', {});
    download(name, 'application/json', [json]);
    this.#notices.say(`Library backed up as ${name}`);
  }
}
