import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../../package.json';
import { fixtureFolders, fixtures, program, type Folders } from '../../support/folders.ts';

let folders: Folders;
beforeAll(async () => {
  folders = fixtureFolders();
  await turnstone('index');
});
afterAll(() => folders.remove());

interface Run {
  code: number;
  out: string;
  err: string;
}

function run(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { maxBuffer: 1 << 26 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}
const places = () => ['--claude-dir', folders.claudeDir, '--data-dir', folders.dataDir];
const turnstone = (...args: string[]) => run(...args, ...places());
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { out, err } = await turnstone(...args, '--json');
  expect(err).toBe('');
  return JSON.parse(out) as Record<string, unknown>;
}

test('--version and --help', async () => {
  expect((await run('--version')).out).toBe(`${version}\n`);
  const { out, code } = await run('--help');
  expect(code).toBe(0);
  for (const name of ['index', 'sessions', 'search', 'show', 'doctor', 'serve']) expect(out).toContain(`\n  ${name}`);
  expect((await run('search', '--help')).out).toContain('turnstone search QUERY');
});

describe('prints the JSON of DESIGN', () => {
  test('index', async () => {
    expect(await json('index')).toMatchObject({
      files: 7,
      sessions: 5,
      subagents: 2,
      badLines: 2,
      unknownTypes: { hologram: 1 },
      changedFiles: 0,
      records: expect.any(Number) as number,
      messages: expect.any(Number) as number,
      bytes: expect.any(Number) as number,
      ms: expect.any(Number) as number,
    });
  });

  test('sessions', async () => {
    const { total, sessions } = await json('sessions', 'tide', '--limit', '1');
    expect(total).toBeGreaterThan(0);
    expect(sessions).toEqual([
      expect.objectContaining({
        sessionId: fixtures.tide,
        project: '/home/dev/tide',
        bookmarked: false,
        tags: [],
        secrets: 0,
        archived: false,
        live: false,
        sourceDeleted: false,
      }),
    ]);
  });

  test('search', async () => {
    expect(await json('search', 'chronometer')).toMatchObject({
      total: 1,
      suggestions: [],
      hits: [
        {
          sessionId: fixtures.tide,
          line: 4,
          role: 'assistant',
          kind: 'answer',
          tool: null,
          title: 'Fix the flaky tide test',
        },
      ],
    });
  });

  test('show', async () => {
    const { sessionId, title, entries } = await json('show', fixtures.tide.slice(0, 8));
    expect({ sessionId, title }).toEqual({ sessionId: fixtures.tide, title: 'Fix the flaky tide test' });
    expect((entries as unknown[])[0]).toMatchObject({
      kind: 'prompt',
      role: 'user',
      line: 2,
      parentUuid: null,
      tool: null,
      timestamp: Date.UTC(2026, 10, 16, 14, 3),
      text: 'The tide test fails on Sundays only. Can you find out why?',
    });
  });

  test('show names the transcripts of subagents, and shows them by their path', async () => {
    const { subagents } = await json('show', fixtures.tide);
    const [{ file }] = subagents as [{ file: string }];
    expect((await turnstone('show', fixtures.tide)).out).toContain(`1 subagent, to be shown by path:\n${file}\n`);
    const { entries } = await json('show', file);
    expect((entries as unknown[])[0]).toMatchObject({ text: 'Find every place that reads the clock' });
  });

  test('doctor', async () => {
    expect(await json('doctor')).toMatchObject({ ok: true, unknownTypes: { hologram: 1 } });
  });

  test('an error, too', async () => {
    const { code, out } = await turnstone('show', 'nobody', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('says in one sentence what is wrong', () => {
  test.each([
    [['frobnicate'], 'There is no command “frobnicate”'],
    [['search'], 'Usage: turnstone search'],
    [['search', ' '], 'search wants something'],
    [['search', 'x', '--limit', 'many'], '--limit takes a whole number'],
    [['sessions', '--limit', '-1'], '--limit'],
    [['index', '--ful'], "Unknown option '--ful'"],
    [['show', fixtures.tide, '--format', 'pdf'], '--format takes text, md or json'],
    [['--json'], 'No command was given'],
  ])('%j', async (args, sentence) => {
    const { code, err } = await turnstone(...args);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

test('show prints text and Markdown, and nothing that a terminal would obey', async () => {
  const { out } = await turnstone('show', fixtures.hostile);
  expect(out).toContain('<script>alert(2)</script>');
  expect(out).not.toContain('\u001b');
  expect(out).not.toContain('\u0007');
  const md = await turnstone('show', fixtures.tide, '--format', 'md');
  expect(md.out).toContain('# Fix the flaky tide test');
  expect(md.out).toContain('## Claude · Bash');
});

test('the index is brought up to date first, from the folders it knows, unless told not to', async () => {
  const { out } = await run('search', 'chronometer', '--data-dir', folders.dataDir, '--json');
  expect(JSON.parse(out)).toMatchObject({ total: 1 });
  const fresh = fixtureFolders();
  const asIs = await run(
    'sessions',
    '--json',
    '--no-refresh',
    '--claude-dir',
    fresh.claudeDir,
    '--data-dir',
    fresh.dataDir,
  );
  expect(JSON.parse(asIs.out)).toMatchObject({ total: 0 });
  const first = await run('sessions', '--json', '--claude-dir', fresh.claudeDir, '--data-dir', fresh.dataDir);
  expect(JSON.parse(first.out)).toMatchObject({ total: 5 });
  fresh.remove();
});

test('a pipe that closes early is no error', async () => {
  const child = spawn('sh', [
    '-c',
    `"${process.execPath}" "${program}" show ${fixtures.lighthouse} "$@" | head -n 1; exit 0`,
    'sh',
    ...places(),
  ]);
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(err).toBe('');
});

test('serve prints its address and ends with Ctrl-C', async () => {
  const child = spawn(process.execPath, [program, 'serve', '--no-open', '--json', ...places()]);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { address } = JSON.parse(line.toString()) as { address: string };
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
  expect((await fetch(new URL('/', address))).status).toBe(403);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

// The machine's own Node, where it is an old one; a checkout's npm scripts put Node 24 in front of it.
const oldNode = ['/usr/local/bin/node', '/usr/bin/node'].find((path) => existsSync(path) && path !== process.execPath);
test.runIf(oldNode)('an old Node gets one sentence instead of a crash', async () => {
  const versionOf = await new Promise<string>((resolve) => execFile(oldNode ?? '', ['-v'], (_, out) => resolve(out)));
  const result = await new Promise<Run>((resolve) =>
    execFile(oldNode ?? '', [program, 'sessions', ...places()], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
  if (Number(versionOf.slice(1).split('.')[0]) < 22) {
    expect(result.err).toMatch(/^Turnstone needs Node 22 or newer; this is Node \S+ .*\n$/);
    expect(result.code).toBe(1);
  } else {
    expect(result.code).toBe(0);
  }
});
