import { app, dialog, type BrowserWindow } from 'electron';

const patience = { crashes: 3, within: 60_000 };
const firstPause = 200;

/** A page that crashed is loaded again, a little later each time; one that keeps crashing is left to the user. */
export function recoverFromCrashes(window: BrowserWindow): void {
  let crashes: number[] = [];

  const reload = () => {
    if (!window.isDestroyed()) window.webContents.reload();
  };

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    console.error(`The window’s page ended (${reason}, ${exitCode}).`);
    const now = Date.now();
    crashes = [...crashes.filter((time) => now - time < patience.within), now];
    if (crashes.length < patience.crashes) {
      setTimeout(reload, firstPause * 2 ** (crashes.length - 1));
      return;
    }
    crashes = [];
    void askWhatToDo(window, reload);
  });
}

async function askWhatToDo(window: BrowserWindow, reload: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window keeps crashing.',
    detail: 'Your transcripts, bookmarks and the index are not affected.',
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 0) reload();
  else app.quit();
}
