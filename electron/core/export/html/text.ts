import { createHash } from 'node:crypto';
import { plain, segmentsOf } from '../../../../shared/text/ansi.ts';
import { htmlOf } from '../../../../shared/text/markdown.ts';
import { asHtml, coloured, withColours } from './colour.ts';
import type { Picture } from '../pictures.ts';
import { clockOf, count, exactTime, longestShown } from '../words.ts';

/** A text as text, between tags and in an attribute. */
export const escaped = (text: string) => asHtml(plain(text));

/** Beyond this nobody sets markup: a log that was pasted into a prompt. */
const longestProse = 100_000;

/** Markdown without any HTML of its own; its headings stand below the document's. */
export function prose(text: string, { typed = false, style = '' } = {}): string {
  if (text.length > longestProse) return output(text);
  const html = htmlOf(plain(text), typed).replace(
    /(<\/?h)([1-6])(?=>)/g,
    (_, tag: string, level: string) => `${tag}${Math.min(6, Number(level) + 3)}`,
  );
  return `<div class="prose${style && ` ${style}`}" dir="auto">${withColours(html)}</div>`;
}

/** What a program printed, in the colours it gave it. */
export function output(text: string, style = ''): string {
  const shown = text.trimEnd();
  const spans = segmentsOf(shown.slice(0, longestShown)).map(({ text: piece, style: colours }) => {
    const words = asHtml(piece);
    return colours === '' ? words : `<span class="${colours}">${words}</span>`;
  });
  return `<pre${style && ` class="${style}"`}>${spans.join('')}</pre>${more(shown.length - longestShown)}`;
}

/** What a file holds, or a command says, in the colours of its language. */
export function code(text: string, language: string, style = ''): string {
  const shown = plain(text).trimEnd();
  const html = coloured(shown.slice(0, longestShown), language);
  return `<pre${style && ` class="${style}"`}>${html}</pre>${more(shown.length - longestShown)}`;
}

export const more = (left: number, what = 'characters') =>
  left > 0 ? `<p class="quiet">${count(left)} more ${what} are not shown.</p>` : '';

export const quiet = (words: string) => (words === '' ? '' : `<p class="quiet">${escaped(words)}</p>`);

export function time(at: number | null): string {
  if (at === null) return '';
  return `<time datetime="${new Date(at).toISOString()}" title="${escaped(exactTime(at))}">${clockOf(at)}</time>`;
}

export const pictures = (list: readonly Picture[]) =>
  list.map(({ type, data }) => `<img src="data:${type};base64,${data}" alt="Picture">`).join('');

/** What takes little of a sheet stays in one piece there. */
const isShort = (body: string) => body.length < 6000 && body.split('\n').length < 16;

export function folded(open: boolean, style: string, summary: string, body: string, id = ''): string {
  const attributes = `${id && ` id="${id}"`} class="fold ${style}${isShort(body) ? ' short' : ''}"${open ? ' open' : ''}`;
  return `<details${attributes}><summary>${summary}</summary><div class="inside">${body}</div></details>\n`;
}

/** What a policy names an inline style by. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The name of an entry's place in the page. */
export const anchorOf = (chapter: number, position: number) => `c${chapter}-${position}`;
