import { appendFileSync, mkdirSync, renameSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noFacts } from '../../../../electron/core/ingest/facts.ts';
import { parseFile, type Chunk, type Job, type TakenRecord } from '../../../../electron/core/ingest/parse-file.ts';
import { emptyFolders, fixtures, type Folders } from '../../../support/folders.ts';
import { Script } from '../../../support/script.ts';

let folders: Folders;
let path: string;
beforeEach(() => {
  folders = emptyFolders();
  path = join(folders.claudeDir, 'projects', '-home-dev-x', `${fixtures.tide}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
});
afterEach(() => folders.remove());

const unread = (): Job => ({ path, agent: false, inode: 0, offset: 0, lines: 0, guard: '', facts: noFacts() });
const line = (text: string) => `${JSON.stringify({ type: 'user', sessionId: 's', message: { content: text } })}\n`;
const texts = (chunks: readonly Chunk[]) => chunks.flatMap(({ records }) => records.map(textOf));
const textOf = ({ blocks }: TakenRecord) => blocks.map(({ text }) => text).join('|');
const places = (chunks: readonly Chunk[]) =>
  chunks.flatMap(({ records }) => records.map((record) => [record.line, textOf(record)]));

/** Reads on from where the last reading ended, as the next run would. */
function reader(job: Partial<Job> = {}) {
  let next: Job = { ...unread(), ...job };
  return (): Chunk[] => {
    const chunks = [...parseFile({ ...next, facts: structuredClone(next.facts) })];
    const last = chunks.at(-1);
    if (!last) throw new Error('a reading always ends with a chunk');
    const { ino } = statSync(path);
    next = { ...next, inode: ino, offset: last.offset, lines: last.lines, guard: last.guard, facts: last.facts };
    return chunks;
  };
}

describe('a transcript that grows', () => {
  test('is read on from where the last reading ended', () => {
    const read = reader();
    writeFileSync(path, line('alpha') + line('beta'));
    expect(places(read())).toEqual([
      [1, 'alpha'],
      [2, 'beta'],
    ]);
    appendFileSync(path, line('gamma'));
    const [chunk] = read();
    expect(chunk).toMatchObject({ restart: false, lines: 3, done: true, error: null });
    expect(places([chunk as Chunk])).toEqual([[3, 'gamma']]);
    expect(texts(read())).toEqual([]);
  });

  test('keeps the facts of what was read before', () => {
    const script = new Script({ session: fixtures.tide, cwd: '/home/dev/first' });
    const read = reader();
    script.prompt('The first prompt');
    writeFileSync(path, script.text);
    read();
    const before = script.records.length;
    script.flat('ai-title', { aiTitle: 'A title' });
    appendFileSync(path, script.lines.slice(before).join(''));
    expect(read().at(-1)?.facts).toMatchObject({
      cwds: ['/home/dev/first'],
      firstPrompt: 'The first prompt',
      aiTitle: 'A title',
    });
  });

  test('a last line that is half written waits, however often it is looked at', () => {
    const read = reader();
    const whole = line('delta');
    writeFileSync(path, line('alpha') + whole.slice(0, 25));
    expect(texts(read())).toEqual(['alpha']);
    expect(read()).toMatchObject([{ records: [], faults: [], lines: 1 }]);
    appendFileSync(path, whole.slice(25));
    expect(places(read())).toEqual([[2, 'delta']]);
  });

  test('a character that is half written waits with its line', () => {
    const read = reader();
    const whole = Buffer.from(line('déjà'));
    const inside = whole.indexOf(0xc3) + 1;
    writeFileSync(path, whole.subarray(0, inside));
    expect(texts(read())).toEqual([]);
    appendFileSync(path, whole.subarray(inside));
    expect(texts(read())).toEqual(['déjà']);
  });

  test('a last line that is whole but for its newline is taken, and the newline changes no line number', () => {
    const read = reader();
    writeFileSync(path, line('alpha') + line('beta').trimEnd());
    expect(places(read())).toEqual([
      [1, 'alpha'],
      [2, 'beta'],
    ]);
    appendFileSync(path, `\n${line('gamma')}`);
    expect(places(read())).toEqual([[3, 'gamma']]);
  });

  test.each(['\n', '\r\n', ' \n'])('such a line has the same place as one that was read with its end %j', (end) => {
    const content = line('alpha') + line('beta').trimEnd();
    const read = reader();
    writeFileSync(path, content);
    const [early] = read();
    writeFileSync(path, content + end);
    const [whole] = [...parseFile(unread())];
    expect(early?.records).toEqual(whole?.records);
  });

  test('a record that is appended to a line without its newline is on that line', () => {
    const read = reader();
    writeFileSync(path, line('alpha').trimEnd());
    read();
    appendFileSync(path, line('beta') + line('gamma'));
    expect(places(read())).toEqual([
      [1, 'beta'],
      [2, 'gamma'],
    ]);
  });
});

describe('a transcript that is no longer the one that was read', () => {
  const first = line('alpha') + line('beta') + line('gamma');
  test.each([
    ['cut short', () => truncateSync(path, line('alpha').length), ['alpha']],
    ['emptied', () => truncateSync(path, 0), []],
    [
      'cut back and continued beyond its old end',
      () => writeFileSync(path, line('alpha') + line('delta') + line('epsilon') + line('zeta')),
      ['alpha', 'delta', 'epsilon', 'zeta'],
    ],
    [
      'changed in place, with no byte more or less',
      () => writeFileSync(path, first.replace('beta', 'BETA')),
      ['alpha', 'BETA', 'gamma'],
    ],
    [
      'replaced by another file that begins the same',
      () => {
        writeFileSync(`${path}.new`, first + line('delta'));
        renameSync(`${path}.new`, path);
      },
      ['alpha', 'beta', 'gamma', 'delta'],
    ],
  ])('%s: everything known of it is void', (_, change, expected) => {
    const read = reader();
    writeFileSync(path, first);
    read();
    change();
    const chunks = read();
    expect(chunks[0]?.restart).toBe(true);
    expect(texts(chunks)).toEqual(expected);
    expect(chunks.at(-1)).toMatchObject({ lines: expected.length });
  });

  test('facts of the old file do not outlive it', () => {
    const read = reader();
    const old = new Script({ session: fixtures.tide, cwd: '/old' });
    old.prompt('The old prompt');
    writeFileSync(path, old.text);
    read();
    const other = new Script({ session: fixtures.tide, cwd: '/new', seed: 2 });
    other.prompt('New');
    writeFileSync(path, other.text);
    expect(read().at(-1)?.facts).toMatchObject({ cwds: ['/new'], firstPrompt: 'New' });
  });

  test('one that is gone is an error with a reason, not an empty file', () => {
    expect([...parseFile(unread())]).toMatchObject([{ error: 'ENOENT', done: true, records: [] }]);
  });
});

describe('a large transcript', () => {
  test('comes in stretches, each ending between two lines, nothing lost between them', () => {
    const words = Array.from({ length: 3000 }, (_, at) => `word${at} ${'filler '.repeat(300)}`);
    writeFileSync(path, words.map(line).join(''));
    const chunks = [...parseFile(unread())];
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.map(({ done }) => done)).toEqual(chunks.map((_, at) => at === chunks.length - 1));
    expect(places(chunks)).toEqual(words.map((word, at) => [at + 1, word]));
    expect(chunks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(words.map(line).join('').length);
  });

  test('reading can go on after any of the stretches', () => {
    const words = Array.from({ length: 3000 }, (_, at) => `word${at} ${'filler '.repeat(300)}`);
    writeFileSync(path, words.map(line).join(''));
    const all = [...parseFile(unread())];
    const [first] = all;
    if (!first) throw new Error('no chunk');
    const { offset, lines, guard, facts } = first;
    const rest = [...parseFile({ ...unread(), inode: statSync(path).ino, offset, lines, guard, facts })];
    expect([...places([first]), ...places(rest)]).toEqual(places(all));
  });

  test('a line over the cap is a row that says so and a bad line, and the rest goes on', () => {
    const long = line('x'.repeat(3 << 20));
    writeFileSync(path, line('before') + long + line('after'));
    const chunks = [...parseFile({ ...unread(), longest: 1 << 20 })];
    expect(places(chunks)).toEqual([
      [1, 'before'],
      [2, 'A line of 3 MB, too long to be read'],
      [3, 'after'],
    ]);
    expect(chunks.flatMap(({ faults }) => faults)).toEqual([
      { line: 2, offset: line('before').length, length: long.length - 1, reason: 'too long to be read' },
    ]);
  });

  test('a line over the cap that is still being written waits like any other', () => {
    const read = reader({ longest: 1 << 20 });
    writeFileSync(path, line('before') + 'x'.repeat(2 << 20));
    expect(texts(read())).toEqual(['before']);
    appendFileSync(path, `\n${line('after')}`);
    expect(places(read()).map(([at]) => at)).toEqual([2, 3]);
  });
});

describe('damage', () => {
  const read = (content: string | Buffer) => {
    writeFileSync(path, content);
    return [...parseFile(unread())];
  };
  const faults = (chunks: readonly Chunk[]) => chunks.flatMap((chunk) => chunk.faults.map((fault) => fault.line));

  test('two objects on one line are two records of that line', () => {
    const chunks = read(line('alpha').trimEnd() + line('beta') + line('gamma'));
    expect(places(chunks)).toEqual([
      [1, 'alpha'],
      [1, 'beta'],
      [2, 'gamma'],
    ]);
    expect(faults(chunks)).toEqual([]);
  });

  test('a bad line is counted with its place, and what comes after it is read', () => {
    const chunks = read(`${line('alpha')}{"type":"us\n\0\0\0\n${line('beta')}`);
    expect(texts(chunks)).toEqual(['alpha', 'beta']);
    expect(chunks[0]?.faults).toEqual([
      { line: 2, offset: line('alpha').length, length: 11, reason: 'not a JSON object' },
      { line: 3, offset: line('alpha').length + 12, length: 3, reason: 'nothing but NUL bytes' },
    ]);
  });

  test('CRLF, a byte order mark and blank lines are no damage', () => {
    const chunks = read(`\uFEFF${line('alpha').trimEnd()}\r\n\r\n  \n${line('beta').trimEnd()}\r\n`);
    expect(places(chunks)).toEqual([
      [1, 'alpha'],
      [4, 'beta'],
    ]);
    expect(faults(chunks)).toEqual([]);
  });

  test('names that JavaScript gives a meaning are names like any other', () => {
    const names = ['__proto__', 'constructor', 'toString', '__defineGetter__', 'hasOwnProperty', 'valueOf'];
    const records = names.map((type) => `{"type":"${type}","__proto__":{"isMeta":true},"sessionId":"s"}\n`);
    const chunks = read(records.join('') + line('after'));
    expect(faults(chunks)).toEqual([]);
    expect(chunks[0]?.unknown.map(({ type }) => type)).toEqual(names);
    expect(texts(chunks).at(-1)).toBe('after');
  });
});

test('a type nobody knows is told with the version that wrote it and its line', () => {
  const script = new Script({ session: fixtures.tide, version: '2.1.400' });
  script.chain('hologram', { beam: 'blue' });
  script.flat('telepathy', {});
  script.chain('hologram', { version: '2.2.0' });
  writeFileSync(path, script.text);
  const [chunk] = [...parseFile(unread())];
  expect(chunk?.unknown).toEqual([
    { type: 'hologram', version: '2.1.400', line: 1 },
    { type: 'telepathy', version: '2.1.400', line: 2 },
    { type: 'hologram', version: '2.2.0', line: 3 },
  ]);
});

describe('outputs too large for the transcript', () => {
  const preview = 'Preview (first 2KB):\nthe preview';
  const announce = (where: string) =>
    `<persisted-output>\nOutput too large (96.2KB). Full output saved to: ${where}\n\n${preview}`;
  const results = () => join(path.replace(/\.jsonl$/, ''), 'tool-results');
  const shown = (where: string, transcript = path) => {
    const script = new Script({ session: fixtures.tide });
    script.result('toolu_1', announce(where));
    mkdirSync(dirname(transcript), { recursive: true });
    writeFileSync(transcript, script.text);
    const [chunk] = [...parseFile({ ...unread(), path: transcript })];
    expect(chunk?.error).toBeNull();
    return chunk?.records[0]?.blocks[0]?.text;
  };
  beforeEach(() => {
    mkdirSync(results(), { recursive: true });
    writeFileSync(join(results(), 'toolu_1.txt'), 'the whole output');
  });

  test.each([
    ['where the writer says', () => join(results(), 'toolu_1.txt')],
    ['whatever machine wrote it', () => '/Users/somebody/.claude/projects/-x/id/tool-results/toolu_1.txt'],
    ['from Windows', () => 'C:\\Users\\somebody\\.claude\\projects\\C--x\\id\\tool-results\\toolu_1.txt'],
  ])('are read from beside the transcript, %s', (_, where) => {
    expect(shown(where())).toBe('the whole output');
  });

  test('of a subagent are in its session’s folder', () => {
    const agent = join(path.replace(/\.jsonl$/, ''), 'subagents', 'workflows', 'wf_1', 'agent-a1.jsonl');
    expect(shown('/somewhere/toolu_1.txt', agent)).toBe('the whole output');
  });

  test.each([
    ['one that was swept', () => '/x/tool-results/toolu_gone.txt'],
    ['one that leads out of the folder', () => `${results()}/../../secret.txt`],
    ['one that is called ..', () => '/x/tool-results/..'],
    ['one that is a link', () => link('linked.txt', join(folders.base, 'secret.txt'))],
    ['one that is a folder', () => (mkdirSync(join(results(), 'folder')), '/x/folder')],
    ['one that is empty', () => (writeFileSync(join(results(), 'empty.txt'), ''), '/x/empty.txt')],
  ])('%s leaves the preview', (_, prepare) => {
    writeFileSync(join(folders.base, 'secret.txt'), 'a secret');
    writeFileSync(join(dirname(path), 'secret.txt'), 'a secret');
    expect(shown(prepare())).toContain(preview);
  });

  test('a folder of outputs that is a link out of the Claude folder is not followed', () => {
    const outside = join(folders.base, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'toolu_2.txt'), 'a secret');
    const other = join(dirname(path), 'aaaaaaaa-0000-4000-8000-000000000000');
    mkdirSync(other);
    symlinkSync(outside, join(other, 'tool-results'));
    expect(shown('/x/toolu_2.txt', `${other}.jsonl`)).toContain(preview);
  });

  test('what a person pastes in that form reads no file', () => {
    const script = new Script({ session: fixtures.tide });
    script.prompt(announce(join(results(), 'toolu_1.txt')));
    writeFileSync(path, script.text);
    const [chunk] = [...parseFile(unread())];
    expect(texts([chunk as Chunk])[0]).toContain(preview);
  });

  function link(name: string, target: string): string {
    symlinkSync(target, join(results(), name));
    return `/x/${name}`;
  }
});
