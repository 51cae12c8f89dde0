import { readFileSync, writeFileSync } from 'node:fs';
import type { Client } from '../../shared/client.ts';
import { AppError } from '../../shared/errors.ts';
import type { Bookmark } from '../../shared/library.ts';
import { spotOf } from './spot.ts';
import { counted, harmless, printJson, printLine, styled, when } from './terminal.ts';

/** By its number, or by the place it is on: SESSION[:LINE[-LINE]]. */
export async function bookmarkNamed(client: Client, text: string): Promise<Bookmark> {
  if (/^[1-9]\d{0,14}$/.test(text)) {
    const { bookmarks } = await client.call('bookmarks.list', { ids: [Number(text)] });
    if (bookmarks[0]) return bookmarks[0];
    throw new AppError('not_found', `There is no bookmark ${text}; \`turnstone bookmark list\` shows their numbers.`);
  }
  const { session, file, position = null, end = null } = await spotOf(client, text);
  const { bookmarks } = await client.call('bookmarks.of', { session });
  const found = bookmarks.find(
    (one) => one.position === position && one.end === end && (position === null || one.file === (file ?? one.file)),
  );
  if (found) return found;
  throw new AppError('not_found', `${text} is not bookmarked; \`turnstone bookmark add\` does that.`);
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
