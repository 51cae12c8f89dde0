import type { HasValue, IsValue, SortValue, TextField } from './operators.ts';

/** A piece of the query's text, in UTF-16 offsets; `end` is the first one after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Leaf =
  | { readonly kind: 'word'; readonly text: string; readonly prefix: boolean; readonly fuzzy: boolean }
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string }
  | { readonly kind: 'filter'; readonly field: TextField; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: IsValue }
  | { readonly kind: 'has'; readonly value: HasValue }
  /** Epoch milliseconds, `from` included, `to` not. */
  | { readonly kind: 'time'; readonly from: number | null; readonly to: number | null }
  /** Both included. */
  | { readonly kind: 'tokens'; readonly min: number | null; readonly max: number | null };

/** What must hold. Never deeper than its terms are many: needless parentheses and double negations are gone. */
export type Node = Span &
  (
    | Leaf
    | { readonly kind: 'and' | 'or'; readonly children: readonly Node[] }
    | { readonly kind: 'not'; readonly child: Node }
  );

/** `problem` colours what is left out of the search. */
export interface Token extends Span {
  readonly kind: 'word' | 'phrase' | 'regex' | 'fuzzy' | 'operator' | 'field' | 'value' | 'paren' | 'problem';
}

export interface Problem extends Span {
  readonly message: string;
}

export interface Query {
  readonly text: string;
  /** Null where nothing is asked for. */
  readonly root: Node | null;
  readonly sort: SortValue | null;
  /** In the order of the text. The parts they name are left out, so the query may match more than was meant. */
  readonly problems: readonly Problem[];
  /** The text ends in a filter that has no value yet, such as `project:`. It is left out, and no problem. */
  readonly incomplete: boolean;
  readonly tokens: readonly Token[];
}

export interface Clock {
  readonly now: number;
  /** How far local time is ahead of UTC at a time; the machine's zone where absent. */
  readonly offsetMinutes?: (time: number) => number;
}
