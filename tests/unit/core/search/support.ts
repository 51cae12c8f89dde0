import type { Node } from '../../../../shared/query/query.ts';
import type { ParsedInput } from '../../../../shared/contract.ts';
import { indexPath, libraryPath, openForReading, openLibrary } from '../../../../electron/core/db/open.ts';
import { Shelf } from '../../../../electron/core/library/shelf.ts';
import { Search } from '../../../../electron/core/search/search.ts';
import { jointed, pieces } from '../../../../shared/marks.ts';
import type { Hit, SearchResult } from '../../../../shared/schemas.ts';
import { threads } from '../../../support/folders.ts';
import { Indexing } from '../../../support/indexing.ts';
import { Script } from '../../../support/script.ts';

type Setting = ConstructorParameters<typeof Script>[0];
type Stage = ParsedInput<'search.run'>['stage'];

/** A Claude folder, its index, and a search over it as the reader has one: with a connection of its own. */
export class Library {
  readonly indexing = new Indexing();
  readonly db = openForReading(indexPath(this.indexing.folders.dataDir));
  readonly library = openLibrary(this.indexing.folders.dataDir);
  readonly kept = openForReading(libraryPath(this.indexing.folders.dataDir));
  readonly shelf = new Shelf(this.db, this.kept);
  readonly search = new Search(this.db, this.shelf, this.indexing.folders.dataDir, threads.searcher);
  #seed = 100;

  script(setting: Setting = {}): Script {
    this.#seed += 1;
    return new Script({ seed: this.#seed, ...setting });
  }

  /** Writes a transcript and indexes it. */
  async add(...scripts: Script[]): Promise<this> {
    for (const script of scripts) this.indexing.put(`projects/-home-dev-x/${script.session}.jsonl`, script.text);
    await this.indexing.run();
    return this;
  }

  /** A session of prompts. */
  async say(...texts: string[]): Promise<this> {
    const script = this.script();
    for (const text of texts) script.prompt(text);
    return this.add(script);
  }

  run(query: string, stage: Stage = 'full', limit = 1000, offset = 0): Promise<SearchResult> {
    return this.search.run({ query, stage, limit, offset });
  }

  async hits(query: string, stage: Stage = 'full'): Promise<Hit[]> {
    return (await this.run(query, stage)).hits;
  }

  /** The whole texts of the hits, in order. */
  async texts(query: string, stage: Stage = 'full'): Promise<string[]> {
    const read = this.db.prepare(
      'SELECT text FROM entry JOIN entry_text USING (id) JOIN file ON file.id = entry.file WHERE path = ? AND position = ?',
    );
    return (await this.hits(query, stage)).map(({ file, position }) => read.pluck().get(file, position) as string);
  }

  close(): void {
    this.search.stop();
    this.db.close();
    this.kept.close();
    this.library.close();
    this.indexing.close();
  }
}

export const marksIn = ({ snippet }: Hit) => pieces(snippet).flatMap(({ text, match }) => (match ? [text] : []));

/** The index's tokenizer, written a second time: letters, digits and `_`, without case and accents. */
export const tokens = (text: string): string[] =>
  (jointed(text).match(/[\p{L}\p{N}\p{Co}_][\u0300-\u0331\p{L}\p{N}\p{Co}_]*/gu) ?? []).map((word) =>
    word
      .normalize('NFD')
      .replace(/[\u0300-\u0331]/g, '')
      .normalize('NFC')
      .toLowerCase(),
  );

/** Whether a text holds these words in this order; of the last one, whether it begins so. */
export function holds(text: string, phrase: string, prefix = false): boolean {
  const [all, wanted] = [tokens(text), tokens(phrase)];
  const fits = (word: string | undefined, at: number) =>
    prefix && at === wanted.length - 1 ? word?.startsWith(wanted[at] ?? '') : word === wanted[at];
  return all.some((_, start) => wanted.every((__, at) => fits(all[start + at], at)));
}

/** A query's tree, evaluated on a text in the plainest way. Filters are for the caller. */
export function evaluate(node: Node, text: string, filter: (node: Node) => boolean): boolean {
  switch (node.kind) {
    case 'and':
      return node.children.every((child) => evaluate(child, text, filter));
    case 'or':
      return node.children.some((child) => evaluate(child, text, filter));
    case 'not':
      return !evaluate(node.child, text, filter);
    case 'word':
      return holds(text, node.text, node.prefix);
    case 'phrase':
      return holds(text, node.text);
    case 'regex':
      return new RegExp(node.source, node.flags).test(text);
    default:
      return filter(node);
  }
}
