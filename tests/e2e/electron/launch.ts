import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { electronRuntime } from '../../../build/runtime.mjs';
import type {} from '../../../renderer/lib/window.d.ts';
import { fixtureFolders, repository, type Folders } from '../../support/folders.ts';

export interface Running {
  readonly app: ElectronApplication;
  readonly page: Page;
}

export interface Command {
  readonly executable: string;
  readonly args: readonly string[];
}

interface Fixtures {
  /** A data folder and a copy of the transcripts for each test, removed afterwards. */
  readonly folders: Folders;
  /** How this test's app is started. */
  readonly command: Command;
  readonly start: () => Promise<Running>;
  readonly running: Running;
}

export const sandboxFlags = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export const test = base.extend<Fixtures, { electron: string }>({
  electron: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => use((await electronRuntime({ forTests: true })).executable),
    { scope: 'worker' },
  ],
  // eslint-disable-next-line no-empty-pattern -- as above
  folders: async ({}, use) => {
    const folders = fixtureFolders();
    await use(folders);
    folders.remove();
  },
  command: async ({ electron, folders }, use) => {
    await use({ executable: electron, args: [...sandboxFlags, repository, ...locations(folders)] });
  },
  start: async ({ command }, use) => {
    const apps: ElectronApplication[] = [];
    await use(() => launch(command, apps));
    for (const app of apps) await app.close();
  },
  running: async ({ start }, use) => use(await start()),
});

/** The arguments that keep a test away from this machine's own transcripts and from every other test. */
export const locations = ({ dataDir, claudeDir }: Folders) => ['--data-dir', dataDir, '--claude-dir', claudeDir];

export async function launch({ executable, args }: Command, apps: ElectronApplication[]): Promise<Running> {
  const app = await _electron.launch({ executablePath: executable, args: [...args] });
  apps.push(app);
  return { app, page: await app.firstWindow() };
}
