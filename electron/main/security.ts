import { app, shell, type Session, type WebContents } from 'electron';
import { pageAddress } from './page.ts';

/** What a page may load at all. Turnstone never needs the network. */
const loadable = new Set(['turnstone:', 'devtools:', 'data:', 'blob:']);

/** Holds for every session and every page there will ever be; called before the first one exists. */
export function lockDown(): void {
  app.on('session-created', lockSession);
  app.on('web-contents-created', (_event, contents) => lockContents(contents));
}

function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // Otherwise Chromium fetches dictionaries from the network.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !loadable.has(protocolOf(url)) }));
  session.on('will-download', (event, item) => {
    if (!loadable.has(protocolOf(item.getURL()))) event.preventDefault();
  });
}

function lockContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => stayOnPage(event, event.url));
  contents.on('will-redirect', (event) => stayOnPage(event, event.url));
  contents.on('will-frame-navigate', (event) => stayOnPage(event, event.url));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (url.startsWith(pageAddress)) openPage(url);
    else openOutside(url);
    return { action: 'deny' };
  });
}

let openPage: (address: string) => void = () => undefined;

/** Who opens another window of ours when the page asks for one: a session beside the one that is open. */
export function onPageWanted(open: (address: string) => void): void {
  openPage = open;
}

function stayOnPage(event: { preventDefault(): void }, url: string): void {
  if (!url.startsWith(pageAddress)) event.preventDefault();
}

/** A link with credentials in it is somebody's trick or somebody's secret: neither leaves this app. */
function openOutside(address: string): void {
  const url = URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return;
  shell.openExternal(url.href).catch((error: unknown) => console.error('A link could not be opened:', error));
}

const protocolOf = (address: string) => URL.parse(address)?.protocol ?? '';
