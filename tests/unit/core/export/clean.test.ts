import { describe, expect, test } from 'vitest';
import { findSecrets } from '../../../../electron/core/secrets/detect.ts';
import { Cleaner, type Find } from '../../../../electron/core/export/clean.ts';

/** Says that every word of this form is a secret of ours, and what is given to a password. */
const find: Find = (text) => [
  ...[...text.matchAll(/KEY-[a-z]{8}/g)].map(({ index, 0: match }) => ({
    ...{ start: index, end: index + match.length, provider: 'Us' },
  })),
  ...[...text.matchAll(/(?<=password=(["']))(?:(?!\1).)+/g)].map(({ index, 0: match }) => ({
    ...{ start: index, end: index + match.length, provider: 'Us' },
  })),
  ...[...text.matchAll(/BEGIN\n[a-z\n+ ]+\nEND|BEGIN\n\+[a-z\n+ ]+\n\+END/g)].map(({ index, 0: match }) => ({
    ...{ start: index, end: index + match.length, provider: 'Us' },
  })),
];
const cleaner = (homes: readonly string[] = []) => new Cleaner(find, homes);
const gone = '[removed: Us]';

test('a secret is replaced by a mark that says whose it was', () => {
  const one = cleaner();
  expect(one.text('use KEY-abcdefgh twice: KEY-abcdefgh')).toBe(`use ${gone} twice: ${gone}`);
  expect(one.secrets).toBe(1);
});

describe('a secret is found', () => {
  test('in colours', () => {
    expect(cleaner().text('\u001b[1mKEY-\u001b[31mabcd\u001b[0mefgh.')).toBe(`\u001b[1m${gone}.`);
  });
  test('among the numbers of lines', () => {
    expect(cleaner().text('     1→BEGIN\n     2→abc\n     3→END\n     4→rest')).toBe(`     1→${gone}\n     4→rest`);
  });
  test('in an address', () => {
    expect(cleaner().text('https://x.test/?k=KEY%2Dabcdefgh&y')).toBe(`https://x.test/?k=${gone}&y`);
  });
  test('by the name it has in a record', () => {
    expect(cleaner().record({ input: { password: 'swordfish', colour: 'red' } })).toEqual({
      input: { password: gone, colour: 'red' },
    });
  });
  test('in the lines of a patch, each of which keeps its mark', () => {
    const lines = [' before', '+BEGIN', '+abc', '+END', '-KEY-abcdefgh'];
    expect(cleaner().record({ lines })).toEqual({ lines: [' before', `+${gone}`, '+', '+', `-${gone}`] });
  });
  test('in the name of a field', () => {
    expect(cleaner().record({ 'KEY-abcdefgh': 1 })).toEqual({ [gone]: 1 });
  });
});

test('what was told to be a secret once is one everywhere', () => {
  const one = cleaner();
  one.record({ password: 'swordfish' });
  expect(one.text('say swordfish')).toBe(`say ${gone}`);
});

test('what is left of one at the end of a cut text goes, too', () => {
  const one = cleaner();
  one.learn('the key is KEY-abcdefgh');
  expect(one.cut('the key is KEY-abcdef')).toBe(`the key is ${gone}`);
  expect(one.cut('the key is KEY')).toBe('the key is KEY');
  const title = `${'so '.repeat(60)}${'abc123DE'.repeat(3)}`.slice(0, 200);
  expect(one.cut(title)).toBe(`${'so '.repeat(60)}…`);
});

test('ids and times stay', () => {
  const uuid = '0b7c8f5e-2d1a-4c3b-9e8f-7a6b5c4d3e2f';
  const record = {
    ...{ uuid, parentUuid: uuid, sessionId: uuid, requestId: 'req_011CQfZyq9mF3kVb', type: 'assistant' },
    timestamp: '2026-03-04T12:00:00.000Z',
    message: { id: 'msg_01Xy9mF3kVbQfZyq', content: [{ type: 'tool_use', id: 'toolu_01Xy9mF3kVbQfZyq' }] },
  };
  const told = new Cleaner(findSecrets, []);
  expect(told.record(record)).toEqual(record);
});

test('a signature stays, unless it holds what is known', () => {
  const signature = `${'EqQBCkYIBxgCKkDx9+aW3q/0b7c8f5e2d1a4c3b9e8f'.repeat(20)}==`;
  const record = { message: { content: [{ type: 'thinking', thinking: 'So', signature }] } };
  const one = new Cleaner(find, []);
  expect(one.record(record)).toEqual(record);
  one.record({ password: 'x9+aW3q/0b' });
  expect(JSON.stringify(one.record(record))).not.toContain('x9+aW3q/0b');
});

test.each(['id', 'type', 'uuid', 'sessionId', 'requestId', 'tool_use_id', 'timestamp', 'signature'])(
  'what is called “%s” may be a secret as well',
  (name) => {
    expect(cleaner().record({ deep: [{ [name]: 'KEY-abcdefgh' }] })).toEqual({ deep: [{ [name]: gone }] });
  },
);

test('an id that is known to be a secret is none', () => {
  const uuid = '0b7c8f5e-2d1a-4c3b-9e8f-7a6b5c4d3e2f';
  const one = cleaner();
  one.record({ password: uuid });
  expect(one.record({ uuid })).toEqual({ uuid: gone });
});

test('a folder that is named after one loses it', () => {
  const one = cleaner();
  one.record({ password: 'ab_cdefghij12' });
  expect(one.text('projects/-home-ann-ab-cdefghij12/a.jsonl')).toBe(`projects/-home-ann-${gone}/a.jsonl`);
});

test('a short one is looked for as a whole word only', () => {
  const one = cleaner();
  one.record({ password: 'abc12!x' });
  expect(one.text('abc12!x, abc12!xy')).toBe(`${gone}, abc12!xy`);
});

test('several in a list are one text, and told by the name of the list', () => {
  expect(cleaner().record({ argv: ['BEGIN', 'abc', 'END'] })).toEqual({ argv: [gone, '', ''] });
  expect(cleaner().record({ password: ['red fish', 'blue fish'] })).toEqual({ password: [gone, gone] });
});

test('a password with a quotation mark in it goes as a whole', () => {
  expect(cleaner().record({ password: 'sword" fish' })).toEqual({ password: gone });
});

test('homes go first', () => {
  expect(cleaner(['/home/ann']).record({ cwd: '/home/ann/code', key: 'KEY-abcdefgh' })).toEqual({
    cwd: '~/code',
    key: gone,
  });
});

test('without a finder nothing is looked for', () => {
  const one = new Cleaner(null, []);
  expect(one.text('KEY-abcdefgh')).toBe('KEY-abcdefgh');
  expect(one.secrets).toBe(0);
});

test('a record as deep as JSON allows ends', () => {
  let deep: Record<string, unknown> = {};
  for (let at = 0; at < 10_000; at += 1) deep = { deep };
  expect(() => cleaner().record(deep)).not.toThrow();
});
