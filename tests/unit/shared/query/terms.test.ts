import { describe, expect, test } from 'vitest';
import { parse, problems, read } from './support.ts';

describe('a word', () => {
  test('keeps its raw text', () => {
    expect(read('Tide')).toBe('Tide');
    expect(read("don't")).toBe("don't");
    expect(read('foo-bar')).toBe('foo-bar');
    expect(read('C++')).toBe('C++');
  });

  test('ends at a blank of any kind', () => {
    expect(read(' a\tb\nc\u00a0d ')).toBe('a & b & c & d');
  });

  test('with a star stands for all that begin so', () => {
    expect(parse('tid*').root).toEqual({ kind: 'word', text: 'tid', prefix: true, fuzzy: false, start: 0, end: 4 });
    expect(read('tid** *.ts')).toBe('tid* & *.ts');
  });

  test('with a tilde allows for typos', () => {
    expect(parse('~tiide').root).toEqual({ kind: 'word', text: 'tiide', prefix: false, fuzzy: true, start: 0, end: 6 });
    expect(read('~été')).toBe('~été');
  });

  test('may be a path in the home folder', () => {
    expect(parse('~/.claude').root).toMatchObject({ text: '~/.claude', fuzzy: false });
  });

  test('may hold a call without arguments', () => {
    expect(read('main()')).toBe('main()');
    expect(read('(a.b().c() OR main())')).toBe('a.b().c() | main()');
    expect(read('print("hello")')).toBe('print & "hello"');
  });

  test.each(['http://x', 'https://a.b/c?d=e', 'C:\\path', 'std::vector', '12:30', 'foo:bar', 'foo:', ':', 'a:b:c'])(
    '%s is one although it has a colon',
    (text) => {
      expect(parse(text).root).toMatchObject({ kind: 'word', text });
      expect(problems(text)).toEqual([]);
    },
  );

  test.each(['file:///tmp/a', 'session::open', 'Note:', 'constructor:x', '__proto__:x'])('%s is no filter', (text) => {
    expect(parse(text).root).toMatchObject({ kind: 'word', text });
    expect(problems(text)).toEqual([]);
  });

  test.each(['--force', '->', '-=', '--'])('%s is no negation', (text) => {
    expect(parse(text).root).toMatchObject({ kind: 'word', text });
  });

  test('in lower case is never an operator', () => {
    expect(read('cats and dogs or not')).toBe('cats & and & dogs & or & not');
  });
});

describe('a phrase', () => {
  test('keeps everything between the quotes', () => {
    expect(parse('"the  tide (OR) is:live"').root).toEqual({
      kind: 'phrase',
      text: 'the  tide (OR) is:live',
      start: 0,
      end: 24,
    });
  });

  test('holds a quote that is written twice, and backslashes as they are', () => {
    expect(read('"say ""hi"""')).toBe('"say "hi""');
    expect(read('"C:\\a b\\" c')).toBe('"C:\\a b\\" & c');
  });

  test('may touch its neighbours', () => {
    expect(read('a"b c"d')).toBe('a & "b c" & d');
  });
});

describe('a regular expression', () => {
  test('has a source and flags', () => {
    expect(parse('/ti+de\\d/imsu').root).toEqual({
      kind: 'regex',
      source: 'ti+de\\d',
      flags: 'imsu',
      start: 0,
      end: 13,
    });
  });

  test('may hold blanks, quotes, parentheses and slashes', () => {
    expect(read('/a (b|"c") d/')).toBe('/a (b|"c") d/');
    expect(read('/a\\/b/ c')).toBe('/a\\/b/ & c');
    expect(read('/[^/]+/i c')).toBe('/[^/]+/i & c');
    expect(read('(/a/i OR b)')).toBe('/a/i | b');
  });

  test.each(['/usr/bin/node', '/usr/bin', '//', '/', '/clear', '/src/[id]/page.ts', '/a/ii'])(
    'is not meant by %s',
    (text) => {
      expect(parse(text).root).toMatchObject({ kind: 'word', text });
      expect(problems(text)).toEqual([]);
    },
  );

  test('is not made of slashes between words', () => {
    expect(read('and / or / not')).toBe('and & / & or & / & not');
    expect(read('/compact then /clear')).toBe('/compact & then & /clear');
  });
});
