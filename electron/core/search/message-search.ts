import type { Node } from '../../../shared/query/query.ts';
import type { Hit, SearchResult } from '../../../shared/schemas.ts';
import { corrected, likeFew, withNearWords } from './corrections.ts';
import { findersOf } from './highlight.ts';
import { hitsOf } from './hits.ts';
import { look, markMilliseconds, type Looked, type Parts, type Request, type Stage } from './look.ts';
import { expressionsIn, isNearWord, wantedIn } from './nodes.ts';
import { phraseOf } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Outcome extends Looked {
  /** What was looked for in the end. */
  readonly root: Node;
  readonly instead: SearchResult['instead'];
  readonly suggestions: readonly string[];
}

/** Finds messages: first what was asked for, and where that is nothing, what was probably meant. */
export class MessageSearch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The same with near words in the place of those that ask for them. */
  async meant(root: Node): Promise<Node> {
    return (await this.#asked(root, 'full')).root;
  }

  async find(root: Node, request: Request): Promise<Outcome> {
    const asked = await this.#asked(root, request.stage);
    const first = await look(this.#parts, asked.root, request);
    const outcome: Outcome = { ...asked, ...first, suggestions: [] };
    if (!first.found.finished) return outcome;
    if (first.found.ids.length > 0) return { ...outcome, suggestions: this.#suggestions(outcome, request) };
    const vocabulary = await this.#vocabulary(request.stage);
    const better = vocabulary && corrected(request.query.text, asked.root, vocabulary, this.#isThere, first.open);
    if (!better) return outcome;
    const second = await look(this.#parts, better.root, request);
    if (second.found.ids.length === 0) return outcome;
    return { ...better, ...second, instead: [...asked.instead, ...better.instead] };
  }

  /** Hits as they are shown. Expressions are run on their texts where they cannot hold anybody up. */
  async page({ root, open, found }: Outcome, offset: number, limit: number, signal?: AbortSignal): Promise<Hit[]> {
    const ids = found.ids.slice(offset, offset + limit);
    const patterns = expressionsIn(root);
    const marks =
      patterns.length > 0 && ids.length > 0
        ? await this.#parts.beside.run({ kind: 'marks', patterns, ids, milliseconds: markMilliseconds }, signal)
        : null;
    const known = new Map(ids.map((id, place) => [id, marks?.[place] ?? []]));
    const page = ids.map((id, place) => ({ id, score: found.scores[offset + place] ?? 0 }));
    const { index, catalogue } = this.#parts;
    return hitsOf(index, catalogue.hitFile, page, { finders: findersOf(root, open), known });
  }

  /** For a word that is seldom: words that hold it. Nobody waits for these. */
  #suggestions({ root, found }: Outcome, { stage }: Request): string[] {
    const vocabulary = this.#parts.words.atHand;
    return vocabulary && stage !== 'typing' ? likeFew(root, found.total, vocabulary) : [];
  }

  readonly #isThere = (text: string): boolean => {
    const phrase = phraseOf(text);
    if (!phrase) return true;
    return this.#parts.index.prepare('SELECT 1 FROM fts WHERE fts MATCH ? LIMIT 1').get(phrase.match) !== undefined;
  };

  async #asked(root: Node, stage: Stage) {
    const near = wantedIn(root).some(isNearWord) ? await this.#vocabulary(stage) : undefined;
    return near ? withNearWords(root, near) : { root, instead: [] };
  }

  /** Nobody who types waits for it. */
  async #vocabulary(stage: Stage): Promise<Vocabulary | undefined> {
    const { words } = this.#parts;
    return stage === 'typing' ? words.atHand : await words.current();
  }
}
