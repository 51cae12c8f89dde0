import type { Output } from '../../../shared/contract.ts';
import type { ExportJob } from '../../../shared/export.ts';
import { openArchiveList } from '../archive/list.ts';
import type { ReaderParts } from '../parts.ts';
import { Cleaner } from './clean.ts';
import { sessionsIn, type Chapter, type Document } from './document.ts';
import { find } from './find.ts';
import { homesIn } from './home.ts';
import { learn } from './learn.ts';
import { fileName } from './names.ts';
import { documentOf, documentsIn } from './subject.ts';

/** What an export would make, without making it. */
export async function planOf(
  parts: ReaderParts,
  { subject, options, look }: Pick<ExportJob, 'subject' | 'options'> & { look: boolean },
  signal: AbortSignal,
): Promise<Output<'export.plan'>> {
  const { index, library, data } = parts;
  const { copyOf } = openArchiveList(library, data.dataDir);
  const documents = documentsIn(subject);
  const cleaner = new Cleaner(find, []);
  const sessions = new Set<string>();
  const homes = new Set<string>();
  const leftOut: string[] = [];
  let entries = 0;
  let name = '';
  for (let nth = 0; nth < documents; nth += 1) {
    const document = await documentOf(parts, subject, nth, options, signal);
    for (const id of sessionsIn(document)) sessions.add(id);
    for (const home of homesOf(document)) homes.add(home);
    leftOut.push(...document.leftOut.map(cleaner.text));
    entries += document.chapters.reduce((sum, chapter) => sum + entriesOf(parts, chapter), 0);
    if (look) await learn({ index, cleaner, copyOf }, document.chapters, signal);
    if (nth === 0) name = fileName(cleaner.cut(document.title), document.began);
  }
  return {
    ...{ name, documents, entries, sessions: sessions.size, homes: [...homes], leftOut },
    secrets: look ? cleaner.secrets : null,
  };
}

function entriesOf({ index }: ReaderParts, { positions, file }: Chapter): number {
  if (positions) return positions.length;
  return (index.prepare('SELECT entries FROM file WHERE path = ?').pluck().get(file) as number | undefined) ?? 0;
}

/** The homes of those who ran these sessions. */
export const homesOf = ({ chapters }: Document): string[] =>
  homesIn(chapters.flatMap(({ session, details }) => [session?.project ?? '', ...(details?.folders ?? [])]));
