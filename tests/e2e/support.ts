import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { test as base, expect, type Page } from '@playwright/test';
import { fixtureFolders, program, type Folders } from '../support/folders.ts';
import { said } from './electron/processes.ts';

interface Fixtures {
  /** Transcripts and a data folder for each test, removed afterwards. */
  readonly folders: Folders;
  /** The address, with its token, of a `turnstone serve` of this test's own. */
  readonly address: string;
  /** The page as a browser shows it, and what went wrong in it. */
  readonly app: App;
}

export interface App {
  readonly page: Page;
  /** Errors, policy violations, dialogs and requests to anywhere else: empty where all is well. */
  readonly trouble: readonly string[];
}

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
  folders: async ({}, use) => {
    const folders = fixtureFolders();
    await use(folders);
    folders.remove();
  },
  address: async ({ folders }, use) => {
    const server = serve(folders);
    const [, address = ''] = await said(server.stdout, /Turnstone is at (\S+)/);
    await use(address);
    const exited = once(server, 'exit');
    server.kill('SIGINT');
    await exited;
  },
  app: async ({ page, address }, use) => {
    const trouble = await watch(page, new URL(address).host);
    await page.goto(address);
    await use({ page, trouble });
    expect(trouble).toEqual([]);
  },
});

function serve({ claudeDir, dataDir }: Folders): ChildProcess {
  const args = [program, 'serve', '--port', '0', '--no-open', '--claude-dir', claudeDir, '--data-dir', dataDir];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function watch(page: Page, host: string): Promise<string[]> {
  const trouble: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') trouble.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).host !== host) trouble.push(`request: ${request.url()}`);
  });
  await page.exposeFunction('violated', (what: string) => trouble.push(`policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { violated(what: string): void }).violated(`${violatedDirective} ${blockedURI}`);
    });
  });
  return trouble;
}

/** The parts of the window, as a screen reader would name them. */
export const parts = (page: Page) => ({
  sessions: page.getByRole('listbox', { name: 'Sessions' }),
  hits: page.getByRole('listbox', { name: 'Search results' }),
  search: page.getByRole('combobox', { name: 'Search everything' }),
  transcript: page.getByRole('main', { name: 'Transcript' }),
  entries: page.getByRole('region', { name: 'Entries' }),
  title: page.getByRole('main', { name: 'Transcript' }).getByRole('heading', { level: 1 }),
  status: page.getByRole('contentinfo'),
  entry: (position: number) => page.locator(`[data-position="${position}"]`),
});
