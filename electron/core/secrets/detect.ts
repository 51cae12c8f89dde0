import type { Certainty } from '../../../shared/secrets.ts';
import { isSample, isWords } from './placeholder.ts';
import { cloudRules } from './rules/clouds.ts';
import { codeRules } from './rules/code.ts';
import { keyRules } from './rules/keys.ts';
import { maintainedFindings } from './rules/maintained.ts';
import { modelRules } from './rules/models.ts';
import { addressPasswords, namedValues, type NamedValue } from './rules/named.ts';
import { randomValues } from './rules/random.ts';
import { serviceRules } from './rules/services.ts';

/** A secret's place in a text, and what it is. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
  readonly provider: string;
  readonly certainty: Certainty;
  /** How many of its first characters are the format's own and so no secret. */
  readonly prefix?: number;
}

/** Another one makes everything be looked through again. */
export const rulesVersion = 1;

const rules = [...keyRules, ...cloudRules, ...codeRules, ...modelRules, ...serviceRules];
const shortest = 6;

/** Every secret in a text, in order, none inside another. */
export function findSecrets(text: string): Found[] {
  if (text.length < shortest) return [];
  return apart([...shapes(text), ...maintained(text), ...names(text), ...random(text)]);
}

function* shapes(text: string): Generator<Found> {
  for (const { keywords, pattern, rule, provider, isReal } of rules) {
    if (!keywords.some((keyword) => text.includes(keyword))) continue;
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.slice(1).find((span) => span !== undefined) ?? [
        match.index,
        match.index + match[0].length,
      ];
      const value = text.slice(start, end);
      if (!isSample(value) && (isReal?.(value) ?? true))
        yield { start, end, rule, provider, certainty: 'certain', prefix: prefixOf(value, keywords) };
    }
  }
}

const header = /^-----BEGIN [A-Z0-9 ]+-----/;

const prefixOf = (value: string, keywords: readonly string[]) =>
  header.exec(value)?.[0].length ??
  Math.max(0, ...keywords.map((keyword) => (value.startsWith(keyword) ? keyword.length : 0)));

function* maintained(text: string): Generator<Found> {
  for (const { start, end, rule, provider } of maintainedFindings(text)) {
    const value = text.slice(start, end);
    if (!isSample(value) && !isWords(value)) yield { start, end, rule, provider, certainty: 'certain' };
  }
}

/** Of what no provider is known: what it is. */
const kinds: Record<NamedValue['rule'], string> = {
  password: 'Password',
  secret: 'Named value',
  'bearer-token': 'Bearer token',
  'url-password': 'Password in an address',
};

function* names(text: string): Generator<Found> {
  for (const find of [namedValues, addressPasswords]) {
    for (const { start, end, rule } of find(text))
      yield { start, end, rule, provider: kinds[rule], certainty: 'likely' };
  }
}

function* random(text: string): Generator<Found> {
  for (const one of randomValues(text))
    yield { ...one, rule: 'random', provider: 'Random characters', certainty: 'possible' };
}

const weight: Record<Certainty, number> = { certain: 0, likely: 1, possible: 2 };

/** Where two overlap, the more certain one stays, then the longer. */
function apart(found: Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found.sort((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (!last || last.end <= one.start) kept.push(one);
    else if (isBetter(one, last)) kept.splice(-1, 1, one);
  }
  return kept;
}

const isBetter = (one: Found, other: Found) =>
  weight[one.certainty] < weight[other.certainty] ||
  (one.certainty === other.certainty && one.end - one.start > other.end - other.start);
