import { protocol } from 'electron';
import { pageFile, pageHeaders } from '../core/page.ts';
import { rendererFolder } from './folders.ts';

export const scheme = 'turnstone';
const host = 'app';
export const pageOrigin = `${scheme}://${host}`;
export const pageAddress = `${pageOrigin}/`;

/** A scheme of our own instead of file://, so that the page has an origin and sees no other file. Before ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

export function servePage(): void {
  protocol.handle(scheme, async ({ method, url }) => {
    const asked = URL.parse(url);
    const file = method === 'GET' && asked?.host === host ? await pageFile(rendererFolder, asked.pathname) : null;
    if (!file) return new Response('There is nothing here.', { status: 404, headers: pageHeaders('text/plain') });
    return new Response(file.body, { headers: file.headers });
  });
}
