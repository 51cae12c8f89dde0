import { expect, type ElectronApplication } from '@playwright/test';
import { test } from './launch.ts';

const home = 'turnstone://app/';

/** Replaces the one way out by a list of where it would have led. */
async function watchLinks(app: ElectronApplication): Promise<() => Promise<string[]>> {
  const opened = await app.evaluateHandle(({ shell }) => {
    const addresses: string[] = [];
    shell.openExternal = (address) => Promise.resolve(void addresses.push(address));
    return addresses;
  });
  return () => opened.jsonValue();
}

test('gives the page one channel and nothing else', async ({ running: { page } }) => {
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(window.turnstone ?? {}).sort(),
    node: ['require', 'process', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in globalThis),
  }));
  expect(seen).toEqual({ bridge: ['on', 'post'], node: [] });
});

test('runs the page in a sandbox of its own', async ({ running: { app } }) => {
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Electron.WebPreferences;
    };
    const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } = contents.getLastWebPreferences();
    return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag };
  });
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
});

test('answers an error to what is not a request', async ({ running: { page } }) => {
  const answer = await page.evaluate(
    () =>
      new Promise((resolve) => {
        window.turnstone?.on((message) => message.t === 'error' && message.id === 4_711 && resolve(message.error));
        window.turnstone?.post({ t: 'nonsense', id: 4_711 } as never);
      }),
  );
  expect(answer).toEqual({ code: 'bad_input', message: 'This is not a request.' });
});

test('opens another window for its own page, as locked as the first', async ({ running: { app, page } }) => {
  const opened = app.waitForEvent('window');
  expect(await page.evaluate(() => window.open('turnstone://app/#/live'))).toBeNull();
  const second = await opened;
  await expect(second).toHaveURL('turnstone://app/#/live');
  await expect(second.getByRole('link', { name: /^Live now/ })).toHaveAttribute('aria-current', 'page');
  expect(await second.evaluate(() => 'require' in globalThis)).toBe(false);
});

test('opens no foreign window, and only web addresses without credentials outside', async ({
  running: { app, page },
}) => {
  const opened = await watchLinks(app);
  const handles = await page.evaluate(() =>
    [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://host/share',
      'https://user:secret@example.com/',
      'https://example.com/docs',
    ].map((address) => window.open(address)),
  );
  expect(handles).toEqual([null, null, null, null, null]);
  await expect.poll(opened).toEqual(['https://example.com/docs']);
  expect(app.windows()).toHaveLength(1);
});

for (const address of ['https://example.com/', 'file:///etc/passwd', 'turnstone://elsewhere/', 'data:text/html,hi']) {
  test(`does not leave for ${address}`, async ({ running: { app, page } }) => {
    const opened = await watchLinks(app);
    await page.evaluate(
      (target) =>
        new Promise<void>((answered) => {
          window.turnstone?.on((message) => message.t === 'result' && message.id === 4_711 && answered());
          location.href = target;
          window.turnstone?.post({ t: 'call', id: 4_711, method: 'index.state', input: {} });
        }),
      address,
    );
    // Asked of the browser's side: Playwright takes a navigation that was forbidden for one that never ends.
    const contents = () =>
      app.evaluate(({ webContents }) => {
        const [only] = webContents.getAllWebContents();
        return { loading: only?.isLoading(), url: only?.getURL().split('#')[0] };
      });
    await expect.poll(contents).toEqual({ loading: false, url: home });
    expect(await opened()).toEqual([]);
  });
}

test('loads nothing from the network, whether or not the page’s policy would stop it', async ({ running }) => {
  const { app, page } = running;
  const fromPage = await page.evaluate(() => fetch('http://127.0.0.1:1/').catch((error: Error) => error.name));
  expect(fromPage).toBe('TypeError');
  const fromSession = await app.evaluate(({ session }) =>
    session.defaultSession.fetch('http://127.0.0.1:1/').catch((error: Error) => error.message),
  );
  expect(fromSession).toContain('ERR_BLOCKED_BY_CLIENT');
});

test('serves its own files only, under a strict policy', async ({ running: { page } }) => {
  const status = (path: string) => page.evaluate(async (target) => (await fetch(target)).status, path);
  expect(await status('/')).toBe(200);
  for (const path of ['/nothing.js', '/..%2f..%2fpackage.json', '/%2e%2e/main/main.js', '/%00', '/%ff']) {
    expect(await status(path), path).toBe(404);
  }
  const headers = await page.evaluate(async () => Object.fromEntries((await fetch('/')).headers));
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('runs no inline code', async ({ running: { page } }) => {
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.head.append(script);
    return 'inlineRan' in window;
  });
  expect(ran).toBe(false);
});

test('grants no permission', async ({ running: { page } }) => {
  const answers = await page.evaluate(async () => ({
    position: await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('granted'),
        ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'failed'),
      ),
    ),
    notifications: await Notification.requestPermission(),
    query: (await navigator.permissions.query({ name: 'geolocation' })).state,
  }));
  expect(answers).toEqual({ position: 'denied', notifications: 'denied', query: 'denied' });
});
