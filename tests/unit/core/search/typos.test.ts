import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distance } from '../../../../electron/core/search/distance.ts';
import { Random } from '../../../support/random.ts';
import { Library } from './support.ts';

const random = new Random(9);
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** One slip of the finger. */
function misspelt(word: string): string {
  const at = random.below(word.length - 1);
  const letter = letters[random.below(26)] ?? 'x';
  return random.pick([
    () => word.slice(0, at) + letter + word.slice(at + 1),
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + letter + word.slice(at),
    () => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ])();
}

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu tion ment able pre con'.split(' ');
const newWord = () => Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join('');
const words = [...new Set(Array.from({ length: 800 }, newWord))].filter((word) => word.length >= 5);

let library: Library;
beforeAll(async () => {
  library = new Library();
  const scripts = Array.from({ length: 40 }, () => library.script());
  for (const [at, word] of words.entries()) scripts[at % scripts.length]?.prompt(`please look at ${word} again`);
  scripts[0]?.answer('calls parseJsonFile, read_config_file and XMLHttpRequest from src/tide.ts');
  await library.add(...scripts);
});
afterAll(() => library.close());

test('a one-letter typo in a word of five letters or more finds it, nine times in ten', async () => {
  const known = new Set(words);
  const misses: string[] = [];
  let tried = 0;
  while (tried < 200) {
    const word = random.pick(words);
    const typo = misspelt(word);
    if (known.has(typo)) continue;
    tried += 1;
    const found = await library.texts(typo);
    if (!found.some((text) => text.includes(` ${word} `))) misses.push(`${typo} for ${word}`);
  }
  expect(misses.length, misses.join(', ')).toBeLessThanOrEqual(tried / 10);
});

describe('a word that is nowhere', () => {
  test('is taken for what it may be, and says so', async () => {
    const result = await library.run('"parseJsonFile" xmlhttprequset');
    expect(result.instead).toEqual([{ word: 'xmlhttprequset', used: ['xmlhttprequest'] }]);
    expect(result.suggestions).toEqual(['"parseJsonFile" xmlhttprequest']);
    expect(result.total).toBe(1);
  });

  test('finds names that hold it', async () => {
    expect((await library.run('json')).instead).toEqual([{ word: 'json', used: ['parsejsonfile'] }]);
    expect((await library.run('config')).instead).toEqual([{ word: 'config', used: ['read_config_file'] }]);
    expect((await library.run('json')).total).toBe(1);
  });

  test('is put right inside a path', async () => {
    expect((await library.run('src/tdie.ts')).total).toBe(0); // four letters are too few to guess
    expect((await library.run('"from scr/tide.ts"')).total).toBe(0);
    expect((await library.run('reed_config_file')).instead).toEqual([
      { word: 'reed_config_file', used: ['read_config_file'] },
    ]);
  });

  test('stays nothing where nothing is like it', async () => {
    const result = await library.run('qqqqqqqq');
    expect(result).toMatchObject({ total: 0, exact: true, instead: [], suggestions: [] });
  });

  test('is not guessed at where it is excluded, a prefix, or beside words that never meet', async () => {
    expect((await library.run('parsejsonfile -xmlhttprequset')).instead).toEqual([]);
    expect((await library.run('xmlhttprequset*')).instead).toEqual([]);
    const [one, two] = words;
    expect(await library.run(`${one} ${two}`)).toMatchObject({ total: 0, instead: [], suggestions: [] });
  });
});

test('~ asks for near words even where the word itself is there', async () => {
  await library.say('the harbor is full', 'the harbour is full');
  expect((await library.texts('harbour')).length).toBe(1);
  const { total, instead } = await library.run('~harbour');
  expect({ total, instead }).toEqual({ total: 2, instead: [{ word: 'harbour', used: ['harbour', 'harbor'] }] });
});

test('words that came later are known soon', async () => {
  await library.say('a chronometer');
  expect((await library.run('chronometre')).instead).toEqual([{ word: 'chronometre', used: ['chronometer'] }]);
});

describe('the distance of two words', () => {
  /** The plain way: every table cell of the two words. */
  function plain(a: string, b: string): number {
    const rows = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
    );
    const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
    for (let i = 1; i <= a.length; i += 1) {
      for (let j = 1; j <= b.length; j += 1) {
        const cost = a[i - 1] === b[j - 1] ? 0 : 1;
        let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          least = Math.min(least, at(i - 2, j - 2) + 1);
        (rows[i] ?? [])[j] = least;
      }
    }
    return at(a.length, b.length);
  }

  test('is the same as counted the plain way', () => {
    for (let round = 0; round < 3_000; round += 1) {
      const make = () => Array.from({ length: random.below(7) }, () => 'abc'[random.below(3)]).join('');
      const [a, b, limit] = [make(), make(), 1 + random.below(2)];
      expect([a, b, distance(a, `xx${b}yy`, 2, 2 + b.length, limit)]).toEqual([a, b, Math.min(plain(a, b), limit + 1)]);
    }
  });
});
