import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../../../electron/core/secrets/detect.ts';
import { plantedSecrets } from '../../../support/planted-secrets.ts';

const foundIn = (text: string) => findSecrets(text).map(({ start, end }) => text.slice(start, end));

describe('a planted secret is found whole', () => {
  it.each(plantedSecrets())('$kind', ({ text, value }) => {
    expect(foundIn(text)).toContain(value);
    expect(findSecrets(text).every(({ certainty }) => certainty !== 'possible')).toBe(true);
  });

  it('whatever the draw', () => {
    for (let seed = 2; seed < 40; seed += 1) {
      const missed = plantedSecrets(seed).filter(({ text, value }) => !foundIn(text).includes(value));
      expect(missed).toEqual([]);
    }
  });
});
