import { homedir } from 'node:os';
import type { ExportJob } from '../../../shared/export.ts';
import { openArchiveList } from '../archive/list.ts';
import type { ReaderParts } from '../parts.ts';
import { Cleaner } from './clean.ts';
import { cleanDocument, compose } from './compose.ts';
import { sessionsIn } from './document.ts';
import { learn } from './learn.ts';
import { find } from './find.ts';
import { fileName } from './names.ts';
import type { OpenDocument } from './open.ts';
import { homesOf } from './plan.ts';
import { documentOf } from './subject.ts';

/** One document of an export, ready to be written. */
export async function beginDocument(
  parts: ReaderParts,
  { subject, format, options, index: nth }: ExportJob & { index: number },
  signal: AbortSignal,
): Promise<OpenDocument> {
  const { index, library, data } = parts;
  const document = await documentOf(parts, subject, nth, options, signal);
  const homes = options.hideHome ? [...new Set([...homesOf(document), homedir()])] : [];
  const redacts = options.redactSecrets !== false;
  const cleaner = new Cleaner(redacts ? find : null, homes);
  const { copyOf } = openArchiveList(library, data.dataDir);
  const reading = { index, cleaner, copyOf, options };
  if (redacts) await learn(reading, document.chapters, signal);
  const clean = cleanDocument(reading, document);
  return {
    name: `${fileName(clean.title, document.began)}.${format}`,
    sessions: sessionsIn(document),
    pieces: compose(reading, document, clean, { format, version: data.version }),
    redacted: () => cleaner.secrets,
  };
}
