import type { ExportFormat, ExportOptions } from '../../../shared/export.ts';
import type { Chapter, Document } from './document.ts';
import type { Format, Piece } from './format.ts';
import { HtmlFormat } from './html/html.ts';
import { JsonFormat } from './json/json.ts';
import { MarkdownFormat } from './markdown/markdown.ts';
import { hiddenIn, promptsOf } from './prompts.ts';
import type { Reading } from './reading.ts';

const formats: Record<ExportFormat, (options: ExportOptions) => Format> = {
  md: () => new MarkdownFormat(),
  html: (options) => new HtmlFormat(options),
  json: () => new JsonFormat(),
};

/** The same with clean texts; only what is written of it, for it may no longer name what it is read by. */
export function cleanDocument(reading: Reading, document: Document): Document {
  const { cleaner } = reading;
  const chapters = document.chapters.map((chapter) => {
    const clean = cleaner.value({ ...chapter, positions: null }) as Chapter;
    const { title, words, positions } = chapter;
    return { ...clean, title: cleaner.cut(title), words: cleaner.cut(words), positions };
  });
  const { title, about, leftOut } = document;
  return {
    title: cleaner.cut(title),
    began: document.began,
    about: about.map(cleaner.text),
    leftOut: leftOut.map(cleaner.text),
    chapters,
  };
}

/** A document from its beginning to its end. */
export async function* compose(
  reading: Reading,
  document: Document,
  clean: Document,
  { format: name, version }: { format: ExportFormat; version: string },
): AsyncGenerator<Piece, void> {
  const format = formats[name](reading.options);
  const prompts = document.chapters.map((chapter) => promptsOf(reading, chapter));
  yield { text: format.head({ document: clean, prompts, version, exported: Date.now() }), entries: 0 };
  for (const [nth, chapter] of document.chapters.entries()) {
    const shown = clean.chapters[nth] ?? chapter;
    yield { text: format.chapter(shown, hiddenIn(reading, chapter)), entries: 0 };
    yield* format.body(reading, chapter);
  }
  yield { text: format.end(reading.cleaner.secrets), entries: 0 };
}
