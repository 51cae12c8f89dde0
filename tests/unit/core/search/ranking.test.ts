import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { marksIn, Library } from './support.ts';
import { noon } from '../../../support/script.ts';

let library: Library;
beforeEach(() => void (library = new Library()));
afterEach(() => library.close());

test('prompts and answers rank above thinking above what was run above what it printed above the rest', async () => {
  const script = library.script();
  const text = 'harbour chart of the tide';
  script.attachment('edited_text_file', { filename: 'a', snippet: text });
  script.result(script.call('Bash', { command: text }), text);
  script.model([{ type: 'thinking', thinking: text }]);
  script.answer(text);
  script.prompt(text);
  for (let other = 0; other < 20; other += 1) script.answer(`something else ${other}`);
  await library.add(script);
  const kinds = (await library.hits('harbour')).map(({ kind }) => kind);
  expect(kinds).toEqual(['prompt', 'answer', 'thinking', 'tool_call', 'tool_result', 'attachment']);
  const { hits } = await library.run('harbour');
  expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
  expect(hits[0]?.score).toBeGreaterThan(0);
});

test('what says more of it ranks higher; sort: chooses otherwise', async () => {
  await library.say(
    'tide tide tide',
    'a long text in which the tide comes up but once among many other words',
    'tide',
    'x',
  );
  const first = async (query: string) => (await library.texts(query))[0];
  expect(await first('tide')).toBe('tide tide tide');
  expect(await first('tide sort:newest')).toBe('tide');
  expect(await first('tide sort:oldest')).toBe('tide tide tide');
  expect((await library.texts('tide', 'typing'))[0]).toBe('tide');
  expect((await library.texts('tide sort:relevance', 'typing'))[0]).toBe('tide tide tide');
});

test('while typing the count is a lower bound; at the end it is whole, and pages follow each other', async () => {
  await library.say(...Array.from({ length: 1_500 }, (_, at) => `wave ${at}`));
  expect(await library.run('wave', 'typing', 10)).toMatchObject({ total: 1000, exact: false });
  expect(await library.run('wave', 'pause', 10)).toMatchObject({ total: 1000, exact: false });
  expect(await library.run('wave', 'full', 10)).toMatchObject({ total: 1500, exact: true });
  const seen = new Set<number>();
  for (let offset = 0; offset < 1500; offset += 500) {
    for (const { position } of (await library.run('wave', 'typing', 500, offset)).hits) seen.add(position);
  }
  expect(seen.size).toBe(1500);
});

describe('a record that a fork copied', () => {
  const forked = async (times: number) => {
    const original = library.script({ start: noon });
    original.prompt('the tide as it was');
    original.model([
      { type: 'text', text: 'tide one' },
      { type: 'text', text: 'tide two' },
    ]);
    const forks = Array.from({ length: times }, () => {
      const fork = library.script({ start: noon + 60_000 });
      fork.records.push(...original.records.map((record) => ({ ...record, sessionId: fork.session })));
      return fork;
    });
    forks[0]?.prompt('tide of the fork only');
    await library.add(original, ...forks);
    return original;
  };

  test('shows once and says how many others have it', async () => {
    await forked(2);
    const { hits, total, exact } = await library.run('tide');
    expect({ total, exact }).toEqual({ total: 4, exact: true });
    const copies = new Map(hits.map(({ snippet, copies }) => [snippet.replace(/[\ufdd0\ufdd1]/g, ''), copies]));
    expect(Object.fromEntries(copies)).toEqual({
      'the tide as it was': 2,
      'tide one': 2,
      'tide two': 2,
      'tide of the fork only': 0,
    });
  });

  test('is none where it says something else, whatever its uuid', async () => {
    const [one, other] = ['tide by hand', 'tide by another hand'].map((text) => {
      const script = library.script({ start: noon });
      script.prompt(text);
      script.records[0] = { ...script.records[0], uuid: '11111111-0000-4000-8000-000000000001' };
      return script;
    });
    if (one && other) await library.add(one, other);
    const { total, hits } = await library.run('tide');
    expect({ total, copies: hits.map(({ copies }) => copies) }).toEqual({ total: 2, copies: [0, 0] });
  });

  test('is still found in each session by itself', async () => {
    const original = await forked(2);
    expect(await library.run(`tide session:${original.session}`)).toMatchObject({ total: 3 });
  });

  test('counts once in facets', async () => {
    await forked(1);
    const { total, role } = await library.search.facets('tide');
    expect({ total, role }).toEqual({
      total: 4,
      role: [
        { value: 'assistant', count: 2 },
        { value: 'user', count: 2 },
      ],
    });
  });
});

describe('the snippet', () => {
  const snippet = async (query: string, ...texts: string[]) => {
    await library.say(...texts);
    return (await library.hits(query))[0];
  };
  const plain = (text = '') => text.replace(/[\ufdd0\ufdd1]/g, '');

  test('shows where most of the words stand, marked', async () => {
    const filler = 'nothing to see here and so on '.repeat(30);
    const hit = await snippet('tide moon', `tide ${filler} the tide and the moon ${filler}`);
    expect(hit && marksIn(hit)).toEqual(['tide', 'moon']);
    expect(plain(hit?.snippet).length).toBeLessThan(220);
    expect(hit?.snippet).toMatch(/^….*…$/);
  });

  test.each([
    ['deja', 'Il a déjà vu', ['déjà']],
    ['NAÏVE', 'so naive', ['naive']],
    ['"day zero"', 'on day, zero!', ['day, zero']],
    ['chron*', 'a Chronometer', ['Chronometer']],
    ['検索', '全文検索エンジン', ['検索']],
    ['foo-bar', 'a foo_bar and foo bar', ['foo bar']],
    ['tide -moon', 'tides and tide', ['tide']],
    ['/t.de\\d/', 'tide1 tode2', ['tide1', 'tode2']],
    ['🎉', 'done 🎉!', ['🎉']],
    ['kind:prompt', 'no words asked for', []],
  ])('%s in “%s”', async (query, text, marks) => {
    const hit = await snippet(query, text);
    expect(plain(hit?.snippet)).toBe(text);
    expect(hit && marksIn(hit)).toEqual(marks);
  });
});
