import { app, BrowserWindow, session } from 'electron';
import type { Conversion } from '../core/export/write.ts';
import { scheme } from './page.ts';

const address = `${scheme}://export/`;
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
};
const footer =
  '<div style="width:100%;font:8px system-ui;color:#666;text-align:center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/** Where paper is measured in inches. */
const letterCountries = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE']);

/** An exported page as PDF, printed by a window that nobody sees, that has no script and knows no other page. */
export const paper: Conversion = {
  ending: 'pdf',
  async *convert(parts) {
    let failure: unknown;
    const page = bytesOf(parts, (error) => (failure = error));
    const own = session.fromPartition(`export-${crypto.randomUUID()}`);
    own.protocol.handle(scheme, ({ url }) =>
      url === address ? new Response(ReadableStream.from(page), { headers }) : new Response(null, { status: 404 }),
    );
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        session: own,
        javascript: false,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
      },
    });
    try {
      await window.loadURL(address);
      yield await window.webContents.printToPDF({
        pageSize: letterCountries.has(app.getLocaleCountryCode()) ? 'Letter' : 'A4',
        printBackground: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: footer,
        margins: { top: 0.7, bottom: 0.8, left: 0.8, right: 0.7 },
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      });
    } catch (error) {
      throw failure ?? error;
    } finally {
      window.destroy();
      own.protocol.unhandle(scheme);
    }
  },
};

/** The page as it comes; what goes wrong on its way is told, which a window does not do. */
async function* bytesOf(parts: AsyncIterable<string>, failed: (error: unknown) => void): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    for await (const part of parts) yield encoder.encode(part);
  } catch (error) {
    failed(error);
    throw error;
  }
}
