import { describe, expect, test } from 'vitest';
import { redactJson, redactPlain } from '../../../../electron/core/secrets/redact/text.ts';
import { Values } from '../../../../electron/core/secrets/redact/values.ts';
import { plantedSecrets } from '../../../support/planted-secrets.ts';

const planted = plantedSecrets();
const token = planted[0]?.value ?? '';
const key = planted.find(({ kind }) => kind === 'rsa key')?.value ?? '';
const values = Values.of([
  { text: token, rule: 'github-token' },
  { text: key, rule: 'private-key' },
]);
const redact = (record: unknown) => redactJson(JSON.stringify(record), values);
const mark = '[redacted:github-token]';

test('every planted secret, in a record that stays what it was', () => {
  for (const { value, text } of planted) {
    const record = { uuid: 'u', message: { role: 'user', content: [{ type: 'text', text }] }, n: [1, null] };
    const { text: clean, count } = redactJson(JSON.stringify(record), Values.of([{ text: value, rule: 'r' }]));
    expect(count).toBeGreaterThan(0);
    expect(clean).not.toContain(value);
    expect(JSON.parse(clean)).toEqual({
      ...record,
      message: { role: 'user', content: [{ type: 'text', text: text.replaceAll(value, '[redacted:r]') }] },
    });
  }
});

describe('a value is found however it is written', () => {
  test.each([1, 2, 3])('as JSON in JSON, %i deep', (depth) => {
    let text: unknown = { key, token };
    for (let at = 0; at < depth; at += 1) text = JSON.stringify(text);
    const { text: clean, count } = redact({ content: text });
    expect(count).toBe(2);
    let read: unknown = (JSON.parse(clean) as { content: string }).content;
    for (let at = 0; at < depth; at += 1) read = JSON.parse(read as string);
    expect(read).toEqual({ key: '[redacted:private-key]', token: mark });
  });

  test('with needless escapes', () => {
    const escaped = token.replace('g', '\\u0067');
    expect(redactJson(`{"a":"${escaped}"}`, values).text).toBe(`{"a":"${mark}"}`);
  });

  test('in an address', () => {
    const odd = Values.of([{ text: 'p@ss w0rd!', rule: 'password' }]);
    expect(redactPlain('postgres://me:p%40ss%20w0rd!@db', odd).text).toBe('postgres://me:[redacted:password]@db');
  });

  test.each([
    ['as Python writes JSON', String.raw`{"a":"p\u00e4ss \"w\u00f6rd\" x"}`, '{"a":"[redacted:password]"}'],
    [
      'as Python writes JSON in JSON',
      String.raw`{"a":"{\"b\": \"p\\u00e4ss \\\"w\\u00f6rd\\\" x\"}"}`,
      String.raw`{"a":"{\"b\": \"[redacted:password]\"}"}`,
    ],
    [
      'as two programs write JSON, one after the other',
      String.raw`{"a":"{\"b\": \"{\\\"c\\\":\\\"p\u00e4ss \\\\\\\"w\u00f6rd\\\\\\\" x\\\"}\"}"}`,
      String.raw`{"a":"{\"b\": \"{\\\"c\\\":\\\"[redacted:password]\\\"}\"}"}`,
    ],
    ['in a page', '{"a":"<b>päss &quot;wörd&quot; x</b>"}', '{"a":"<b>[redacted:password]</b>"}'],
  ])('%s', (_, line, clean) => {
    const odd = Values.of([{ text: 'päss "wörd" x', rule: 'password' }]);
    expect(redactJson(line, odd).text).toBe(clean);
  });

  test('as PHP writes JSON', () => {
    const odd = Values.of([{ text: 'aws/secret/key+7', rule: 'password' }]);
    expect(redactJson(String.raw`{"a":"aws\/secret\/key+7"}`, odd).text).toBe('{"a":"[redacted:password]"}');
  });

  test.each([0, 1, 2])('in base64, %i bytes behind something else', (shift) => {
    const encoded = Buffer.from(`${'user'.slice(0, shift)}${token}:x`).toString('base64');
    const { text, count } = redact({ content: `Authorization: Basic ${encoded}` });
    expect(count).toBe(1);
    expect(Buffer.from(text, 'base64').toString('latin1')).not.toContain(token.slice(4, 30));
    expect(redact({ data: Buffer.from(token.repeat(3)).toString('base64') }).kept).toEqual([
      'a file that is encoded there',
    ]);
  });

  test('a key line by line', () => {
    const lines = key.split('\n').map((line, nth) => `${nth}→${line}`);
    const { text } = redact({ toolUseResult: { lines } });
    for (const line of key.split('\n').slice(1, -1)) expect(text).not.toContain(line);
  });

  test('as a number, where people have objects of their own', () => {
    const pin = Values.of([{ text: '839201845', rule: 'password' }]);
    expect(redactJson('{"n":839201845,"input":{"pin":839201845}}', pin).text).toBe(
      '{"n":839201845,"input":{"pin":"[redacted:password]"}}',
    );
  });

  test('in two records of one line', () => {
    expect(redactJson(`{"a":"${token}"}{"b":"${token}"}`, values).text).toBe(`{"a":"${mark}"}{"b":"${mark}"}`);
  });

  test('in a line that is damaged', () => {
    expect(redactJson(`{"a":"x ${token} and no en`, values).text).toBe(`{"a":"x ${mark} and no en`);
  });
});

describe('what stays', () => {
  test('everything else, byte for byte', () => {
    const line = String.raw`{ "big":12345678901234567890, "n":1.0,"e":1e5,"a":"\u00e9\/","a":"twice" ,"t":"${token}" }`;
    expect(redactJson(line, values).text).toBe(line.replace(token, mark));
  });

  test('a line without the value', () => {
    const line = ' {"a" : 1} ';
    expect(redactJson(line, values)).toEqual({ text: line, count: 0, kept: [] });
  });

  test('ids', () => {
    const ids = { uuid: token, parentUuid: token, sessionId: token, requestId: token };
    const content = [
      { type: 'tool_use', id: token, name: 'Bash', input: { id: token } },
      { type: 'tool_result', tool_use_id: token, content: token },
    ];
    const { text, count, kept } = redact({ ...ids, message: { id: token, type: 'message', content } });
    expect(JSON.parse(text)).toEqual({
      ...ids,
      message: {
        ...{ id: token, type: 'message' },
        content: [
          { ...content[0], input: { id: mark } },
          { ...content[1], content: mark },
        ],
      },
    });
    expect([count, kept]).toEqual([2, new Array(7).fill('an id')]);
  });

  test('a thinking block with a signature, and nothing of one without', () => {
    const signed = { type: 'thinking', thinking: `so ${token}`, signature: 'abc' };
    const open = { type: 'thinking', thinking: `so ${token}!`, signature: '' };
    const { text, count, kept } = redact({ message: { content: [signed, open] } });
    expect(JSON.parse(text)).toEqual({ message: { content: [signed, { ...open, thinking: `so ${mark}!` }] } });
    expect(count).toBe(1);
    expect(kept).toEqual(['a thinking block that the provider signed']);
  });

  test('a longer word that a short value happens to be in', () => {
    const short = Values.of([{ text: 'abc123', rule: 'password' }]);
    expect(redactPlain('abc123 dabc123 abc1234 "abc123"', short).text).toBe(
      '[redacted:password] dabc123 abc1234 "[redacted:password]"',
    );
    expect(redactJson(JSON.stringify({ a: JSON.stringify('x\nabc123\n') }), short).count).toBe(1);
  });

  test('nothing of a text that a person chose', () => {
    const chosen = Values.of([{ text: 'Ada Lovelace', rule: 'text' }]);
    expect(redactPlain('Ada Lovelaces notes', chosen).text).toBe('[redacted:text]s notes');
  });
});

describe('a text that is written like a word of the format', () => {
  const redactWord = (record: unknown, word: string) =>
    redactJson(JSON.stringify(record), Values.of([{ text: word, rule: 'text' }]));
  const bash = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'Bash command', type: 'text' } };
  const record = {
    ...{ type: 'user', uuid: '1a2b3c4d-user', timestamp: '2026-03-04T12:00:00.000Z', version: '2.1.150' },
    message: { role: 'user', model: 'claude-opus-5-5', stop_reason: 'tool_use', content: [bash] },
    toolUseResult: { type: 'text', status: 'completed', text: 'the user said text' },
  };

  test.each([
    'type',
    'text',
    'user',
    'role',
    'tool_use',
    'Bash',
    'command',
    'claude',
    '2026',
    '2.1.150',
    'stop_reason',
  ])('“%s” stays where the format needs it, and nothing is said to remain', (word) => {
    const { text, kept } = redactWord(record, word);
    const now = JSON.parse(text) as typeof record;
    const { command, type } = now.message.content[0]?.input ?? {};
    expect(Object.keys(now.message.content[0]?.input ?? {})).toEqual(['command', 'type']);
    expect(now).toEqual({
      ...record,
      message: { ...record.message, content: [{ ...bash, input: { command, type } }] },
      toolUseResult: { ...record.toolUseResult, text: now.toolUseResult.text },
    });
    expect([command, now.toolUseResult.text].join(' ').replaceAll('[redacted:text]', '')).not.toContain(word);
    expect(kept).toEqual([]);
    expect(redactWord(JSON.parse(text), word).count).toBe(0); // not even in the mark
  });

  test('goes where it is said', () => {
    const { text, count } = redactWord({ type: 'user', message: { role: 'user', content: 'user' } }, 'user');
    expect(JSON.parse(text)).toEqual({ type: 'user', message: { role: 'user', content: '[redacted:text]' } });
    expect(count).toBe(1);
  });

  test('a name that a person gave stays as well, and is told of', () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'mcp__acme__ask', input: {} };
    expect(redactWord({ message: { content: [call] } }, 'acme')).toMatchObject({
      count: 0,
      kept: ['the name of a tool'],
    });
    const model = { message: { model: 'ft:acme-7', role: 'assistant' } };
    expect(redactWord(model, 'acme')).toMatchObject({ count: 0, kept: ['the name of a model'] });
  });

  test('stays in a picture, where it is by chance', () => {
    const data = `${'iVBORw0KGgo'.repeat(20)}user`;
    const record = { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }] };
    expect(redactWord(record, 'user')).toMatchObject({ count: 0, kept: [] });
  });
});

describe('a name', () => {
  test('goes where people have objects of their own', () => {
    const input = { [token]: 1, text: token, 'X-Key': { [`Bearer ${token}`]: null } };
    const { text, count } = redact({ type: 'x', input });
    expect(JSON.parse(text)).toEqual({
      type: 'x',
      input: { [mark]: 1, text: mark, 'X-Key': { [`Bearer ${mark}`]: null } },
    });
    expect(count).toBe(3);
  });

  test('stays apart from its neighbours', () => {
    const { text } = redact({ input: { [token]: 1, [`${token}`.toUpperCase()]: 2, [mark]: 3 } });
    expect(Object.values((JSON.parse(text) as { input: object }).input).sort()).toEqual([1, 2, 3]);
  });

  test('of somebody’s own goes with a chosen text, a field of a tool does not', () => {
    const acme = Values.of([{ text: 'acme', rule: 'text' }]);
    const { text } = redactJson(JSON.stringify({ toolUseResult: { acme: 1, stdout: 'acme' }, acme_id: 1 }), acme);
    expect(JSON.parse(text)).toEqual({
      toolUseResult: { '[redacted:text]': 1, stdout: '[redacted:text]' },
      acme_id: 1,
    });
  });
});

test('a record nested without end is no reason to stop', () => {
  const line = `{"a":"${token}","b":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  expect(redactJson(line, values).count).toBe(1);
});
