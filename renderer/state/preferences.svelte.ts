import * as v from 'valibot';
import { settingsSchema, type Settings } from '../../shared/schemas.ts';
import type { Link } from './link.svelte.ts';

/** The settings, as every window of this app has them. */
export class Preferences {
  #settings = $state.raw<Settings>(v.parse(settingsSchema, {}));
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
    link.on('settings.changed', (settings) => (this.#settings = settings));
    link.onBack(() => void this.load());
  }

  get current(): Settings {
    return this.#settings;
  }

  async load(): Promise<void> {
    const settings = await this.#link.call('settings.get', {}).catch(() => null);
    if (settings) this.#settings = settings;
  }

  /** Holds at once, and no longer where it could not be saved. */
  async set(changes: Partial<Settings>): Promise<void> {
    const before = this.#settings;
    this.#settings = { ...before, ...changes };
    try {
      this.#settings = await this.#link.call('settings.set', changes);
    } catch (error) {
      this.#settings = before;
      throw error;
    }
  }
}
