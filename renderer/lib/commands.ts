import Activity from '@lucide/svelte/icons/activity';
import Bookmark from '@lucide/svelte/icons/bookmark';
import Download from '@lucide/svelte/icons/download';
import Contrast from '@lucide/svelte/icons/contrast';
import Eraser from '@lucide/svelte/icons/eraser';
import FolderInput from '@lucide/svelte/icons/folder-input';
import HardDrive from '@lucide/svelte/icons/hard-drive';
import KeyRound from '@lucide/svelte/icons/key-round';
import Keyboard from '@lucide/svelte/icons/keyboard';
import Layers from '@lucide/svelte/icons/layers';
import ListPlus from '@lucide/svelte/icons/list-plus';
import PanelLeft from '@lucide/svelte/icons/panel-left';
import Pencil from '@lucide/svelte/icons/pencil';
import Redo from '@lucide/svelte/icons/redo-2';
import Save from '@lucide/svelte/icons/save';
import Search from '@lucide/svelte/icons/search';
import SquareStack from '@lucide/svelte/icons/square-stack';
import TextSearch from '@lucide/svelte/icons/text-search';
import Undo from '@lucide/svelte/icons/undo-2';
import Trash from '@lucide/svelte/icons/trash-2';
import type { App } from '../state/app.svelte.ts';
import type { Pane } from '../state/panes.svelte.ts';
import { messageOf } from './failure.ts';
import { counted } from './format.ts';
import { focusSearch } from './focus.ts';
import { withCommand } from './keys.ts';
import type { PaletteItem } from './palette-items.ts';
import { everything, start, type PlaceView } from './route.ts';

interface Doors {
  readonly sidebar: Pane;
  readonly list: Pane;
  readonly showKeys: () => void;
  readonly showDiagnostics: () => void;
  readonly find: () => void;
  readonly keep: (how: 'toggle' | 'edit') => void;
}

/** What the palette can do, as things stand. */
export function commandsFor(app: App, { sidebar, list, showKeys, showDiagnostics, find, keep }: Doors): PaletteItem[] {
  const { route, theme, notices, changes, collections } = app;
  const { session, file, position } = route.place;
  const themes = { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' } as const;
  const choose = (name: keyof typeof themes) =>
    void theme.choose(name).catch((error: unknown) => notices.say(`The theme was not saved: ${messageOf(error)}`));
  const newCollection = () =>
    app.naming.ask({ title: 'New collection', name: '', act: 'Make it', run: (name) => collections.create(name) });
  return [
    command('All sessions', '', Layers, () => route.go({ ...start, session, file, position }), ['home']),
    command('Search everything', '/', Search, focusSearch),
    ...(session === null
      ? []
      : [
          command('Find in this session', withCommand('F'), TextSearch, find),
          command('Bookmark the message, or no longer', 'b', Bookmark, () => keep('toggle')),
          command('Note and tags of the message', 'B', Pencil, () => keep('edit')),
          command('Bookmark the session, or no longer', '', Bookmark, () => void app.marks.toggle({ session })),
          command('Add the session to a collection…', '', ListPlus, () => (collections.adding = [{ session }])),
        ]),
    command('Bookmarks', '', Bookmark, () => route.go({ ...everything, view: 'bookmarks' }), [
      'marks',
      'tags',
      'notes',
    ]),
    command('New collection…', '', SquareStack, newCollection),
    ...(changes.undoable === null
      ? []
      : [command(`Undo: ${changes.undoable}`, withCommand('Z'), Undo, () => void changes.undo())]),
    ...(changes.redoable === null
      ? []
      : [command(`Redo: ${changes.redoable}`, withCommand('Shift Z'), Redo, () => void changes.redo())]),
    command('Back up library…', '', Save, () => void app.transfer.save(), ['backup', 'bookmarks', 'copy']),
    command('Import library…', '', FolderInput, () => void app.transfer.choose(), ['merge', 'bookmarks']),
    ...exportCommands(app),
    ...purgeCommands(app),
    command(sidebar.folded ? 'Show the sidebar' : 'Hide the sidebar', '', PanelLeft, () => sidebar.toggle()),
    command(list.folded ? 'Show the list' : 'Hide the list', '', PanelLeft, () => list.toggle()),
    ...Object.entries(themes).map(([name, text]) =>
      command(text, theme.name === name ? 'now' : '', Contrast, () => choose(name as keyof typeof themes)),
    ),
    command('Keyboard', '?', Keyboard, showKeys, ['shortcuts', 'help']),
    command('Diagnostics', '', Activity, showDiagnostics, ['health', 'doctor']),
  ];
}

/** What can be written to a file. */
function exportCommands(app: App): PaletteItem[] {
  const { route, exporting, picked } = app;
  const { session, query } = route.place;
  const some = picked.list.map(({ ref }) => ref);
  const words = ['save', 'markdown', 'html', 'json', 'pdf', 'share'];
  const sessions = (name: string, refs: string[], title: string) =>
    command(name, '', Download, () => exporting.open({ what: 'sessions', sessions: refs }, title), words);
  return [
    ...(session === null ? [] : [sessions('Export this session…', [session], 'this session')]),
    ...(some.length === 0
      ? []
      : [sessions(`Export ${counted(some.length, 'picked session')}…`, some, counted(some.length, 'session'))]),
    ...(query.trim() === '' ? [] : [command('Export hits…', '', Download, () => app.exportHits(), words)]),
  ];
}

/** What erases, and the views about that. */
function purgeCommands({ route, purging, redacting, picked }: App): PaletteItem[] {
  const { session } = route.place;
  const query = route.place.query.trim();
  const go = (view: PlaceView) => route.go({ ...everything, view });
  const some = picked.list.map(({ ref }) => ref);
  return [
    command('Secrets', '', KeyRound, () => go('secrets'), ['keys', 'tokens', 'passwords', 'redact']),
    command('Storage', '', HardDrive, () => go('storage'), ['disk', 'retention', 'archive', 'receipts', 'purge']),
    command('Redact a text…', '', Eraser, () => redacting.open({ text: '' }, 'A text'), ['remove', 'take out']),
    ...(session === null
      ? []
      : [
          command('Move this session to the trash…', '', Trash, () => purging.open({ sessions: [session] }, 'trash')),
          command('Purge this session…', '', Trash, () => purging.open({ sessions: [session] }), ['delete', 'erase']),
        ]),
    ...(some.length === 0
      ? []
      : [
          command(`Purge ${counted(some.length, 'picked session')}…`, '', Trash, () =>
            purging.open({ sessions: some }),
          ),
        ]),
    ...(query === '' ? [] : [command('Purge every session with a hit…', '', Trash, () => purging.open({ query }))]),
  ];
}

const command = (
  name: string,
  note: string,
  icon: PaletteItem['icon'],
  run: () => void,
  keywords: readonly string[] = [],
): PaletteItem => ({ key: `command ${name}`, name, note, icon, run, keywords });
