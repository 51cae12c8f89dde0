import { describe, expect, test } from 'vitest';
import { kinds, roles } from '../../../../shared/schemas.ts';
import { parse, problems, read } from './support.ts';

describe('a text filter', () => {
  test.each(['project', 'branch', 'model', 'tool', 'file', 'session', 'title', 'tag', 'note', 'version'])(
    '%s:',
    (field) => {
      expect(read(`${field}:x`)).toBe(`${field}=‹x›`);
      expect(read(`${field}:"x y"`)).toBe(`${field}=‹x y›`);
      expect(read(`-${field}:x,"y, z"`)).toBe(`!${field}=‹x›‹y, z›`);
      expect(read(`NOT ${field}:x`)).toBe(`!${field}=‹x›`);
    },
  );

  test('spans its field and all its values', () => {
    expect(parse('a tool:Edit,Write b').root).toMatchObject({
      children: [{}, { kind: 'filter', field: 'tool', values: ['Edit', 'Write'], start: 2, end: 17 }, {}],
    });
  });

  test('takes values as they are', () => {
    expect(read('file:src/*.ts')).toBe('file=‹src/*.ts›');
    expect(read('project:C:\\work')).toBe('project=‹C:\\work›');
    expect(read('note:"say ""hi"""')).toBe('note=‹say "hi"›');
    expect(read('(project:api)')).toBe('project=‹api›');
  });

  test('may be capitalised if a value follows', () => {
    expect(read('Project:api')).toBe('project=‹api›');
    expect(read('Note: that')).toBe('Note: & that');
  });
});

describe('a filter with a closed list', () => {
  test.each([
    ...roles.map((role) => [`role:${role}`, `role=‹${role}›`]),
    ...kinds.map((kind) => [`kind:${kind}`, `kind=‹${kind}›`]),
    ...['bookmarked', 'live', 'subagent', 'error', 'deleted', 'fork', 'ghost'].map((is) => [`is:${is}`, `is=${is}`]),
    ...['image', 'diff', 'todo', 'thinking', 'secret', 'pr', 'plan'].map((has) => [`has:${has}`, `has=${has}`]),
    ['is:Live', 'is=live'],
    ['role:User,ASSISTANT', 'role=‹user›‹assistant›'],
    ['is:live,error', 'is=live | is=error'],
    ['-has:image,pr x', '!(has=image | has=pr) & x'],
  ])('%s', (text, tree) => {
    expect(read(text)).toBe(tree);
    expect(problems(text)).toEqual([]);
  });

  test('knows where each alternative stands', () => {
    expect(parse('is:live').root).toEqual({ kind: 'is', value: 'live', start: 0, end: 7 });
    expect(parse('is:live,error').root).toMatchObject({
      children: [
        { start: 3, end: 7 },
        { start: 8, end: 13 },
      ],
    });
  });
});

describe('tokens:', () => {
  test.each([
    ['>10000', '10001..'],
    ['>=10000', '10000..'],
    ['<10000', '..9999'],
    ['<=10000', '..10000'],
    ['=10000', '10000..10000'],
    ['10000', '10000..10000'],
    ['>10k', '10001..'],
    ['>=1.5m', '1500000..'],
    ['>=1.1K', '1100..'],
    ['10..20', '10..20'],
    ['10k..20k', '10000..20000'],
    ['10..20k', '10000..20000'],
    ['500..2k', '500..2000'],
    ['10k..', '10000..'],
    ['..1.5m', '..1500000'],
    ['"> 5"', null],
    ['>10,000', null],
    ['1.5', null],
    ['20..10', null],
    ['20k..10', null],
    ['..', null],
    ['>', null],
    ['-5', null],
    ['9'.repeat(400), null],
    ['1..' + '9'.repeat(400), null],
  ])('%s', (value, range) => {
    expect(read(`tokens:${value}`)).toBe(range === null ? '' : `tokens=${range}`);
    expect(problems(`tokens:${value}`)).toHaveLength(range === null ? 1 : 0);
  });
});

describe('sort:', () => {
  test('is no condition but an order', () => {
    expect(parse('tide sort:oldest moon')).toMatchObject({ sort: 'oldest', problems: [] });
    expect(read('tide sort:oldest moon')).toBe('tide & moon');
    expect(parse('sort:Relevance')).toMatchObject({ sort: 'relevance', root: null });
    expect(parse('tide').sort).toBeNull();
  });

  test('may be said again: the last one counts', () => {
    expect(parse('sort:oldest sort:newest').sort).toBe('newest');
    expect(parse('sort:oldest sort:odd').sort).toBe('oldest');
  });

  test('does not disturb its neighbours', () => {
    expect(problems('sort:newest OR a')).toEqual([]);
    expect(read('a OR sort:newest')).toBe('a');
  });
});

describe('while typing', () => {
  test.each(['project:', 'tide is:', '-tool:', 'tool:Edit,', 'title:"', 'sort:', 'on:', '(tokens:'])(
    '%s is incomplete',
    (text) => {
      expect(parse(text).incomplete).toBe(true);
      expect(problems(text).filter((problem) => !problem.startsWith('('))).toEqual([]);
    },
  );

  test('the rest is used', () => {
    expect(read('tide project:')).toBe('tide');
    expect(read('tool:Edit,')).toBe('tool=‹Edit›');
  });

  test.each(['project: ', 'project:""', 'project: x', 'tide'])('%s is not', (text) => {
    expect(parse(text).incomplete).toBe(false);
  });
});
