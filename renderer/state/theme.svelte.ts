import { themes, type Settings } from '../../shared/schemas.ts';
import { remember, remembered } from '../lib/storage.ts';
import type { Link } from './link.svelte.ts';

export type ThemeName = Settings['theme'];
const isTheme = (name: unknown): name is ThemeName => themes.some((theme) => theme === name);

/** Light, dark or as the system says. The settings hold it; a copy here spares the first paint the wrong colours. */
export class Theme {
  #name = $state<ThemeName>('system');
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
    const copy = remembered('theme');
    this.#apply(isTheme(copy) ? copy : 'system');
    link.on('settings.changed', ({ theme }) => this.#apply(theme));
    link.onBack(() => void this.load());
  }

  get name(): ThemeName {
    return this.#name;
  }

  async load(): Promise<void> {
    const settings = await this.#link.call('settings.get', {}).catch(() => null);
    if (settings) this.#apply(settings.theme);
  }

  async choose(name: ThemeName): Promise<void> {
    this.#apply(name);
    await this.#link.call('settings.set', { theme: name });
  }

  #apply(name: ThemeName): void {
    this.#name = name;
    document.documentElement.dataset['theme'] = name;
    remember('theme', name);
  }
}
