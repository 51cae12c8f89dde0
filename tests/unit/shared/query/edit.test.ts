import { describe, expect, test } from 'vitest';
import { formatFilter, hasFilter, withFilter } from '../../../../shared/query/query.ts';
import { parse, problems, read, seeded } from './support.ts';

describe('formatFilter', () => {
  test.each([
    ['api', 'project:api'],
    ['/work/my-api', 'project:/work/my-api'],
    ['C:\\work', 'project:C:\\work'],
    ['my app', 'project:"my app"'],
    ['a,b', 'project:"a,b"'],
    ['a(b)', 'project:"a(b)"'],
    ['say "hi"', 'project:"say ""hi"""'],
    [':x', 'project:":x"'],
    ['//host/share', 'project:"//host/share"'],
    ['src/', 'project:"src/"'],
  ])('writes %s so that it is read as one value', (value, text) => {
    expect(formatFilter('project', value)).toBe(text);
    expect(parse(text)).toMatchObject({ root: { field: 'project', values: [value] }, problems: [] });
  });

  test('does so for any value', () => {
    const random = seeded(3);
    const letters = [...'ab "(),:/\\*-~\0\n🪨', '\ud800', 'OR'];
    for (let round = 0; round < 2000; round++) {
      const pick = () => letters[Math.floor(random() * letters.length)] ?? '';
      const value = Array.from({ length: 1 + Math.floor(random() * 6) }, pick).join('');
      const text = `a ${formatFilter('note', value)} b`;
      expect(parse(text).root, JSON.stringify(text)).toMatchObject({
        children: [{ text: 'a' }, { field: 'note', values: [value] }, { text: 'b' }],
      });
    }
  });
});

test('a slash in a value does not make an earlier one a regular expression', () => {
  expect(read(`/clear ${formatFilter('file', 'src/')}`)).toBe('/clear & file=‹src/›');
  expect(read(`/clear ${formatFilter('file', 'src/my')}`)).toBe('/clear & file=‹src/my›');
});

describe('withFilter', () => {
  test('adds a filter', () => {
    expect(withFilter('', 'project', 'api')).toBe('project:api');
    expect(withFilter('tide test ', 'project', 'my app')).toBe('tide test project:"my app"');
  });

  test('takes it away again', () => {
    expect(withFilter('project:api', 'project', 'api')).toBe('');
    expect(withFilter('tide project:api test', 'project', 'api')).toBe('tide test');
    expect(withFilter('tide AND project:api', 'project', 'api')).toBe('tide');
    expect(withFilter('project:api AND tide', 'project', 'api')).toBe('tide');
    expect(withFilter('a AND (b) project:api c', 'project', 'api')).toBe('a AND (b) c');
    expect(withFilter('is:LIVE x', 'is', 'live')).toBe('x');
  });

  test.each(['tide', 'tide -test', 'tide OR test', '"a b" OR -(c d)', '-project:api', 'tool:Edit (a OR b)', '(a) (b)'])(
    'there and back leaves %s as it was',
    (text) => expect(withFilter(withFilter(text, 'project', 'my app'), 'project', 'my app')).toBe(text),
  );

  test('makes a second value an alternative', () => {
    expect(withFilter('tool:Edit tide', 'tool', 'Write')).toBe('tool:Edit,Write tide');
    expect(withFilter('tool:Edit,Write', 'tool', 'My Tool')).toBe('tool:Edit,Write,"My Tool"');
    expect(withFilter('tool:Edit,"My Tool",Write', 'tool', 'Edit')).toBe('tool:"My Tool",Write');
    expect(withFilter('tool:Edit,', 'tool', 'Write')).toBe('tool:Edit,Write');
  });

  test('asks for both where a thing can be both', () => {
    expect(withFilter('is:live', 'is', 'error')).toBe('is:live is:error');
    expect(withFilter('has:diff', 'has', 'image')).toBe('has:diff has:image');
  });

  test('changes the value where there can be but one', () => {
    expect(withFilter('sort:oldest tide', 'sort', 'newest')).toBe('sort:newest tide');
    expect(withFilter('tide on:2026-11-18', 'on', '2026-11-19')).toBe('tide on:2026-11-19');
  });

  test('holds for the whole query, whatever OR stands in it', () => {
    expect(withFilter('a OR b', 'project', 'api')).toBe('(a OR b) project:api');
    expect(withFilter('(a OR b)', 'project', 'api')).toBe('(a OR b) project:api');
    expect(withFilter('a OR project:api', 'project', 'api')).toBe('(a OR project:api) project:api');
    expect(withFilter('(project:api OR b)', 'project', 'api')).toBe('(project:api OR b) project:api');
  });

  test('leaves negated filters alone', () => {
    expect(withFilter('-project:api', 'project', 'web')).toBe('-project:api project:web');
    expect(withFilter('NOT project:api', 'project', 'api')).toBe('NOT project:api project:api');
  });

  test.each([
    ['"tide test', '"tide test" project:api'],
    ['a OR (b c', '(a OR (b c)) project:api'],
    ['a OR', 'a project:api'],
    ['a NOT', 'a project:api'],
    ['a -', 'a project:api'],
    [') a NOT )', 'a project:api'],
    ['a branch:', 'a project:api'],
    ['a -(branch:', 'a project:api'],
    ['a) OR b', '(a  OR b) project:api'],
    ['branch:"x y', 'branch:"x y" project:api'],
    ['project:"x y', 'project:"x y",api'],
  ])('finishes what was begun: %s', (text, narrowed) => {
    expect(withFilter(text, 'project', 'api')).toBe(narrowed);
    expect(problems(narrowed)).toEqual([]);
    expect(read(narrowed)).toContain('api');
  });
});

test('hasFilter tells whether a filter holds for the whole query', () => {
  expect(hasFilter('tide tool:Edit,Write', 'tool', 'Write')).toBe(true);
  expect(hasFilter('is:Live', 'is', 'live')).toBe(true);
  expect(hasFilter('tide tool:Edit', 'tool', 'Write')).toBe(false);
  expect(hasFilter('-tool:Edit', 'tool', 'Edit')).toBe(false);
  expect(hasFilter('a OR tool:Edit', 'tool', 'Edit')).toBe(false);
  expect(hasFilter('(tool:Edit)', 'tool', 'Edit')).toBe(false);
});
