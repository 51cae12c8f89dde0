import { readFileSync, writeFileSync } from 'node:fs';
import type { Client } from '../../shared/client.ts';
import { AppError } from '../../shared/errors.ts';
import type { Bookmark } from '../../shared/library.ts';
import { UsageError } from './command.ts';
import { counted, harmless, printJson, printLine, styled, when } from './terminal.ts';

export function idOf(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(id) && id > 0) return id;
  throw new UsageError(`A bookmark is named by its number, as \`turnstone bookmark list\` shows it, not “${text}”.`);
}

export async function bookmarkNamed(client: Client, text: string): Promise<Bookmark> {
  const id = idOf(text);
  const { bookmarks } = await client.call('bookmarks.list', { ids: [id] });
  if (!bookmarks[0]) throw new AppError('not_found', `There is no bookmark ${id}.`);
  return bookmarks[0];
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new AppError('io', `${file} cannot be read: ${String((error as NodeJS.ErrnoException).code)}.`);
  }
}

/** For its owner alone: notes are private. */
export function writePrivate(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
  } catch (error) {
    throw new AppError('io', `${file} cannot be written: ${String((error as NodeJS.ErrnoException).code)}.`);
  }
}

export function printBookmarks(bookmarks: readonly Bookmark[], json: boolean, total = bookmarks.length): void {
  if (json) return printJson({ total, bookmarks });
  for (const { id, sessionId, line, scope, title, tags, state, timestamp, excerpt, note } of bookmarks) {
    const where = [`${sessionId.slice(0, 8)}${line === null ? '' : `:${line}`}`, scope, when(timestamp)];
    const more = [...tags.map((tag) => `#${tag}`), ...(state === 'here' ? [] : [state])];
    printLine(`${styled('dim', String(id).padStart(4))}  ${styled('bold', oneLine(title))}`);
    printLine(`      ${styled('dim', harmless([...where, ...more].filter(Boolean).join(' · ')))}`);
    if (excerpt) printLine(`      ${oneLine(excerpt)}`);
    if (note !== '') printLine(`      ${styled('yellow', oneLine(note))}`);
  }
  if (total > bookmarks.length) printLine(styled('dim', `${bookmarks.length} of ${counted(total, 'bookmark')}`));
}

const oneLine = (text: string) => harmless(text).replace(/\s+/g, ' ').trim();
