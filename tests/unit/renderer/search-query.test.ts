import { describe, expect, it } from 'vitest';
import { choicesOf, toggled } from '../../../renderer/lib/facet-choices.ts';
import { fitting } from '../../../renderer/lib/fitting.ts';
import { patternOf } from '../../../renderer/lib/mark-matches.ts';
import { matchWords } from '../../../renderer/lib/match-words.ts';
import { monthsOf } from '../../../renderer/lib/months.ts';
import { coloured, withWord, wordsOf } from '../../../renderer/lib/query-colours.ts';
import { appended, completed, ticked } from '../../../renderer/lib/query-edit.ts';

describe('a query in colours', () => {
  it.each(['', 'tide', '  tide  test ', '"open', 'a OR (b -c) project:x,y /re/i ~f is:odd (', '👩‍👩‍👧 ~é'])(
    'is the same text: %j',
    (text) =>
      expect(
        coloured(text)
          .segments.map((segment) => segment.text)
          .join(''),
      ).toBe(text),
  );

  it('tells the kinds apart and says what is wrong where', () => {
    const { segments, problems } = coloured('tide is:odd "moon');
    expect(segments.map(({ text, kind, wrong }) => [text, kind, wrong])).toEqual([
      ['tide', 'word', false],
      [' ', 'blank', false],
      ['is:', 'problem', true],
      ['odd', 'problem', true],
      [' ', 'blank', false],
      ['"moon', 'phrase', true],
    ]);
    expect(problems).toHaveLength(2);
  });

  it('has its words replaced where they stand as words', () => {
    expect(withWord('tide recieve title:recieve', 'recieve', '"recieve"')).toBe('tide "recieve" title:recieve');
    expect(withWord('Recieve*', 'recieve', 'receive')).toBe('receive');
    expect(withWord('tide', 'moon', 'x')).toBe('tide');
  });

  it('gives the words to mark', () => {
    expect(wordsOf('tide* "moon phase" -x project:api /re/')).toEqual(['tide', 'moon phase']);
  });
});

describe('words in a name', () => {
  const marked = (text: string, words: string[]) =>
    matchWords(text, words)
      .map((piece) => (piece.match ? `<${piece.text}>` : piece.text))
      .join('');

  it('are marked whatever their case, the longest first', () => {
    expect(marked('Tide and tidetable', ['tide', 'tidetable'])).toBe('<Tide> and <tidetable>');
  });

  it('are no regular expression', () => {
    expect(marked('a.b (c', ['.', '('])).toBe('a<.>b <(>c');
    expect(marked('abc', ['.*'])).toBe('abc');
  });
});

describe('what is marked in a transcript', () => {
  const found = (query: string, text: string) => text.match(patternOf(query) ?? /(?!)/);

  it('are whole words and phrases, without what is excluded or filtered by', () => {
    expect(found('tide "two words" -moon role:user', 'Tide tides, two\n words, moon, user')).toEqual([
      'Tide',
      'two\n words',
    ]);
  });

  it('are beginnings where the query asks for them, and pieces where a script knows no words', () => {
    expect(found('tid*', 'tidal tides untidy')).toEqual(['tid', 'tid']);
    expect(found('潮', '満潮です')).toEqual(['潮']);
  });

  it('is nothing where only filters are asked for', () => {
    expect(patternOf('is:error')).toBeNull();
  });
});

describe('a completion', () => {
  it('of a field goes on to its value, one of a value to the next word', () => {
    const field = { start: 5, end: 8, insert: 'project:', label: '', hint: '' };
    expect(completed('tide pro', field)).toEqual({ text: 'tide project:', caret: 13, goesOn: true });
    const value = { start: 8, end: 9, insert: 'api', label: '', hint: '' };
    expect(completed('project:a', value)).toEqual({ text: 'project:api ', caret: 12, goesOn: false });
    expect(completed('project:a tide', value)).toEqual({ text: 'project:api tide', caret: 12, goesOn: false });
  });

  it('by example stands behind what is there', () => {
    expect(appended('', 'tid*')).toBe('tid*');
    expect(appended('moon ', 'tid*')).toBe('moon tid*');
  });

  it('has its code told from its words', () => {
    expect(ticked('`is:` wants one')).toEqual([
      { text: '', code: false },
      { text: 'is:', code: true },
      { text: ' wants one', code: false },
    ]);
  });
});

describe('the choices of a facet', () => {
  const facet = [
    { value: '/home/dev/api', count: 8 },
    { value: '/home/dev/cli', count: 2 },
  ];

  it('are made and taken back', () => {
    const [api] = choicesOf('tide', 'project', facet);
    const narrowed = api && toggled('tide', 'project', api);
    expect(narrowed).toBe('tide project:/home/dev/api');
    const [again] = choicesOf(narrowed ?? '', 'project', facet);
    expect(again?.typed).toBe('/home/dev/api');
    expect(again && toggled(narrowed ?? '', 'project', again)).toBe('tide');
  });

  it('know what was typed to the same end', () => {
    const [api, cli] = choicesOf('project:API tide', 'project', facet);
    expect([api?.typed, cli?.typed]).toEqual(['API', null]);
    expect(api && toggled('project:API tide', 'project', api)).toBe('tide');
  });

  it('show what was asked for in vain, so that it can be taken back', () => {
    expect(choicesOf('tide tool:Bash', 'tool', [])).toEqual([{ value: 'Bash', count: null, typed: 'Bash' }]);
  });

  it('take no notice of what only one side of an OR asks for', () => {
    expect(choicesOf('tide OR project:api', 'project', facet).every(({ typed }) => typed === null)).toBe(true);
  });

  it('are as many as fit, one at least', () => {
    expect(fitting(['api 8', 'cli 2', 'web 1'], 1000)).toBe(3);
    expect(fitting(['api 8', 'cli 2', 'web 1'], 110)).toBe(2);
    expect(fitting(['a very long name indeed 8'], 10)).toBe(1);
  });
});

describe('months', () => {
  it('show their gaps', () => {
    const months = monthsOf([
      { value: '2025-11', count: 4 },
      { value: '2026-02', count: 2 },
    ]);
    expect(months.map(({ value, share }) => [value, share])).toEqual([
      ['2025-11', 1],
      ['2025-12', 0],
      ['2026-01', 0],
      ['2026-02', 0.5],
    ]);
  });

  it('are the last three years at most, and none where there is nothing', () => {
    expect(
      monthsOf([
        { value: '1970-01', count: 1 },
        { value: '2026-02', count: 1 },
      ]),
    ).toHaveLength(36);
    expect(monthsOf([])).toEqual([]);
  });
});
