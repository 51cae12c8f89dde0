import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { replaceFile, siblingOf } from '../../../../electron/core/purge/apply/replace.ts';
import { dividedEntries, rewriteEntries, rewriteLines } from '../../../../electron/core/purge/apply/rewrite.ts';
import { hashOf } from '../../../../electron/core/purge/footprint/lines.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';

let folders: Folders;
let path: string;
beforeEach(() => {
  folders = emptyFolders();
  path = join(folders.base, 'history.jsonl');
});
afterEach(() => folders.remove());

const line = (sessionId: string, display = 'x') => JSON.stringify({ display, sessionId });
const lines = (ids: readonly string[], hashes: readonly string[] = []) => ({ kind: 'lines' as const, ids, hashes });

describe('lines of some sessions leave a file', () => {
  test('and every other one stays as it was, byte for byte', () => {
    const odd = [
      'not JSON',
      '',
      '  {"display":"spaces" ,"sessionId":"b"}  ',
      '\u0000\u0000',
      '{"sessionId":"b","display":"\\u00e9"}',
    ];
    const bytes = Buffer.concat([Buffer.from(`${odd.join('\n')}\n`), Buffer.from([0xff, 0xfe, 0x0a])]);
    writeFileSync(path, Buffer.concat([Buffer.from(`${line('a')}\n`), bytes, Buffer.from(`${line('a', 'last')}\n`)]));
    rewriteLines(path, lines(['a']));
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('with the end of the last line as it was', () => {
    writeFileSync(path, `${line('a')}\n${line('b')}`);
    rewriteLines(path, lines(['a']));
    expect(readFileSync(path, 'utf8')).toBe(line('b'));
    writeFileSync(path, `${line('b')}\r\n${line('a')}\r\n`);
    rewriteLines(path, lines(['a']));
    expect(readFileSync(path, 'utf8')).toBe(`${line('b')}\r\n`);
  });

  test('a record by itself, where the newline before the next one was lost', () => {
    writeFileSync(path, `${line('b')}${line('a')}${line('b', 'too')}\n`);
    rewriteLines(path, lines(['a']));
    expect(readFileSync(path, 'utf8')).toBe(`${line('b')}${line('b', 'too')}\n`);
  });

  test('lines that name no session, by their hash', () => {
    const [old, other] = ['{"display":"old"}', '{"display":"other"}'];
    writeFileSync(path, `${old}\n${other}\n`);
    rewriteLines(path, lines([], [hashOf(old)]));
    expect(readFileSync(path, 'utf8')).toBe(`${other}\n`);
  });

  test('a file that has none of them is left, one that is not there is not made', () => {
    writeFileSync(path, `${line('b')}\n`);
    rewriteLines(path, lines(['a']));
    expect(readFileSync(path, 'utf8')).toBe(`${line('b')}\n`);
    rewriteLines(join(folders.base, 'nothing'), lines(['a']));
    expect(existsSync(join(folders.base, 'nothing'))).toBe(false);
  });
});

describe('entries leave sessions-index.json', () => {
  const index = { version: 1, entries: [{ sessionId: 'a' }, { sessionId: 'b', n: 1 }], more: [1] };
  const without = { version: 1, entries: [{ sessionId: 'b', n: 1 }], more: [1] };

  test.each([[undefined], [2], [4], ['\t']])('set as it was, with an indentation of %j', (indent) => {
    writeFileSync(path, `${JSON.stringify(index, null, indent)}\n`);
    rewriteEntries(path, { kind: 'entries', ids: ['a'] });
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(without, null, indent)}\n`);
  });

  test('one that is no object is left as it is', () => {
    expect(dividedEntries('[1]', { kind: 'entries', ids: ['a'] })).toEqual({ stays: '[1]', gone: [] });
  });
});

describe('while others write', () => {
  const copied = (after: () => void) => (source: number, sink: (bytes: Uint8Array) => void) => {
    const bytes = readFileSync(source);
    sink(Buffer.from(bytes.toString('utf8').replaceAll('secret\n', '')));
    after();
    return bytes.length;
  };

  test('a line that comes in between is noticed, and it is done again', () => {
    writeFileSync(path, 'one\nsecret\n');
    let times = 0;
    replaceFile(
      path,
      copied(() => {
        if (++times === 1) appendFileSync(path, 'two\n');
      }),
    );
    expect([times, readFileSync(path, 'utf8')]).toEqual([2, 'one\ntwo\n']);
  });

  test('one that is written all the time is given up, whole, with nothing left beside it', () => {
    writeFileSync(path, 'one\nsecret\n');
    const busy = () =>
      replaceFile(
        path,
        copied(() => appendFileSync(path, 'more\n')),
      );
    expect(busy).toThrow('was written to all the time');
    expect(readFileSync(path, 'utf8')).toMatch(/^one\nsecret\n(more\n)+$/);
    expect(existsSync(siblingOf(path))).toBe(false);
  });

  test('nothing that another process appends is lost, nor written twice', async () => {
    writeFileSync(path, '');
    const writer = spawn(process.execPath, [
      '-e',
      `const { appendFileSync } = require('node:fs');
       let n = 0;
       const turn = () => {
         for (let k = 0; k < 5; k++, n++) appendFileSync(${JSON.stringify(path)}, JSON.stringify({ n, sessionId: n % 3 ? 'b' : 'a' }) + '\\n');
         n < 3000 ? setTimeout(turn, 3) : process.exit();
       };
       turn();`,
    ]);
    const ended = once(writer, 'exit');
    let running = true;
    void ended.then(() => (running = false));
    let rewrites = 0;
    while (running) {
      try {
        rewriteLines(path, lines(['a']));
        rewrites += 1;
      } catch (error) {
        expect(String(error)).toContain('written to all the time');
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    rewriteLines(path, lines(['a']));
    const left = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    const numbers = left.map((one) => (JSON.parse(one) as { n: number }).n);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 3000 }, (_, n) => n).filter((n) => n % 3 > 0),
    );
    expect(rewrites).toBeGreaterThan(0);
  });
});

describe('what a rewrite keeps', () => {
  const copy = (source: number, sink: (bytes: Uint8Array) => void) => {
    const bytes = Buffer.alloc(4);
    sink(bytes.subarray(0, readSync(source, bytes, 0, 4, 0)));
    return statSync(path).size;
  };

  test.runIf(process.platform !== 'win32')('the mode', () => {
    writeFileSync(path, 'abcdef');
    chmodSync(path, 0o640);
    replaceFile(path, copy);
    expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8')]).toEqual([0o640, 'abcd']);
  });

  test.runIf(process.platform !== 'win32')('a link: what it points to is written again', () => {
    writeFileSync(path, 'abcdef');
    symlinkSync(path, join(folders.base, 'link'));
    replaceFile(join(folders.base, 'link'), copy);
    expect(readFileSync(path, 'utf8')).toBe('abcd');
  });

  test('nothing of a try that was stopped', () => {
    writeFileSync(path, 'abcdef');
    writeFileSync(siblingOf(path), 'left by a crash');
    replaceFile(path, copy);
    expect([readFileSync(path, 'utf8'), existsSync(siblingOf(path))]).toEqual(['abcd', false]);
  });
});
