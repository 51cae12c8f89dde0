import { formsOf } from './forms.ts';

/** What is taken out, held in memory for as long as that takes. */
export interface Value {
  readonly text: string;
  readonly rule: string;
}

/** Chosen by a person to the letter, wherever it stands; anything else that is short counts by itself only. */
export const chosenText = 'text';
const shortValue = 20;

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

  private constructor(values: readonly Forms[]) {
    this.#values = values;
    const forms = values.flat().sort((a, b) => b.text.length - a.text.length);
    this.#rules = new Map(forms.map(({ text, rule }) => [text, rule]));
    this.#pattern = new RegExp(forms.map(({ pattern }) => pattern).join('|') || '(?!)', 'g');
  }

  static of(values: readonly Value[]): Values {
    return new Values(values.map(({ text, rule }) => formsOf(text).map((form) => formOf(form, text, rule))));
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

  isIn(text: string): boolean {
    this.#pattern.lastIndex = 0;
    return this.#pattern.test(text);
  }

  replaceIn(text: string): { text: string; count: number } {
    let count = 0;
    const replaced = text.replace(this.#pattern, (found) => {
      count += 1;
      return markOf(this.#rules.get(found) ?? chosenText);
    });
    return { text: replaced, count };
  }
}

export const markOf = (rule: string) => `[redacted:${rule}]`;

function formOf(form: string, value: string, rule: string): Form {
  const literal = form.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  if (rule === chosenText || value.length >= shortValue) return { text: form, rule, pattern: literal };
  // Part of a longer word it is not the secret. What is before it may be the letter of an escape: `\n`.
  const before = /^\w/.test(form) ? String.raw`(?:(?<!\w)|(?<=\\[nrt]))` : '';
  const after = /\w$/.test(form) ? String.raw`(?!\w)` : '';
  return { text: form, rule, pattern: `${before}${literal}${after}` };
}
