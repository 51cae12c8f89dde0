import { homedir } from 'node:os';
import type { MethodsBy } from '../../../shared/contract.ts';
import type { Exported, ExportJob, exportMethods } from '../../../shared/export.ts';
import type { Api } from '../../../shared/server.ts';
import { openArchiveList } from '../archive/list.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { findSecrets } from '../secrets/detect.ts';
import { Cleaner, type Find } from './clean.ts';
import { cleanDocument, compose } from './compose.ts';
import { sessionsIn } from './document.ts';
import { learn } from './learn.ts';
import { rememberExports } from './log.ts';
import { fileName } from './names.ts';
import { OpenDocuments } from './open.ts';
import { homesOf, planOf } from './plan.ts';
import { documentOf } from './subject.ts';

type Of<A extends 'read' | 'write'> = Api<Extract<MethodsBy<A>, keyof typeof exportMethods>>;

/** What merely looks random is mostly something else, and a text without it would not be worth much. */
const find: Find = (text) => findSecrets(text).filter(({ certainty }) => certainty !== 'possible');

export function exportReads(parts: ReaderParts): Of<'read'> {
  const open = new OpenDocuments();
  return {
    'export.plan': (input, { signal }) => planOf(parts, input, find, signal),
    'export.document': (input, { signal }) => beginDocument(parts, open, input, signal),
    'export.more': ({ next }, { signal }) => open.more(next, signal),
  };
}

export const exportWrites = ({ library }: WriterParts): Of<'write'> => ({
  'export.remember': ({ files }) => {
    rememberExports(library, files);
    return {};
  },
});

async function beginDocument(
  parts: ReaderParts,
  open: OpenDocuments,
  { subject, format, options, index: nth }: ExportJob & { index: number },
  signal: AbortSignal,
): Promise<Exported> {
  const { index, library, data } = parts;
  const document = await documentOf(parts, subject, nth, options, signal);
  const homes = options.hideHome ? [...new Set([...homesOf(document), homedir()])] : [];
  const redacts = options.redactSecrets !== false;
  const cleaner = new Cleaner(redacts ? find : null, homes);
  const { copyOf } = openArchiveList(library, data.dataDir);
  const reading = { index, cleaner, copyOf, options };
  if (redacts) await learn(reading, document.chapters, signal);
  const clean = cleanDocument(reading, document);
  const opened = {
    name: `${fileName(clean.title, document.began)}.${format}`,
    sessions: sessionsIn(document),
    pieces: compose(reading, document, clean, { format, version: data.version }),
    redacted: () => cleaner.secrets,
  };
  return open.begin(opened, signal);
}
