import { codes } from '../../../../shared/outline.ts';
import { nameOfNote } from '../../../../shared/text/notes.ts';
import type { ExportOptions } from '../../../../shared/export.ts';
import type { Chapter } from '../document.ts';
import type { Format, Head, Piece } from '../format.ts';
import { itemsOf, type Item, type Reading } from '../reading.ts';
import { counted } from '../words.ts';
import { loadColours } from './colour.ts';
import { itemHtml, type Setting } from './items.ts';
import { chapterHtml, pageEnd, pageHead } from './page.ts';
import { anchorOf, escaped, folded, time } from './text.ts';

const asideKinds: string = codes.hook + codes.attachment + codes.aside;
const promptKinds: string = codes.prompt + codes.queued;
/** After these Claude has not begun to speak. */
const quietKinds: string = codes.note + codes.error + codes.image + codes.compaction + codes.unknown + codes.summary;

/** One page that needs nothing but itself: no script, no request, both themes, fit for paper. */
export class HtmlFormat implements Format {
  readonly #options: ExportOptions;
  #chapters: readonly Chapter[] = [];
  #nth = -1;
  #setting: Setting | null = null;
  /** What is folded into one line, until something else comes. */
  #asides: Item[] = [];
  #awaiting = true;
  #last = -1;

  constructor(options: ExportOptions) {
    this.#options = options;
  }

  head(head: Head): string {
    this.#chapters = head.document.chapters;
    return pageHead(head);
  }

  chapter(chapter: Chapter, hidden: number): string {
    const before = this.#close();
    this.#nth += 1;
    this.#last = -1;
    this.#awaiting = true;
    const nth = this.#nth;
    this.#setting = {
      open: this.#options.unfolded,
      toolOutput: this.#options.toolOutput,
      project: chapter.session?.project ?? '',
      anchor: (position) => anchorOf(nth, position),
      agent: (file) => {
        const at = this.#chapters.findIndex((one) => one.what === 'agent' && one.file === file);
        return at === -1 ? null : `c${at}`;
      },
    };
    return before + chapterHtml(this.#chapters, nth, chapter, hidden);
  }

  async *body(reading: Reading, chapter: Chapter): AsyncGenerator<Piece> {
    await loadColours();
    for await (const item of itemsOf(reading, chapter)) {
      yield { text: this.#item(item), entries: 1 + item.results.length };
    }
  }

  end(secrets: number): string {
    return this.#close() + pageEnd(secrets);
  }

  #item(item: Item): string {
    if (asideKinds.includes(item.code)) {
      this.#asides.push(item);
      return '';
    }
    const { entry, code, results } = item;
    const before = this.#flush() + this.#gap(entry.position);
    this.#last = Math.max(entry.position, ...results.map(({ position }) => position));
    const said = before + this.#speaker(item) + (this.#setting ? itemHtml(item, this.#setting) : '');
    if (promptKinds.includes(code)) this.#awaiting = true;
    else if (!quietKinds.includes(code)) this.#awaiting = false;
    return said;
  }

  /** Who speaks, where that changes. */
  #speaker({ entry, code }: Item): string {
    const chapter = this.#chapters[this.#nth];
    const isAgent = chapter?.what === 'agent' || (chapter?.what === 'part' && chapter.words !== '');
    const id = this.#setting?.anchor(entry.position) ?? '';
    if (promptKinds.includes(code)) {
      const note = code === codes.queued ? ' <span>while Claude was at work</span>' : '';
      return `<h3 class="speaker you" id="${id}">${isAgent ? 'Task' : 'You'} ${time(entry.timestamp)}${note}</h3>\n`;
    }
    if (!this.#awaiting || quietKinds.includes(code)) return '';
    return `<p class="speaker">${isAgent ? 'Agent' : 'Claude'} ${time(entry.timestamp)}</p>\n`;
  }

  /** Between entries that do not follow one another in the transcript. */
  #gap(position: number): string {
    const isPart = this.#chapters[this.#nth]?.positions !== null;
    return isPart && this.#last >= 0 && position > this.#last + 1 ? '<hr class="gap">\n' : '';
  }

  #flush(): string {
    const items = this.#asides;
    const setting = this.#setting;
    this.#asides = [];
    if (!setting || items.length === 0) return '';
    const bodies = items.map((item) => itemHtml(item, setting)).join('');
    const [only] = items;
    if (items.length === 1 && only) return `<div class="asides">${bodies}</div>\n`;
    const names = [...new Set(items.map(({ entry }) => nameOfNote(entry)))].slice(0, 4).join(', ');
    const line = `<b>${counted(items.length, 'note')} of the client</b> <span>${escaped(names)}</span>`;
    return folded(setting.open, 'noted asides', line, bodies);
  }

  #close(): string {
    return this.#flush() + (this.#nth >= 0 ? '</section>\n' : '');
  }
}
