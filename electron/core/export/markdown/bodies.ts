import type { Body, BodyOf, Hunk, Part } from '../../../../shared/detail.ts';
import { plain } from '../../../../shared/text/ansi.ts';
import { count, longestShown } from '../words.ts';
import { codeSpan, fenced, tamed, words } from './tame.ts';

/** What a program printed, as it came. */
export function output(text: string, language = ''): string {
  const shown = plain(text).trimEnd();
  if (shown === '') return '';
  const left = shown.length - longestShown;
  const cut = left > 0 ? `\n\n*${count(left)} more characters are not shown.*` : '';
  return fenced(shown.slice(0, longestShown).toWellFormed(), language) + cut;
}

const part = ({ text }: Part, language = '') => output(text, language);
const paragraphs = (...list: readonly string[]) => list.filter(Boolean).join('\n\n');

/** What stands under the line of a call. `shift`: how far down the headings of its texts go. */
export function bodyMarkdown(body: Body, shift: number): string {
  switch (body.type) {
    case 'diff':
      return paragraphs(diff(body.hunks), body.more > 0 ? `*${count(body.more)} more lines are not shown.*` : '');
    case 'file':
      return part(body.text, endingOf(body.path));
    case 'shell':
      return shell(body);
    case 'matches':
      return paragraphs(output(body.files.join('\n')), body.text ? part(body.text) : '');
    case 'todos':
      return body.items.map(({ text, stage }) => `- [${stage === 'completed' ? 'x' : ' '}] ${words(text)}`).join('\n');
    case 'questions':
      return paragraphs(...body.questions.map(question));
    case 'plan':
      return tamed(body.text.text, shift);
    case 'links':
      return paragraphs(body.links.map(link).join('\n'), body.text.text.trim() && tamed(body.text.text, shift));
    case 'agent':
      return paragraphs(...[body.prompt, body.answer].map(({ text }) => text.trim() && tamed(text, shift)));
    case 'fields':
      return fields(body);
    case 'hook':
      return part(body.output);
    case 'record':
      return part(body.json, 'json');
    case 'compaction':
    case 'failure':
      return '';
  }
}

const endingOf = (path: string) => /\.([A-Za-z0-9+#]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? '';

function diff(hunks: readonly Hunk[]): string {
  const lines = hunks.flatMap(({ oldStart, newStart, lines }) => [`@@ -${oldStart} +${newStart} @@`, ...lines]);
  return lines.length === 0 ? '' : output(lines.join('\n'), 'diff');
}

function shell({ command, stdout, stderr, background, interrupted }: BodyOf<'shell'>): string {
  return paragraphs(
    command.includes('\n') ? output(command, 'bash') : '',
    part(stdout),
    stderr.text.trim() === '' ? '' : paragraphs('*Error output:*', part(stderr)),
    background === null ? '' : `*Runs in the background as ${words(background)}.*`,
    interrupted ? '*Stopped before it ended.*' : '',
  );
}

function question({ question: asked, options, answer }: BodyOf<'questions'>['questions'][number]): string {
  const rows = options.map(({ label, description, chosen }) => {
    const more = description === null ? '' : `: ${words(description)}`;
    return `- [${chosen ? 'x' : ' '}] ${words(label)}${more}`;
  });
  return paragraphs(`**${words(asked)}**`, rows.join('\n'), answer === null ? '' : words(answer));
}

const outside = /^https?:\/\/[^\s<>]+$/i;
const link = ({ title, url }: { title: string; url: string }) =>
  outside.test(url) ? `- [${words(title)}](<${url}>)` : `- ${words(title)} ${codeSpan(url)}`;

const shortField = 120;

function fields({ fields: list, output: result }: BodyOf<'fields'>): string {
  const isShort = (text: string) => text.length <= shortField && !text.includes('\n');
  const short = list.filter(({ value }) => isShort(value.text));
  const long = list.filter(({ value }) => !isShort(value.text));
  return paragraphs(
    short.map(({ name, value }) => `- ${words(name)}: ${codeSpan(value.text)}`).join('\n'),
    ...long.map(({ name, value }) => `${words(name)}:\n\n${part(value)}`),
    result ? part(result) : '',
  );
}
