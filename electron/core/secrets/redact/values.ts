import { encodingsOf, formsOf } from './forms.ts';
import { Haystack } from './haystack.ts';

/** What is taken out, held in memory for as long as that takes. */
export interface Value {
  readonly text: string;
  readonly rule: string;
}

/** Chosen by a person to the letter, wherever it stands; anything else that is short counts by itself only. */
export const chosenText = 'text';
const shortValue = 20;
/** A shorter one may be anywhere by chance: in an id, in a picture, in a database. */
export const noChance = 12;

interface Form {
  readonly text: string;
  readonly rule: string;
  readonly pattern: string;
}

/** All ways to write one value. */
type Forms = readonly Form[];

/** Values that are replaced by what they were. */
export class Values {
  readonly #values: readonly Forms[];
  readonly #rules: ReadonlyMap<string, string>;
  readonly #pattern: RegExp;
  #haystack: Haystack | undefined;

  private constructor(values: readonly Forms[]) {
    this.#values = values;
    const forms = values.flat().sort((a, b) => b.text.length - a.text.length);
    this.#rules = new Map(forms.map(({ text, rule }) => [text, rule]));
    this.#pattern = new RegExp([mark, ...forms.map(({ pattern }) => pattern)].join('|'), 'g');
  }

  static of(values: readonly Value[]): Values {
    return new Values(
      values
        .flatMap(linesOf)
        .map(({ text, rule }) => [
          ...formsOf(text).map((form) => formOf(form, text, rule)),
          ...encodingsOf(text).map((form) => ({ text: form, rule, pattern: literally(form) })),
        ]),
    );
  }

  /** The same in another encoding. */
  map(encode: (text: string) => string): Values {
    const encoded = (form: Form) => ({ ...form, text: encode(form.text), pattern: encode(form.pattern) });
    return new Values(this.#values.map((forms) => forms.map(encoded)));
  }

  get isEmpty(): boolean {
    return this.#values.length === 0;
  }

  /** Those of them that a text, or a text in it that is escaped, may hold. */
  within(text: string): Values {
    const here = this.#values.filter((forms) => forms.some((form) => text.includes(form.text)));
    return here.length === this.#values.length ? this : new Values(here);
  }

  /** Every way to write every value. */
  written(): string[] {
    return this.#values.flatMap((forms) => forms.map(({ text }) => text));
  }

  /** Whether it is worth looking: quick, however many there are. */
  mayBeIn(bytes: Buffer): boolean {
    this.#haystack ??= new Haystack(this);
    return this.#haystack.in(bytes);
  }

  isIn(text: string): boolean {
    this.#pattern.lastIndex = 0;
    for (let found = this.#pattern.exec(text); found; found = this.#pattern.exec(text)) {
      if (!isMark(found[0])) return true;
    }
    return false;
  }

  /** Whether one of them is in it that nobody chose, but that was found to be a secret. */
  isSecretIn(text: string): boolean {
    return this.#in(text).some((found) => this.#rules.get(found) !== chosenText);
  }

  /** Whether it is one of them and nothing more. */
  isAllOf(text: string): boolean {
    return this.#in(text).includes(text);
  }

  longestIn(text: string): number {
    return this.#in(text).reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  #in(text: string): string[] {
    return (text.match(this.#pattern) ?? []).filter((found) => !isMark(found));
  }

  replaceIn(text: string): { text: string; count: number } {
    let count = 0;
    const replaced = text.replace(this.#pattern, (found) => {
      if (isMark(found)) return found;
      count += 1;
      return markOf(this.#rules.get(found) ?? chosenText);
    });
    return { text: replaced, count };
  }
}

export const markOf = (rule: string) => `[redacted:${rule}]`;
/** What was redacted already, in which a chosen text such as “text” may stand. */
const mark = String.raw`\[redacted:[\w-]+\]`;
const isMark = (found: string) => found.startsWith('[redacted:');

function formOf(form: string, value: string, rule: string): Form {
  const literal = literally(form);
  if (rule === chosenText || value.length >= shortValue) return { text: form, rule, pattern: literal };
  // Part of a longer word it is not the secret. What is before it may be the letter of an escape: `\n`.
  const before = /^\w/.test(form) ? String.raw`(?:(?<!\w)|(?<=\\[nrt]))` : '';
  const after = /\w$/.test(form) ? String.raw`(?!\w)` : '';
  return { text: form, rule, pattern: `${before}${literal}${after}` };
}

const literally = (form: string) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const telling = /[\w+/=]{20}/;

/** A key of several lines is as bad by any of them, as a listing with numbers or a patch shows them. */
function linesOf(value: Value): Value[] {
  if (value.rule === chosenText) return [value];
  const lines = value.text.split(/\r?\n|\\n/).filter((line) => telling.test(line));
  return [value, ...lines.filter((line) => line !== value.text).map((text) => ({ ...value, text: text.trim() }))];
}
