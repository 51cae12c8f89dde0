import { nativeTheme, type BrowserWindow, type BrowserWindowConstructorOptions } from 'electron';
import type { Client } from '../../shared/client.ts';

const titleBarHeight = 44;
/** The page's --paper, --sunken and --ink, for what is painted without it. */
const day = { page: '#fcfbf8', toolbar: '#f4f2ee', ink: '#251f1b' };
const night = { page: '#1b1815', toolbar: '#13110e', ink: '#e9e6e0' };

/** The user's choice of theme reaches the native parts too: title bar, menus, dialogs and the first frame. */
export async function followTheme(client: Client): Promise<void> {
  client.on('settings.changed', ({ theme }) => {
    nativeTheme.themeSource = theme;
  });
  nativeTheme.themeSource = (await client.call('settings.get', {})).theme;
}

const colours = () => (nativeTheme.shouldUseDarkColors ? night : day);

/** Painted before the page is there, so that no window flashes in the wrong colour. */
export const backgroundColour = () => colours().page;

const overlay = () => ({ color: colours().toolbar, symbolColor: colours().ink, height: titleBarHeight });

export function titleBar(): BrowserWindowConstructorOptions {
  if (process.platform === 'darwin') {
    return { titleBarStyle: 'hiddenInset', titleBarOverlay: { height: titleBarHeight } };
  }
  if (process.platform === 'win32') return { titleBarStyle: 'hidden', titleBarOverlay: overlay() };
  return {};
}

export function dressWindow(window: BrowserWindow): void {
  const repaint = () => {
    window.setBackgroundColor(backgroundColour());
    if (process.platform === 'win32') window.setTitleBarOverlay(overlay());
  };
  nativeTheme.on('updated', repaint);
  window.once('closed', () => nativeTheme.off('updated', repaint));
}
