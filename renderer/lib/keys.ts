/** ⌘ on a Mac, Ctrl elsewhere. */
const mac = navigator.platform.startsWith('Mac');
export const withCommand = (key: string) => (mac ? `⌘${key}` : `Ctrl ${key}`);
const held = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => (mac ? metaKey : ctrlKey) && !altKey;
export const isCommand = (event: KeyboardEvent) => held(event) && !event.shiftKey;
export const isShiftCommand = (event: KeyboardEvent) => held(event) && event.shiftKey;

/** Whether a key press belongs to a field or a dialog, which undo for themselves. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, [role=dialog]') !== null;

export const keyMap: readonly { readonly title: string; readonly keys: readonly (readonly [string[], string])[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      [['/'], 'Search'],
      [[withCommand('K')], 'Go to anything'],
      [[withCommand('F')], 'Find in the session'],
      [['j'], 'Next session or hit'],
      [['k'], 'Previous session or hit'],
      [['b'], 'Bookmark the message or the session'],
      [['B'], 'Its note and tags'],
      [[withCommand('Z'), withCommand('Shift Z')], 'Undo and redo in the library'],
      [['Esc'], 'Back one step'],
      [['Alt ←', 'Alt →'], 'Back and forward'],
      [['?'], 'This list'],
    ],
  },
  {
    title: 'In the search field',
    keys: [
      [['↑', '↓'], 'Move through what is offered or found'],
      [['Tab'], 'Take what is offered'],
      [['Enter'], 'Rank everything, open the best'],
      [['Esc'], 'Close, clear, leave'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['↑', '↓'], 'Move and read'],
      [['Page Up', 'Page Down'], 'Move by a page'],
      [['Home', 'End'], 'First and last'],
      [['x'], 'Pick a session, or no longer'],
      [['Delete'], 'Purge what is picked or open, after a preview'],
      [['e'], 'In the bookmarks: edit one'],
      [['Delete'], 'In the bookmarks: remove one'],
      [['Alt ↑', 'Alt ↓'], 'Move an item of a collection'],
      [['Enter'], 'Go to the transcript'],
    ],
  },
  {
    title: 'In a transcript',
    keys: [
      [['['], 'Previous prompt'],
      [[']'], 'Next prompt'],
      [['Home', 'End'], 'Beginning and end'],
      [['n'], 'Next hit'],
      [['N'], 'Previous hit'],
      [['c'], 'Copy the message'],
      [['m'], 'Everything, conversation, prompts'],
    ],
  },
];

/** Whether a key press belongs to what has the focus: a field being typed in, an open menu or dialog. */
export function isTaken({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true;
  return target instanceof Element && target.closest('input, textarea, [role=menu], [role=dialog]') !== null;
}

/** How far a key moves through a list that shows `page` rows at once. */
export function stepsFor(key: string, page: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
  };
  return steps[key] ?? null;
}
