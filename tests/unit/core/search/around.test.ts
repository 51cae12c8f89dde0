import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noon, type Script } from '../../../support/script.ts';
import { Library } from './support.ts';

// What stands around a search: facets, finding in one transcript, values to complete.

let library: Library;
let tide: Script;
let moon: Script;
beforeAll(async () => {
  library = new Library();
  tide = library.script({ cwd: '/home/dev/tide', start: noon, always: { gitBranch: 'main' } });
  tide.prompt('wave one');
  tide.answer('wave two');
  tide.result(tide.call('Bash', { command: 'wave three' }), 'wave four');
  tide.prompt('calm');
  tide.result(tide.call('Read', { file_path: '/home/dev/tide/src/waves.ts' }), 'calm wavelet');
  moon = library.script({ cwd: '/home/dev/moon', version: '2.0.9', start: Date.UTC(2026, 4, 10) });
  moon.flat('custom-title', { customTitle: 'Phases' });
  moon.prompt('wave five');
  await library.add(tide, moon);
});
afterAll(() => library.close());

const sum = (facet: readonly { count: number }[]) => facet.reduce((total, { count }) => total + count, 0);

describe('facets', () => {
  test('tell how the hits spread', async () => {
    expect(await library.search.facets('wave')).toEqual({
      total: 5,
      project: [
        { value: '/home/dev/tide', count: 4 },
        { value: '/home/dev/moon', count: 1 },
      ],
      role: [
        { value: 'assistant', count: 2 },
        { value: 'user', count: 2 },
        { value: 'tool', count: 1 },
      ],
      tool: [{ value: 'Bash', count: 2 }],
      model: [{ value: 'claude-sonnet-4-5-20250929', count: 4 }],
      month: [
        { value: '2026-03', count: 4 },
        { value: '2026-05', count: 1 },
      ],
      session: [
        { value: tide.session, count: 4 },
        { value: moon.session, count: 1 },
      ],
    });
  });

  test('every number is what narrowing by it finds', async () => {
    const { total, ...facets } = await library.search.facets('wave* OR calm');
    expect(total).toBe((await library.run('wave* OR calm')).total);
    for (const facet of [facets.project, facets.role, facets.month, facets.session]) expect(sum(facet)).toBe(total);
    for (const field of ['project', 'role', 'tool', 'model', 'session'] as const) {
      for (const { value, count } of facets[field]) {
        expect([field, value, (await library.run(`(wave* OR calm) ${field}:${value}`)).total]).toEqual([
          field,
          value,
          count,
        ]);
      }
    }
    for (const { value, count } of facets.month) {
      expect((await library.run(`(wave* OR calm) during:${value}`)).total).toBe(count);
    }
  });

  test('follow what was taken for what', async () => {
    expect((await library.run('wavelett')).instead).toHaveLength(1);
    expect((await library.search.facets('wavelett')).total).toBe(1);
    expect((await library.search.facets('~wavelett')).total).toBe(1);
  });

  test('of nothing are empty', async () => {
    expect((await library.search.facets('')).total).toBe(0);
    expect((await library.search.facets('nothing_of_the_kind')).total).toBe(0);
  });
});

describe('finding in one transcript', () => {
  const positions = async (query: string, session = tide.session) =>
    (await library.search.find({ session, query })).positions;

  test.each([
    ['wave', [0, 1, 2, 3, 5, 6]], // the last word may go on
    ['wave ', [0, 1, 2, 3]],
    ['"wave two"', [1]],
    ['/wave t/', [1, 2]],
    ['wave -kind:prompt tool:Bash ', [2, 3]],
    ['-wave*', [4]],
    ['five', []],
    ['', []],
  ])('%s', async (query, expected) => expect(await positions(query)).toEqual(expected));

  test('is in that transcript only, and one that is not there is an error', async () => {
    expect(await positions('wave', moon.session)).toEqual([0]);
    await expect(library.search.find({ session: 'nobody', query: 'wave' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('says what is wrong with a query', async () => {
    const { problems } = await library.search.find({ session: tide.session, query: 'wave /[/' });
    expect(problems[0]?.message).toMatch(/Not a regular expression/);
  });
});

describe('values to complete', () => {
  test.each([
    ['project', '', ['/home/dev/moon', '/home/dev/tide']],
    ['project', 'TID', ['/home/dev/tide']],
    ['branch', 'm', ['main']],
    ['tool', '', ['Bash', 'Read']],
    ['tool', 're', ['Read']],
    ['model', 'sonnet', ['claude-sonnet-4-5-20250929']],
    ['version', '2.', ['2.0.9', '2.1.150']],
    ['title', 'pha', ['Phases']],
    ['file', 'waves', ['/home/dev/tide/src/waves.ts']],
    ['tag', '', []],
    ['role', '', []],
    ['toString', '', []],
    ['nonsense', 'x', []],
  ])('%s:%s', (field, typed, expected) => expect(library.search.values({ field, typed })).toEqual(expected));

  test('ids of sessions', () => {
    expect(library.search.values({ field: 'session', typed: '' })).toEqual([moon.session, tide.session]);
  });
});
