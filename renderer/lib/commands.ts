import Activity from '@lucide/svelte/icons/activity';
import Contrast from '@lucide/svelte/icons/contrast';
import Keyboard from '@lucide/svelte/icons/keyboard';
import Layers from '@lucide/svelte/icons/layers';
import PanelLeft from '@lucide/svelte/icons/panel-left';
import Search from '@lucide/svelte/icons/search';
import TextSearch from '@lucide/svelte/icons/text-search';
import type { App } from '../state/app.svelte.ts';
import type { Pane } from '../state/panes.svelte.ts';
import { messageOf } from './failure.ts';
import { focusSearch } from './focus.ts';
import { withCommand } from './keys.ts';
import type { PaletteItem } from './palette-items.ts';
import { start } from './route.ts';

interface Doors {
  readonly sidebar: Pane;
  readonly list: Pane;
  readonly showKeys: () => void;
  readonly showDiagnostics: () => void;
  readonly find: () => void;
}

/** What the palette can do, as things stand. */
export function commandsFor(app: App, { sidebar, list, showKeys, showDiagnostics, find }: Doors): PaletteItem[] {
  const { route, theme, notices } = app;
  const { session, file, position } = route.place;
  const themes = { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' } as const;
  const choose = (name: keyof typeof themes) =>
    void theme.choose(name).catch((error: unknown) => notices.say(`The theme was not saved: ${messageOf(error)}`));
  return [
    command('All sessions', '', Layers, () => route.go({ ...start, session, file, position }), ['home']),
    command('Search everything', '/', Search, focusSearch),
    ...(session === null ? [] : [command('Find in this session', withCommand('F'), TextSearch, find)]),
    command(sidebar.folded ? 'Show the sidebar' : 'Hide the sidebar', '', PanelLeft, () => sidebar.toggle()),
    command(list.folded ? 'Show the list' : 'Hide the list', '', PanelLeft, () => list.toggle()),
    ...Object.entries(themes).map(([name, text]) =>
      command(text, theme.name === name ? 'now' : '', Contrast, () => choose(name as keyof typeof themes)),
    ),
    command('Keyboard', '?', Keyboard, showKeys, ['shortcuts', 'help']),
    command('Diagnostics', '', Activity, showDiagnostics, ['health', 'doctor']),
  ];
}

const command = (
  name: string,
  note: string,
  icon: PaletteItem['icon'],
  run: () => void,
  keywords: readonly string[] = [],
): PaletteItem => ({ key: `command ${name}`, name, note, icon, run, keywords });
