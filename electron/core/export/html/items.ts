import type { Entry } from '../../../../shared/schemas.ts';
import { duration, within } from '../../../../shared/text/amounts.ts';
import { plain } from '../../../../shared/text/ansi.ts';
import { nameOfNote, toolName, wordsOfNote } from '../../../../shared/text/notes.ts';
import type { Item } from '../reading.ts';
import { compactionWords, count, endOf, failureWords, firstLine, keptOf } from '../words.ts';
import { bodyHtml } from './bodies.ts';
import { escaped, folded, output, pictures, prose } from './text.ts';

/** How the items of one chapter are set. */
export interface Setting {
  readonly open: boolean;
  /** Whether a call unfolds at all. */
  readonly toolOutput: boolean;
  /** Paths below it are written from there. */
  readonly project: string;
  readonly anchor: (position: number) => string;
  /** Where the transcript of a subagent is in this document. */
  readonly agent: (file: string) => string | null;
}

export function itemHtml(item: Item, setting: Setting): string {
  const { entry, detail } = item;
  switch (entry.kind) {
    case 'prompt':
      return prompt(item);
    case 'answer':
      return `<div class="answer" id="${setting.anchor(entry.position)}">${prose(entry.text)}</div>\n`;
    case 'tool_call':
      return call(item, setting);
    case 'compaction':
      return `<p class="compaction" role="separator"><span>${escaped(compactionWords(entry.subtype, detail))}</span></p>\n`;
    case 'error': {
      const { title, message } = failureWords(plain(entry.text), detail);
      return `<p class="failure" role="note"><strong>${escaped(title)}</strong> ${escaped(message)}</p>\n`;
    }
    case 'image':
      return `<div class="pictures">${shownPictures(item)}</div>\n`;
    default:
      return note(item, setting);
  }
}

function prompt({ entry: { text, subtype } }: Item): string {
  if (subtype === 'command' || subtype === 'bash') {
    return `<div class="prompt">${output(text, subtype === 'bash' ? 'command' : '')}</div>\n`;
  }
  // Weight makes a prompt stand out; a page of it would only be loud.
  return `<div class="prompt${text.length > 400 ? ' long' : ''}">${prose(text, { typed: true })}</div>\n`;
}

const inWords = /^(Task|Agent|AskUserQuestion|ExitPlanMode|Todo|WebSearch|SendMessage|Skill)/;

function call(item: Item, setting: Setting): string {
  const { entry, detail } = item;
  const tool = entry.tool ?? '';
  const said = within(setting.project, plain(detail?.title ?? firstLine(entry.text)));
  const what = inWords.test(tool) ? `<span>${escaped(said)}</span>` : `<code>${escaped(said)}</code>`;
  const note = detail?.note ? `<span class="aside">${escaped(detail.note)}</span>` : '';
  const line = `<b>${escaped(toolName(tool))}</b> ${what}${note}${trail(item)}`;
  const agent = entry.agentFile === null ? null : setting.agent(entry.agentFile);
  const linked = agent === null ? '' : `<p><a href="#${agent}">The transcript of this subagent</a></p>`;
  const body = linked + callBody(item);
  const id = setting.anchor(entry.position);
  const unfolds = body !== '' && (setting.toolOutput || Boolean(detail?.body));
  if (!unfolds) return `<p class="fold call flat" id="${id}">${line}</p>\n`;
  return folded(
    setting.open || detail?.body?.type === 'plan' || detail?.body?.type === 'questions',
    'call',
    line,
    body,
    id,
  );
}

function callBody(item: Item): string {
  const { entry, detail, results } = item;
  const kept = keptOf(detail);
  const texts = kept === 'nothing' ? [] : kept === 'results' ? results : [entry, ...results];
  const said = texts
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, error }) => output(text, error ? 'problem' : ''));
  return (detail?.body ? bodyHtml(detail.body) : '') + said.join('') + shownPictures(item);
}

function trail({ detail }: Item): string {
  if (!detail) return '';
  const { added, removed, ms } = detail;
  const end = endOf(detail);
  const marks = [
    added ? `<ins>+${count(added)}</ins>` : '',
    removed ? `<del>−${count(removed)}</del>` : '',
    ms !== null && ms >= 100 ? duration(ms) : '',
    end === ''
      ? '<span class="ok">✓<span class="unseen"> done</span></span>'
      : `<span class="${detail.outcome === 'error' || detail.exit ? 'bad' : 'odd'}">${escaped(end)}</span>`,
  ];
  return `<span class="trail">${marks.filter(Boolean).join(' ')}</span>`;
}

function shownPictures({ entry, detail, pictures: list }: Item): string {
  const images = detail?.images.length ?? (entry.image ? 1 : 0);
  const missing = images > list.length ? '<p class="quiet">A picture is not shown here.</p>' : '';
  return pictures(list) + missing;
}

const printed = new Set(['bash_output', 'command_output', 'local_command']);

function note(item: Item, setting: Setting): string {
  const { entry, detail } = item;
  const words = wordsOfNote(entry, plain(entry.text));
  const isShort = entry.kind === 'note' && !words.includes('\n') && words.length < 72;
  if (entry.kind === 'thinking' && words.trim() === '') return '';
  if (isShort) return `<p class="note"><b>${escaped(named(entry))}</b> ${escaped(words)}</p>\n`;
  const isOutput = printed.has(entry.subtype ?? '') || entry.kind === 'tool_result';
  const said = isOutput ? output(entry.text) : prose(words, { style: 'small' });
  const body = (detail?.body ? bodyHtml(detail.body) : said) + shownPictures(item);
  const what = within(setting.project, plain(detail?.title ?? firstLine(words)));
  const line = `<b>${escaped(nameOfNote(entry))}</b> <span>${escaped(what)}</span>`;
  const style = entry.kind === 'thinking' ? 'thinking' : entry.error ? 'wrong' : 'noted';
  return folded(setting.open, style, line, body, setting.anchor(entry.position));
}

const unnamed = new Set(['turn_duration', 'interrupted']);
const named = (entry: Entry) => (unnamed.has(entry.subtype ?? '') ? '' : nameOfNote(entry));
