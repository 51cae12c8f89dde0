// For electron-builder: a packaged app needs no stand-in for the default app, and a folder of that name confuses it.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

export default ({ appOutDir }) =>
  rm(join(appOutDir, 'resources', 'default_app.asar'), { recursive: true, force: true });
