import { app, BrowserWindow, type BrowserWindowConstructorOptions } from 'electron';
import type { Host } from '../core/host.ts';
import { preloadFile } from './folders.ts';
import { connectPages } from './ipc.ts';
import { pageAddress } from './page.ts';
import { recoverFromCrashes } from './recovery.ts';
import { onPageWanted } from './security.ts';
import { backgroundColour, dressWindow, titleBar } from './theme.ts';
import { loadWindowState, saveWindowState } from './window-state.ts';

const smallest = { minWidth: 900, minHeight: 600 };
const cascade = 24;

/** Opens the first window and decides what happens when one is closed, asked for again or started a second time. */
export function keepWindows(host: Host): () => void {
  const another = (address = pageAddress) => openWindow(host, address);
  const show = () => {
    const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows().find(showsPage);
    if (!window) return another();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };

  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  onPageWanted(another);
  show();
  return () => another();
}

/** A window that only prints is nobody's to see. */
const showsPage = ({ webContents }: BrowserWindow) => webContents.getURL().startsWith(pageAddress);

function openWindow(host: Host, address: string): void {
  const { maximised, ...kept } = loadWindowState();
  const others = BrowserWindow.getAllWindows().length;
  const { x, y } = kept;
  const moved = x === undefined || y === undefined ? {} : { x: x + others * cascade, y: y + others * cascade };
  const options: BrowserWindowConstructorOptions = {
    ...smallest,
    ...kept,
    ...moved,
    ...titleBar(),
    title: 'Turnstone',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: backgroundColour(),
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  };
  const window = new BrowserWindow(options);
  window.once('ready-to-show', () => (maximised && others === 0 ? window.maximize() : window.show()));
  window.on('close', () => saveWindowState(window));

  dressWindow(window);
  connectPages(window.webContents, (channel) => host.attach(channel));
  recoverFromCrashes(window);
  window.loadURL(address).catch((error: unknown) => console.error('The window could not be filled:', error));
}
