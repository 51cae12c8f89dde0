import type { Problem, Span } from './types.ts';

const mostAlike = 10; // a page of parentheses is one mistake, not a thousand

/** What the parts of the reading have to say about the text. */
export class Notes {
  readonly #problems: Problem[] = [];
  readonly #alike = new Map<string, number>();
  readonly #unused = new Set<Span>();
  readonly textLength: number;
  incomplete = false;

  constructor(textLength: number) {
    this.textLength = textLength;
  }

  problem({ start, end }: Span, message: string): void {
    const count = (this.#alike.get(message) ?? 0) + 1;
    this.#alike.set(message, count);
    if (count <= mostAlike) this.#problems.push({ start, end, message });
  }

  /** Leaves a piece of the scan out of the search. */
  leaveOut(piece: Span, message?: string): void {
    this.#unused.add(piece);
    if (message !== undefined) this.problem(piece, message);
  }

  isLeftOut(piece: Span): boolean {
    return this.#unused.has(piece);
  }

  problems(): Problem[] {
    return this.#problems.sort((a, b) => a.start - b.start);
  }
}
