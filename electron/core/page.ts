import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { contentSecurityPolicy } from './content-security.ts';

export interface PageFile {
  readonly body: Buffer<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export const pageHeaders = (type: string) => ({
  'Content-Type': type,
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});

/** A file of the built page by its URL path, never one outside the folder; null where there is none. */
export async function pageFile(folder: string, urlPath: string): Promise<PageFile | null> {
  let path: string;
  try {
    path = decodeURIComponent(urlPath);
  } catch {
    return null; // not decodable
  }
  const file = join(folder, path === '/' ? 'index.html' : path);
  const type = types[extname(file)];
  if (!type || !file.startsWith(folder + sep) || path.includes('\0')) return null;
  const body = await readFile(file).catch(() => null);
  return body && { body, headers: pageHeaders(type) };
}
