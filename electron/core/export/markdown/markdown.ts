import { codes } from '../../../../shared/outline.ts';
import type { Chapter } from '../document.ts';
import type { Format, Head, Piece } from '../format.ts';
import { itemsOf, type Item, type Reading } from '../reading.ts';
import { clockOf, counted, factsOf, whenOf } from '../words.ts';
import { headingOf, itemMarkdown, type Setting } from './items.ts';
import { words } from './tame.ts';

const asideKinds: string = codes.hook + codes.attachment + codes.aside;
const quietKinds: string = codes.note + codes.error + codes.image + codes.compaction + codes.unknown + codes.summary;

/** A text that reads well as it is: a heading for each turn, a line for each call, outputs in fences. */
export class MarkdownFormat implements Format {
  #several = false;
  /** How deep the headings of turns are. */
  #level = 2;
  #chapter: Chapter | null = null;
  #setting: Setting | null = null;
  #turns = 0;
  #asides = 0;
  #awaiting = true;
  #pictures = 0;

  head({ document: { title, about, leftOut, chapters }, version, exported }: Head): string {
    this.#several = chapters.filter(({ what }) => what !== 'agent').length > 1;
    const made = `*Exported ${whenOf(exported)} by Turnstone ${version}.*`;
    return text(`# ${words(title) || 'Untitled'}`, ...[...about, ...leftOut].map(words), made);
  }

  chapter(chapter: Chapter, hidden: number): string {
    const before = this.#leftOut();
    this.#chapter = chapter;
    this.#turns = 0;
    this.#awaiting = true;
    const named = this.#several || chapter.what === 'agent';
    this.#level = named ? 3 : 2;
    this.#setting = {
      project: chapter.session?.project ?? '',
      shift: this.#level,
      picture: () => `picture-${(this.#pictures += 1)}`,
    };
    const { what, title, session, details, words: said } = chapter;
    const heading = named ? `## ${what === 'agent' ? 'Subagent: ' : ''}${words(title) || 'Untitled'}` : '';
    const rewound = hidden > 0 ? `*${counted(hidden, 'entry', 'entries')} that a rewind left behind: not shown.*` : '';
    if (!session || !details || what === 'lost') return before + text(heading, `*${words(said)}*`);
    if (what === 'agent') return before + text(heading);
    if (what === 'part' && this.#several) {
      const facts = [session.project, session.started === null ? '' : whenOf(session.started), said];
      return before + text(heading, words(facts.filter(Boolean).join(' · ')));
    }
    const rows = factsOf(session, details).map(([name, value]) => `| ${name} | ${words(value)} |`);
    return before + text(heading, ['| | |', '|---|---|', ...rows].join('\n'), rewound);
  }

  async *body(reading: Reading, chapter: Chapter): AsyncGenerator<Piece> {
    for await (const item of itemsOf(reading, chapter)) {
      yield { text: this.#item(item), entries: 1 + item.results.length };
    }
  }

  end(secrets: number): string {
    const taken = secrets > 0 ? `*${counted(secrets, 'secret')} taken out.*` : '';
    return this.#leftOut() + text(taken);
  }

  #item(item: Item): string {
    if (asideKinds.includes(item.code)) {
      this.#asides += 1;
      return '';
    }
    return this.#setting ? text(...this.#speaker(item), ...itemMarkdown(item, this.#setting)) : '';
  }

  /** Who speaks, where that changes. */
  #speaker({ entry, code }: Item): string[] {
    const agent = this.#chapter?.what === 'agent' || (this.#chapter?.what === 'part' && this.#chapter.words !== '');
    const { timestamp } = entry;
    if (code === codes.prompt || code === codes.queued) {
      this.#awaiting = true;
      const line = headingOf(entry.text);
      const time = timestamp === null ? '' : `, ${whenOf(timestamp)}`;
      const meanwhile = code === codes.queued ? ', while Claude was at work' : '';
      return [
        `${'#'.repeat(this.#level)} ${(this.#turns += 1)}. ${line}`.trimEnd(),
        `**${agent ? 'Task' : 'You'}**${meanwhile}${time}`,
      ];
    }
    if (!this.#awaiting || quietKinds.includes(code)) return [];
    this.#awaiting = false;
    return [`**${agent ? 'Agent' : 'Claude'}**${timestamp === null ? '' : `, ${clockOf(timestamp)}`}`];
  }

  #leftOut(): string {
    const left = this.#asides;
    this.#asides = 0;
    return left === 0 ? '' : text(`*${counted(left, 'note')} of the client (hooks, reminders, context) left out.*`);
  }
}

/** Paragraphs, each with a blank line behind it. */
const text = (...paragraphs: readonly string[]) =>
  paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `${paragraph}\n\n`)
    .join('');
