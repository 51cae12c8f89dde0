import { app, Menu, type MenuItemConstructorOptions } from 'electron';

const separator = { type: 'separator' } as const;

export function setMenu({ newWindow }: { newWindow: () => void }): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...appMenu(),
      fileMenu(newWindow),
      { role: 'editMenu' },
      viewMenu(),
      { role: 'windowMenu' },
    ]),
  );
}

const appMenu = (): MenuItemConstructorOptions[] => (process.platform === 'darwin' ? [{ role: 'appMenu' }] : []);

const fileMenu = (newWindow: () => void): MenuItemConstructorOptions => ({
  role: 'fileMenu',
  submenu: [
    { label: 'New Window', accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
    separator,
    { role: process.platform === 'darwin' ? 'close' : 'quit' },
  ],
});

function viewMenu(): MenuItemConstructorOptions {
  const forDevelopers: MenuItemConstructorOptions[] = [{ role: 'reload' }, { role: 'toggleDevTools' }, separator];
  return {
    role: 'viewMenu',
    submenu: [
      ...(app.isPackaged ? [] : forDevelopers),
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
    ],
  };
}
