import * as v from 'valibot';
import { exportReads } from '../../../../electron/core/export/api.ts';
import type { Output } from '../../../../shared/contract.ts';
import {
  exportJob,
  exportOptions,
  type Exported,
  type ExportFormat,
  type ExportOptions,
  type ExportSubject,
} from '../../../../shared/export.ts';
import { quiet } from '../../../support/indexing.ts';
import { Library } from '../search/support.ts';

/** A Claude folder, its index, and what would be exported of it, through the same functions as through any door. */
export class Exports extends Library {
  readonly readerParts = {
    data: { dataDir: this.indexing.folders.dataDir, version: '1.2.3' },
    index: this.db,
    library: this.kept,
    search: this.search,
    roots: () => [],
  } as unknown as Parameters<typeof exportReads>[0];
  readonly #reads = exportReads(this.readerParts);

  /** All that there are, with these changed. */
  options(changed: Partial<ExportOptions> = {}): ExportOptions {
    return v.parse(exportOptions, changed);
  }

  /** Every part of a document. */
  async parts(
    subject: ExportSubject,
    format: ExportFormat,
    options: Partial<ExportOptions> = {},
    index = 0,
  ): Promise<Exported[]> {
    const job = v.parse(exportJob, { subject, format, options });
    const parts = [await this.#reads['export.document']({ ...job, index }, quiet)];
    for (let next = parts[0]?.next ?? null; next !== null;) {
      const part = await this.#reads['export.more']({ next }, quiet);
      parts.push(part);
      next = part.next;
    }
    return parts;
  }

  async document(subject: ExportSubject, format: ExportFormat, options: Partial<ExportOptions> = {}): Promise<string> {
    return (await this.parts(subject, format, options)).map(({ content }) => content).join('');
  }

  /** Of one session. */
  session(id: string, format: ExportFormat, options: Partial<ExportOptions> = {}): Promise<string> {
    return this.document({ what: 'sessions', sessions: [id] }, format, options);
  }

  async plan(subject: ExportSubject, look = false): Promise<Output<'export.plan'>> {
    const job = v.parse(exportJob, { subject, format: 'md' });
    return this.#reads['export.plan']({ ...job, look }, quiet);
  }
}

/** A document as somebody reads it, and as it is. */
export function readingsOf(content: string): string[] {
  const text = content
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  const unescaped = content.replace(/\\([\\`*_[\]<>#|~])/g, '$1');
  const decoded = content.replace(/\\+u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return [content, text, unescaped, decoded, content.replaceAll('\\\\', '\\').replaceAll('\\"', '"')];
}
