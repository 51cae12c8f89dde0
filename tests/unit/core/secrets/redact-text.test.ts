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

  test('names', () => {
    expect(redact({ [token]: token }).text).toBe(`{"${token}":"${mark}"}`);
  });

  test('ids', () => {
    const ids = { uuid: token, parentUuid: token, sessionId: token, requestId: token };
    const content = [
      { type: 'tool_use', id: token, name: 'Bash', input: { id: token } },
      { type: 'tool_result', tool_use_id: token, content: token },
    ];
    const { text, count, kept } = redact({ ...ids, message: { id: token, type: 'message', content } });
    expect(JSON.parse(text)).toMatchObject({ ...ids, message: { id: token } });
    expect([count, kept.length]).toEqual([0, 7]); // what is an id as a whole stays wherever the line has it
    const prose = redact({ uuid: token, text: `it is ${token}` });
    expect(JSON.parse(prose.text)).toEqual({ uuid: token, text: `it is ${mark}` });
  });

  test('a thinking block with a signature, and nothing of one without', () => {
    const signed = { type: 'thinking', thinking: `so ${token}`, signature: 'abc' };
    const open = { type: 'thinking', thinking: `so ${token}!`, signature: '' };
    const { text, count, kept } = redact({ message: { content: [signed, open] } });
    expect(JSON.parse(text)).toEqual({ message: { content: [signed, { ...open, thinking: `so ${mark}!` }] } });
    expect(count).toBe(1);
    expect(kept.map(({ why }) => why)).toEqual(['a thinking block that the provider signed']);
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

test('a record nested without end is no reason to stop', () => {
  const line = `{"a":"${token}","b":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  expect(redactJson(line, values).count).toBe(1);
});
