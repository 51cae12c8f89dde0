import { describe, expect, test } from 'vitest';
import { hiderOf, homesIn } from '../../../../electron/core/export/home.ts';

test.each([
  ['/home/ann/code', '/home/ann'],
  ['/Users/Ann Lee/code', '/Users/Ann Lee'],
  ['/root/code', '/root'],
  ['C:\\Users\\ann\\code', 'C:\\Users\\ann'],
  ['/mnt/c/Users/ann/code', '/mnt/c/Users/ann'],
  ['/c/Users/ann', '/c/Users/ann'],
  ['/workspace/code', undefined],
  ['/Users/Shared/code', undefined],
  ['/rooted/code', undefined],
])('of %s', (path, home) => {
  expect(homesIn([path])).toEqual(home === undefined ? [] : [home]);
});

describe('a home is hidden however it is written', () => {
  const hide = (home: string, text: string) => hiderOf([home])?.(text);
  test.each([
    ['cd /home/ann/code && ls', 'cd ~/code && ls'],
    ['at /home/ann.', 'at ~.'],
    ['-I/home/ann/include:/home/ann', '-I~/include:~'],
    ['file:///home/ann/a.md and %2Fhome%2Fann%2Fa', 'file://~/a.md and ~%2Fa'],
    ['"\\/home\\/ann\\/a"', '"~\\/a"'],
    ['~/.claude/projects/-home-ann-code/x.jsonl', '~/.claude/projects/-~-code/x.jsonl'],
    ['/home/anna, /home/ann-old and /home/ann.bak stay', '/home/anna, /home/ann-old and /home/ann.bak stay'],
  ])('%s', (text, hidden) => {
    expect(hide('/home/ann', text)).toBe(hidden);
  });
  test.each([
    ['C:\\Users\\ann\\a.md', '~\\a.md'],
    ['{"path":"c:\\\\Users\\\\ann\\\\a.md"}', '{"path":"~\\\\a.md"}'],
    ['C:/Users/ann/a.md, /c/Users/ann/a.md, /mnt/c/Users/ann', '~/a.md, ~/a.md, ~'],
    ['projects\\C--Users-ann-code', 'projects\\-~-code'],
  ])('%s', (text, hidden) => {
    expect(hide('C:\\Users\\ann', text)).toBe(hidden);
  });
  test('of nobody, nothing', () => expect(hiderOf([])).toBeNull());
});
