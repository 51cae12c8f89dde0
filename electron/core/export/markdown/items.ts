import { duration, within } from '../../../../shared/text/amounts.ts';
import { plain } from '../../../../shared/text/ansi.ts';
import { nameOfNote, toolName, wordsOfNote } from '../../../../shared/text/notes.ts';
import type { Item } from '../reading.ts';
import { compactionWords, count, endOf, failureWords, firstLine, keptOf } from '../words.ts';
import { bodyMarkdown, output } from './bodies.ts';
import { codeSpan, quoted, tamed, words } from './tame.ts';

export interface Setting {
  readonly project: string;
  /** How far down the headings of texts go. */
  readonly shift: number;
  /** A name that no other picture of the document has. */
  readonly picture: () => string;
}

/** Paragraphs, without the line that says who speaks. */
export function itemMarkdown(item: Item, setting: Setting): string[] {
  const { entry, detail } = item;
  switch (entry.kind) {
    case 'prompt':
      return [prompt(item)];
    case 'answer':
      return [tamed(entry.text, setting.shift)];
    case 'tool_call':
      return call(item, setting);
    case 'compaction':
      return ['---', `*${words(compactionWords(entry.subtype, detail))}*`, '---'];
    case 'error': {
      const { title, message } = failureWords(plain(entry.text), detail);
      return [quoted(`**${words(title)}** ${words(message)}`)];
    }
    case 'image':
      return pictures(item, setting);
    default:
      return note(item, setting);
  }
}

const asTyped = new Set(['command', 'bash']);

/** What a person typed keeps its lines, quoted so that it cannot be taken for a part of the outline. */
function prompt({ entry: { text, subtype } }: Item): string {
  if (asTyped.has(subtype ?? '')) return output(text);
  if (isHeading(text)) return '';
  return quoted(tamed(text, 0).replace(/(?<=\S)\n(?=[^\n])/g, '  \n'));
}

/** Beyond these a heading says only how a prompt begins. */
const longestHeading = 80;
export const headingOf = (text: string) => words(firstLine(plain(text), longestHeading));
/** Whether the heading has said it all, letter by letter. */
const isHeading = (text: string) => headingOf(text) === text.trim();

const inWords = /^(Task|Agent|AskUserQuestion|ExitPlanMode|Todo|WebSearch|SendMessage|Skill)/;

function call(item: Item, { project, shift, ...setting }: Setting): string[] {
  const { entry, detail, results } = item;
  const tool = entry.tool ?? '';
  const said = within(project, plain(detail?.title ?? firstLine(entry.text)));
  const what = inWords.test(tool) ? words(said) : codeSpan(said);
  const line = [`**${words(toolName(tool))}**${what && ` ${what}`}`, words(detail?.note ?? ''), ...amounts(item)];
  const kept = keptOf(detail);
  const texts = kept === 'nothing' ? [] : kept === 'results' ? results : results.length > 0 ? [entry, ...results] : [];
  return [
    line.filter(Boolean).join(' · '),
    detail?.body ? bodyMarkdown(detail.body, shift) : '',
    ...texts.map(({ text }) => output(text)),
    ...pictures(item, { project, shift, ...setting }),
  ];
}

function amounts({ detail }: Item): string[] {
  if (!detail) return [];
  const { added, removed, ms } = detail;
  const change = [added ? `+${count(added)}` : '', removed ? `−${count(removed)}` : ''].filter(Boolean).join(' ');
  return [change, ms !== null && ms >= 100 ? duration(ms) : '', endOf(detail)];
}

/** As definitions, so that the line that shows a picture stays a line. */
function pictures({ entry, detail, pictures: list }: Item, { picture }: Setting): string[] {
  const images = detail?.images.length ?? (entry.image ? 1 : 0);
  const shown = list.flatMap(({ type, data }) => {
    const name = picture();
    return [`![Picture][${name}]`, `[${name}]: data:${type};base64,${data}`];
  });
  return images > list.length ? [...shown, '*A picture is not shown here.*'] : shown;
}

const printed = new Set(['bash_output', 'command_output', 'local_command']);

function note(item: Item, setting: Setting): string[] {
  const { entry, detail } = item;
  const said = wordsOfNote(entry, plain(entry.text)).trim();
  if (said === '' && !detail?.body) return [];
  const name = nameOfNote(entry);
  if (entry.kind === 'note' && !said.includes('\n'))
    return [`*${[words(name), words(said)].filter(Boolean).join(': ')}*`];
  const isOutput = printed.has(entry.subtype ?? '') || entry.kind === 'tool_result';
  const text = isOutput ? output(entry.text) : quoted(tamed(said, setting.shift));
  return [
    `*${words(name)}*`,
    detail?.body ? bodyMarkdown(detail.body, setting.shift) : text,
    ...pictures(item, setting),
  ];
}
