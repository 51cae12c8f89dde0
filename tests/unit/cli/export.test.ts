import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryPath, openForReading } from '../../../electron/core/db/open.ts';
import { fixtureFolders, fixtures, program, type Folders } from '../../support/folders.ts';
import { plantedSecrets } from '../../support/planted-secrets.ts';
import { Script } from '../../support/script.ts';

let folders: Folders;
let long: Script;
let secret: Script;
const [planted] = plantedSecrets();
beforeAll(async () => {
  folders = fixtureFolders();
  const folder = join(folders.claudeDir, 'projects', '-home-dev-long');
  mkdirSync(folder);
  long = new Script({ seed: 7 });
  for (let turn = 0; turn < 8_000; turn += 1) long.answer(`Answer ${turn}: **${'bold words '.repeat(40)}**`);
  secret = new Script({ seed: 8 });
  secret.prompt(planted?.text ?? '');
  for (const script of [long, secret]) writeFileSync(join(folder, `${script.session}.jsonl`), script.text);
  await turnstone('index');
});
afterAll(() => folders.remove());

interface Run {
  code: number;
  out: string;
  err: string;
}

const places = () => ['--claude-dir', folders.claudeDir, '--data-dir', folders.dataDir];
function turnstone(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args, ...places()], { maxBuffer: 1 << 26 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}
const at = (name: string) => join(folders.base, name);
const quick = '--no-refresh';

test('one session goes into the file that is named', async () => {
  const { out, err, code } = await turnstone(
    'export',
    fixtures.tide,
    '--format',
    'md',
    '--out',
    at('tide.md'),
    '--json',
    quick,
  );
  expect([JSON.parse(out), err, code]).toEqual([{ files: [at('tide.md')], redacted: 0, leftOut: [] }, '', 0]);
  expect(readFileSync(at('tide.md'), 'utf8')).toMatch(/^# Fix the flaky tide test\n/);
});

test('several go into a folder that is made, each under its own name', async () => {
  const { code, out } = await turnstone(
    ...[
      'export',
      fixtures.tide.slice(0, 8),
      fixtures.importer,
      fixtures.hostile,
      '--format',
      'html',
      '--out',
      at('pages'),
      quick,
    ],
  );
  expect(code).toBe(0);
  expect(readdirSync(at('pages')).sort()).toEqual([
    expect.stringMatching(/^2026-11-15 Show me hostile text .*\.html$/),
    '2026-11-16 Fix the flaky tide test.html',
    '2026-11-17 Port the importer to streams.html',
  ]);
  expect(out).toContain('3 files');
});

test('a file that is there is replaced with --force only', async () => {
  writeFileSync(at('mine.json'), 'mine');
  const args = ['export', fixtures.tide, '--format', 'json', '--out', at('mine.json'), quick];
  const refused = await turnstone(...args);
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('There is a file')]);
  expect(readFileSync(at('mine.json'), 'utf8')).toBe('mine');
  expect((await turnstone(...args, '--force')).code).toBe(0);
  expect(JSON.parse(readFileSync(at('mine.json'), 'utf8'))).toHaveProperty('sessions');
});

test('what a search finds is one document', async () => {
  const { code } = await turnstone(
    'export',
    '--query',
    'chronometer',
    '--format',
    'md',
    '--out',
    at('found.md'),
    quick,
  );
  expect(code).toBe(0);
  expect(readFileSync(at('found.md'), 'utf8')).toContain('The chronometer helper is unused.');
});

test('secrets are taken out, unless somebody asks for them', async () => {
  const value = planted?.value ?? '';
  const args = ['export', secret.session, '--format', 'md', '--force', '--out', at('secret.md'), quick];
  expect((await turnstone(...args)).out).toContain('1 secret taken out');
  expect(readFileSync(at('secret.md'), 'utf8')).not.toContain(value);
  await turnstone(...args, '--no-redact');
  expect(readFileSync(at('secret.md'), 'utf8')).toContain(value);
});

test('options leave out what they say', async () => {
  const args = ['export', fixtures.tide, '--format', 'md', '--force', '--out', at('bare.md'), quick];
  await turnstone(...args, '--no-thinking', '--no-tool-output', '--no-images', '--no-subagents', '--hide-home');
  const text = readFileSync(at('bare.md'), 'utf8');
  for (const gone of ['Thought', '```diff', 'Subagent', '/home/dev']) expect(text).not.toContain(gone);
  expect(text).toContain('| Project | \\~/tide |');
});

test('wrong usage is told and writes nothing', async () => {
  for (const [args, says] of [
    [['export', '--format', 'md', '--out', at('no.md')], /either sessions or a --query/],
    [['export', fixtures.tide, '--out', at('no.md')], /--format takes md, html, json/],
    [['export', fixtures.tide, '--format', 'md'], /wants --out/],
  ] as const) {
    const { code, err } = await turnstone(...args, quick);
    expect([code, err]).toEqual([2, expect.stringMatching(says)]);
  }
  const { code, err } = await turnstone('export', 'nobody', '--format', 'md', '--out', at('no.md'), quick);
  expect([code, err]).toEqual([1, expect.stringContaining('No session “nobody”')]);
  expect(existsSync(at('no.md'))).toBe(false);
});

test('Ctrl-C leaves no half file', async () => {
  const folder = at('half');
  mkdirSync(folder);
  const args = [
    program,
    'export',
    long.session,
    '--format',
    'html',
    '--out',
    join(folder, 'a.html'),
    quick,
    ...places(),
  ];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  await expect.poll(() => readdirSync(folder), { timeout: 20_000, interval: 5 }).toHaveLength(1);
  child.kill('SIGINT');
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('files are remembered, so that a purge can reach them', () => {
  const library = openForReading(libraryPath(folders.dataDir));
  const rows = library.prepare('SELECT path FROM export_log WHERE session_id = ? ORDER BY path').pluck();
  expect(rows.all(fixtures.importer)).toEqual([join(at('pages'), '2026-11-17 Port the importer to streams.html')]);
  library.close();
});
