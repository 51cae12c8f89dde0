import type { Tokens } from '../../../shared/schemas.ts';

/** What a million tokens cost in dollars, as published by Anthropic. A model that is not here has no known cost. */
interface Rate {
  readonly input: number;
  readonly output: number;
}

/** The day whose prices the table holds. */
export const ratesOf = '2026-02-01';

const opus: Rate = { input: 15, output: 75 };
const opus45: Rate = { input: 5, output: 25 };
const sonnet: Rate = { input: 3, output: 15 };
const rates: Readonly<Record<string, Rate>> = {
  'claude-opus-4-6': opus45,
  'claude-opus-4-5': opus45,
  'claude-opus-4-1': opus,
  'claude-opus-4': opus,
  'claude-3-opus': opus,
  'claude-sonnet-4-6': sonnet,
  'claude-sonnet-4-5': sonnet,
  'claude-sonnet-4': sonnet,
  'claude-3-7-sonnet': sonnet,
  'claude-3-5-sonnet': sonnet,
  'claude-haiku-4-5': { input: 1, output: 5 },
  'claude-3-5-haiku': { input: 0.8, output: 4 },
  'claude-3-haiku': { input: 0.25, output: 1.25 },
};

/** The same model by its date, or by the names of other providers: "us.anthropic.claude-opus-4-1-20250805-v1:0". */
const plainName = (model: string) =>
  model
    .replace(/^.*?(?=claude-)/, '')
    .replace(/(@|-)(latest|\d{8}).*$/, '')
    .replace(/-0$/, '');

/** Relative to input: reading from the cache, and keeping something there for five minutes or an hour. */
const cacheRead = 0.1;
const cacheWrite = 1.25;
const cacheWriteHour = 2;

export interface PricedTokens extends Tokens {
  readonly cacheWriteHour: number;
}

/** Dollars; null where the model's rate is not known. */
export function costOf(model: string, tokens: PricedTokens): number | null {
  const name = plainName(model);
  const rate = Object.hasOwn(rates, name) ? rates[name] : undefined;
  if (!rate) return null;
  const input =
    tokens.input +
    tokens.cacheRead * cacheRead +
    (tokens.cacheWrite - tokens.cacheWriteHour) * cacheWrite +
    tokens.cacheWriteHour * cacheWriteHour;
  return (input * rate.input + tokens.output * rate.output) / 1e6;
}
