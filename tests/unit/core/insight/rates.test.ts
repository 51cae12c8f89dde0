import { describe, expect, test } from 'vitest';
import { costOf } from '../../../../electron/core/insight/rates.ts';

const million = 1_000_000;
const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 };
const ofInput = (model: string) => costOf(model, { ...none, input: million });

describe('a model is known', () => {
  test.each([
    ['claude-opus-4-1', 15],
    ['claude-opus-4-5', 5],
    ['claude-sonnet-4-5', 3],
    ['claude-haiku-4-5', 1],
    ['claude-3-5-haiku', 0.8],
  ])('by its name: %s costs $%d a million', (model, dollars) => expect(ofInput(model)).toBeCloseTo(dollars, 9));

  test.each([
    ['claude-opus-4-20250514', 15],
    ['claude-opus-4-5-20251101', 5],
    ['claude-3-5-haiku-20241022', 0.8],
    ['claude-3-opus-latest', 15],
    ['claude-sonnet-4-0', 3],
  ])('by its date or alias: %s', (model, dollars) => expect(ofInput(model)).toBeCloseTo(dollars, 9));

  test.each([
    ['us.anthropic.claude-opus-4-1-20250805-v1:0', 15],
    ['eu.anthropic.claude-3-5-sonnet-20241022-v2:0', 3],
    ['anthropic/claude-sonnet-4-5', 3],
    ['claude-sonnet-4-5@20250929', 3],
    ['arn:aws:bedrock:us-east-1::inference-profile/global.anthropic.claude-haiku-4-5-20251001-v1:0', 1],
  ])('by what other providers call it: %s', (model, dollars) => expect(ofInput(model)).toBeCloseTo(dollars, 9));
});

test.each([
  'claude-opus-99',
  'gpt-5',
  'llama3.1:8b',
  '',
  '__proto__',
  'constructor',
  'claude-',
  'claude-opus-4-1-preview',
])('a model nobody has a price for has none, not a guess: %j', (model) => expect(ofInput(model)).toBeNull());

test('output costs more, reading from the cache less, keeping something there a little more, for an hour twice', () => {
  const cost = (tokens: Partial<typeof none>) => costOf('claude-sonnet-4-5', { ...none, ...tokens });
  expect(cost({ output: million })).toBeCloseTo(15, 9);
  expect(cost({ cacheRead: million })).toBeCloseTo(0.3, 9);
  expect(cost({ cacheWrite: million })).toBeCloseTo(3.75, 9);
  expect(cost({ cacheWrite: million, cacheWriteHour: million })).toBeCloseTo(6, 9);
  expect(cost({ cacheWrite: 2 * million, cacheWriteHour: million })).toBeCloseTo(9.75, 9);
  expect(cost({})).toBe(0);
});
