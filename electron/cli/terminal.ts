import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colour where a person looks, none in a pipe or under NO_COLOR. */
export const styled = (style: Style, text: string) => styleText(style, text, { stream: process.stdout });

/** What a terminal would obey rather than show: a transcript must not move the cursor or set a title. */
// eslint-disable-next-line no-control-regex -- that is what it is for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
export const harmless = (text: string) => text.replace(/\r\n/g, '\n').replace(controls, '\uFFFD');

export function printLine(text = ''): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, process.stdout.isTTY ? 2 : undefined));
}

/** One line on stderr that overwrites itself, only where somebody watches. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/** `turnstone … | head` ends when head has enough: no error. */
export function tolerateClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

const dateTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
export const when = (time: number | null) => (time === null ? '' : dateTime.format(time));
export const grouped = (count: number) => count.toLocaleString('en-US');
export const sized = (bytes: number) =>
  bytes < 1e6 ? `${grouped(Math.ceil(bytes / 1e3))} KB` : `${grouped(Math.round(bytes / 1e6))} MB`;
export const counted = (count: number, noun: string, many = `${noun}s`) =>
  `${grouped(count)} ${count === 1 ? noun : many}`;
