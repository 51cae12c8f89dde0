import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Input } from '../../../../shared/contract.ts';
import { noon, type Script } from '../../../support/script.ts';
import { Library } from './support.ts';

const folder = 'projects/-home-dev-x';
const page = { limit: 100, offset: 0, view: 'all', marks: [], sort: 'newest' } satisfies Partial<
  Input<'sessions.list'>
>;

let library: Library;
beforeEach(() => void (library = new Library()));
afterEach(() => library.close());

const titles = async (query: string, more: Partial<Input<'sessions.list'>> = {}) => {
  const { total, sessions } = await library.search.sessions({ ...page, query, ...more } as never);
  expect(total).toBe(sessions.length);
  return sessions.map(({ title }) => title);
};

function session(title: string, setting: Parameters<Library['script']>[0] = {}, ...prompts: string[]): Script {
  const script = library.script(setting);
  script.flat('custom-title', { customTitle: title });
  for (const prompt of prompts) script.prompt(prompt);
  return script;
}

describe('sessions are found by what is half remembered', () => {
  beforeEach(async () => {
    const importer = session(
      'Port the importer to streams',
      { cwd: '/home/dev/importer', start: noon + 2e6 },
      'Read it in chunks',
    );
    importer.call('Edit', { file_path: '/home/dev/importer/src/csvReader.ts', new_string: 'x' });
    const tide = session(
      'Fix the flaky tide test',
      { cwd: '/home/dev/tide', start: noon + 1e6, always: { gitBranch: 'fix/sundays' } },
      'It fails on Sundays, see importer',
    );
    const desk = session('検索画面を直す', { cwd: 'C:\\Work\\desk', start: noon }, 'Déjà vu: the naïve layout');
    await library.add(importer, tide, desk);
  });

  test.each([
    ['importer', ['Port the importer to streams', 'Fix the flaky tide test']], // the title before the prompt
    ['importr', ['Port the importer to streams', 'Fix the flaky tide test']],
    ['imp', ['Port the importer to streams', 'Fix the flaky tide test']],
    ['streams chunks', ['Port the importer to streams']],
    ['csvreader', ['Port the importer to streams']],
    ['reader', ['Port the importer to streams']],
    ['sundays', ['Fix the flaky tide test']],
    ['deja naive', ['検索画面を直す']],
    ['検索', ['検索画面を直す']],
    ['nothing of the kind', []],
    ['importer -tide', ['Port the importer to streams']],
    ['tide OR streams', ['Fix the flaky tide test', 'Port the importer to streams']],
    ['project:importer', ['Port the importer to streams']],
    ['importer project:tide', ['Fix the flaky tide test']],
    ['branch:sundays', ['Fix the flaky tide test']],
    ['tool:edit', ['Port the importer to streams']],
    ['has:diff', ['Port the importer to streams']],
    ['file:csvreader', ['Port the importer to streams']],
    ['kind:prompt', ['Port the importer to streams', 'Fix the flaky tide test', '検索画面を直す']],
    ['kind:thinking', []],
    ['has:image', []],
    ['role:user sort:oldest', ['検索画面を直す', 'Fix the flaky tide test', 'Port the importer to streams']],
    ['is:bookmarked', []],
    ['after:2026-03-05', []],
    ['before:2026-03-05 tide', ['Fix the flaky tide test']],
  ])('%s', async (query, expected) => {
    const found = await titles(query);
    expect(query.includes(' OR ') ? found.sort() : found).toEqual(expected);
  });

  test('by id, and by its beginning', async () => {
    const { sessions } = await library.search.sessions({ ...page, query: '' });
    const { sessionId, title } = sessions[1] ?? { sessionId: '', title: '' };
    expect(await titles(sessionId)).toEqual([title]);
    expect(await titles(`session:${sessionId.slice(0, 8)}`)).toEqual([title]);
  });

  test('the list’s own filters and order hold as well', async () => {
    expect(await titles('importer', { project: '/home/dev/tide' })).toEqual(['Fix the flaky tide test']);
    expect(await titles('importer', { view: 'ghosts' })).toEqual([]);
    expect(await titles('importer', { sort: 'oldest' })).toEqual([
      'Fix the flaky tide test',
      'Port the importer to streams',
    ]);
  });

  test('the best of them come with the first page of a search', async () => {
    const { sessions } = await library.run('importer');
    expect(sessions.map(({ title }) => title)).toEqual(['Port the importer to streams', 'Fix the flaky tide test']);
    expect((await library.run('importer', 'full', 10, 10)).sessions).toEqual([]);
    expect((await library.run('kind:prompt')).sessions).toEqual([]);
  });
});

describe('what is in memory follows the index', () => {
  test('a session that changes its title, one that comes, one that goes', async () => {
    const script = session('The first name', {}, 'hello');
    await library.add(script, session('Another one', {}, 'hello'));
    expect(await titles('first')).toEqual(['The first name']);
    script.flat('custom-title', { customTitle: 'A second name' });
    await library.add(script);
    expect(await titles('first')).toEqual([]);
    expect(await titles('second')).toEqual(['A second name']);
    await library.add(session('A third name', {}, 'hello'));
    expect((await titles('name')).sort()).toEqual(['A second name', 'A third name']);
    rmSync(library.indexing.at(folder, `${script.session}.jsonl`));
    await library.indexing.run({ whenDeleted: 'follow' });
    expect(await titles('name')).toEqual(['A third name']);
  });

  test('only sessions that changed are read again', async () => {
    const scripts = Array.from({ length: 30 }, (_, at) => session(`Session number${at}`, {}, 'hello'));
    await library.add(...scripts);
    await titles('session');
    scripts[3]?.prompt('something new');
    await library.add(scripts[3] as Script);
    let read = 0;
    const prepare = library.db.prepare.bind(library.db);
    const counting = (sql: string) => {
      const statement = prepare(sql);
      const get = statement.get.bind(statement);
      const isWords = sql.startsWith('SELECT session_id, title');
      return Object.assign(statement, { get: (...bound: unknown[]) => ((read += Number(isWords)), get(...bound)) });
    };
    Object.assign(library.db, { prepare: counting });
    expect(await titles('something')).toEqual(['Session number3']);
    expect(read).toBe(1);
  });

  test('ghosts are found by who asks for them', async () => {
    library.indexing.put(
      'history.jsonl',
      `${JSON.stringify({ display: 'a lost prompt', timestamp: noon, project: '/p', sessionId: 'g' })}\n`,
    );
    await library.say('a kept prompt');
    expect(await titles('prompt')).toEqual(['a kept prompt']);
    expect(await titles('prompt is:ghost')).toEqual(['a lost prompt']);
    expect((await titles('prompt (is:ghost OR kept)')).sort()).toEqual(['a kept prompt', 'a lost prompt']);
  });
});
