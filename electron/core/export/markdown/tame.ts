import MarkdownIt, { type Token } from 'markdown-it';
import { plain } from '../../../../shared/text/ansi.ts';

const md = new MarkdownIt({ html: false });
/** Beyond this it is a log, whatever it was written as. */
const longest = 200_000;

/**
 * Somebody's markdown as a part of a larger document: its headings stand `shift` levels lower, a block of code that was
 * never closed is closed, and HTML is the text that it was to whoever wrote it.
 */
export function tamed(text: string, shift: number): string {
  const shown = plain(text).trimEnd();
  if (shown.length > longest) return fenced(shown);
  const lines = shown.split('\n');
  const tokens = md.parse(shown, {});
  const code = linesOfCode(tokens);
  const safe = lines.map((line, at) => (code.has(at) ? line : withoutHtml(line)));
  for (const token of tokens) lower(safe, token, shift);
  return safe.join('\n') + missingEnd(lines, tokens);
}

function linesOfCode(tokens: readonly Token[]): Set<number> {
  const lines = new Set<number>();
  for (const { type, map } of tokens) {
    if (!map || (type !== 'fence' && type !== 'code_block')) continue;
    for (let at = map[0]; at < map[1]; at += 1) lines.add(at);
  }
  return lines;
}

const spans = /(`+)(?!`)[^]*?(?<!`)\1(?!`)|<(?:https?:\/\/|mailto:)[^\s<>]*>/g;

/** A tag outside of code is escaped. */
function withoutHtml(line: string): string {
  if (!line.includes('<')) return line;
  let from = 0;
  let safe = '';
  const escape = (part: string) => part.replace(/<(?=[a-z/!?])/gi, '\\<');
  for (const { index, 0: span } of line.matchAll(spans)) {
    safe += escape(line.slice(from, index)) + span;
    from = index + span.length;
  }
  return safe + escape(line.slice(from));
}

/** A heading of the text's own outline, in either way of writing it. */
function lower(lines: string[], { type, level, map, markup, tag }: Token, shift: number): void {
  if (type !== 'heading_open' || level > 0 || !map) return;
  const [from, to] = map;
  const mark = '#'.repeat(Math.min(6, Number(tag.slice(1)) + shift));
  if (markup.startsWith('#')) lines[from] = lines[from]?.replace(/^\s*#+/, mark) ?? '';
  else {
    const words = lines.slice(from, to - 1).map((line) => line.trim());
    lines.splice(from, to - from, `${mark} ${words.join(' ')}`, ...Array<string>(to - from - 1).fill(''));
  }
}

function missingEnd(lines: readonly string[], tokens: readonly Token[]): string {
  const last = tokens.findLast(({ level }) => level === 0);
  if (last?.type !== 'fence' || !last.map) return '';
  const closing = lines[last.map[1] - 1]?.trim() ?? '';
  const isClosed = last.map[1] - last.map[0] > 1 && closing.startsWith(last.markup) && /^(`+|~+)$/.test(closing);
  return isClosed ? '' : `\n${last.markup}`;
}

/** A fence longer than any in the text, so that the text cannot end it. */
export function fenced(text: string, language = ''): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A few words as code, whatever is in them. */
export function codeSpan(text: string): string {
  const words = plain(text).replace(/\s+/g, ' ').trim();
  if (words === '') return '';
  const runs = [...words.matchAll(/`+/g)].map(([run]) => run.length);
  let length = 1;
  while (runs.includes(length)) length += 1;
  const mark = '`'.repeat(length);
  const room = words.startsWith('`') || words.endsWith('`') ? ' ' : '';
  return `${mark}${room}${words}${room}${mark}`;
}

/** A line of words that means no markup. */
export const words = (text: string) =>
  plain(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&');

export const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
