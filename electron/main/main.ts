import { app } from 'electron';
import { startHost } from '../core/host.ts';
import { readLocations } from '../core/options.ts';
import { logErrors, refuseToStart } from './failures.ts';
import { claimDataFolder, threadFiles } from './folders.ts';
import { setMenu } from './menu.ts';
import { nativeApi } from './native.ts';
import { registerScheme, servePage } from './page.ts';
import { lockDown } from './security.ts';
import { stopBeforeQuit } from './shutdown.ts';
import { followTheme } from './theme.ts';
import { keepWindows } from './window.ts';

const locations = readLocations(process.argv.slice(1));

logErrors();
registerScheme();
lockDown();
app.setName('Turnstone');

try {
  claimDataFolder(locations.dataDir);
  if (app.requestSingleInstanceLock()) void boot();
  else app.exit(0);
} catch (error) {
  void refuseToStart(error);
}

async function boot(): Promise<void> {
  // The core opens its databases while Electron still starts.
  const starting = startHost({
    ...locations,
    version: app.getVersion(),
    threads: threadFiles,
    follow: true,
    native: nativeApi,
  });
  try {
    const [host] = await Promise.all([starting, app.whenReady()]);
    stopBeforeQuit(host);
    servePage();
    await followTheme(host.client);
    setMenu({ newWindow: keepWindows(host) });
  } catch (error) {
    await refuseToStart(error);
  }
}
