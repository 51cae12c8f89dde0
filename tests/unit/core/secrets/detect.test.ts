import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../../../electron/core/secrets/detect.ts';
import { falseAlarms } from '../../../support/false-alarms.ts';
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

  it('among all the others', () => {
    const planted = plantedSecrets();
    const found = foundIn(planted.map(({ text }) => text).join('\n\n'));
    for (const { value } of planted) expect(found).toContain(value);
  });
});

describe('a private key', () => {
  const key = plantedSecrets().find(({ kind }) => kind === 'rsa key')?.value ?? '';
  const lines = key.split('\n');

  it.each([
    ['with numbered lines', lines.map((line, at) => `${at + 1}→${line}`).join('\n')],
    ['escaped twice', key.replaceAll('\n', '\\\\n')],
    ['cut off at its end', lines.slice(0, -1).join('\n')],
    ['in a patch', lines.map((line) => `+${line}`).join('\n')],
  ])('%s', (_, text) => {
    const [found = ''] = foundIn(text);
    expect(lines.slice(1, -1).every((line) => found.includes(line))).toBe(true);
  });
});

describe('no false alarm', () => {
  it.each(falseAlarms.map((line) => [line]))('%s', (line) => {
    expect(foundIn(line)).toEqual([]);
  });

  it('for the token that every tutorial shows', () => {
    const payload = Buffer.from(JSON.stringify({ sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 }));
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
    expect(foundIn(`${header}.${payload.toString('base64url')}.${'SflKxwRJ'.repeat(5)}`)).toEqual([]);
  });
});

describe('a text made to be slow', () => {
  const hostile = ['token', 'password=', '-----BEGIN PRIVATE KEY-----\n', 'eyJaaaaaaaa.', 'a://b:c', 'token="', '\\"'];

  it.each(hostile.map((piece) => [piece]))('%j is done with', (piece) => {
    expect(foundIn(piece.repeat(200_000 / piece.length))).toEqual([]);
  });
});
